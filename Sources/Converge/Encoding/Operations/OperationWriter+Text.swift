// SPDX-License-Identifier: Apache-2.0

extension OperationWriter {
  /// Appends the kind of an operation and the field of the document that it is on, whose name has
  /// a number.
  @inline(__always)
  mutating func appendHead(_ kind: OperationKind, field number: Int) {
    if number == lastField {
      writer.appendByte(kind.rawValue | OperationKind.sameTarget)
    } else {
      writer.appendByte(kind.rawValue)
      writer.appendVarint(number << 1)
      noteField(number)
    }
  }

  /// The same for a field whose name may be mentioned first.
  ///
  /// - Returns: The name's number.
  mutating func appendHead(
    _ kind: OperationKind, named name: [UInt8], _ numbers: inout AuthorNumbers
  ) -> Int {
    if let number = numbers.number(ofName: name) {
      appendHead(kind, field: number)
      return number
    }
    writer.appendByte(kind.rawValue)
    let number = append(name: name, flag: 0, &numbers)
    noteField(number)
    return number
  }

  /// Appends a placement at the root or at a slot of the author's.
  ///
  /// - Returns: Whether it is one; else nothing was done.
  @inline(__always)
  mutating func appendOwn(_ placement: Placement, at dot: LocalDot) -> Bool {
    let side = UInt64(placement.side.rawValue)
    if placement.parent.isNone {
      writer.appendVarint(side)
      return true
    }
    guard placement.parent.replica == author else { return false }
    writer.appendVarint((dot.counter - placement.parent.counter) << 2 | 2 | side)
    return true
  }

  /// Appends one range of slots, when they are the author's.
  ///
  /// - Returns: Whether they are; else nothing was done.
  @inline(__always)
  mutating func appendOwn(_ range: DotRange, at dot: LocalDot) -> Bool {
    guard range.first.replica == author else { return false }
    writer.appendByte(1)
    writer.appendVarint((dot.counter - range.first.counter) << 1 | 1)
    writer.appendVarint(range.count)
    return true
  }

  /// Appends ranges of slots, and one behind them.
  mutating func append(
    _ ranges: [DotRange], _ last: DotRange, at dot: LocalDot, _ numbers: AuthorNumbers
  ) {
    writer.appendVarint(ranges.count + 1)
    for range in ranges { append(range, at: dot, numbers) }
    append(last, at: dot, numbers)
  }

  @inline(__always)
  private mutating func append(_ range: DotRange, at dot: LocalDot, _ numbers: AuthorNumbers) {
    append(range.first, at: dot, numbers)
    writer.appendVarint(range.count)
  }
}
