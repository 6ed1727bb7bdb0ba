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

  /// Appends the insert of one letter at the root or at a slot of the author's, or the removal of
  /// one slot of the author's, in one go: nearly all operations on texts are one of them.
  ///
  /// - Returns: Whether it is one; else nothing was done.
  @inline(__always)
  mutating func appendLetter(
    _ letter: UInt8, _ placement: Placement, at dot: LocalDot, field number: Int
  ) -> Bool {
    guard placement.parent.replica == author || placement.parent.isNone,
      var bytes = shortHead(.insertText, field: number)
    else { return false }
    bytes.appendVarint(own(placement, at: dot))
    bytes.append(1)
    bytes.append(letter)
    writer.append(bytes)
    return true
  }

  @inline(__always)
  mutating func appendRemoval(of slot: LocalDot, at dot: LocalDot, field number: Int) -> Bool {
    guard slot.replica == author, var bytes = shortHead(.removeText, field: number) else {
      return false
    }
    bytes.append(1)
    bytes.appendVarint((dot.counter - slot.counter) << 1 | 1)
    bytes.append(1)
    writer.append(bytes)
    return true
  }

  /// What `appendHead` appends, which is noted; nil where the name has a long number or none.
  @inline(__always)
  private mutating func shortHead(_ kind: OperationKind, field number: Int) -> ShortBytes? {
    guard number > 0, number < 1 << 13 else { return nil }
    var head = ShortBytes()
    if number == lastField {
      head.append(kind.rawValue | OperationKind.sameTarget)
    } else {
      head.append(kind.rawValue)
      head.appendVarint(UInt64(number) << 1)
      noteField(number)
    }
    return head
  }

  /// A placement at the root or at a slot of the author's as a number.
  @inline(__always)
  private func own(_ placement: Placement, at dot: LocalDot) -> UInt64 {
    let side = UInt64(placement.side.rawValue)
    if placement.parent.isNone { return side }
    return (dot.counter - placement.parent.counter) << 2 | 2 | side
  }

  /// Appends a placement at the root or at a slot of the author's.
  ///
  /// - Returns: Whether it is one; else nothing was done.
  @inline(__always)
  mutating func appendOwn(_ placement: Placement, at dot: LocalDot) -> Bool {
    guard placement.parent.replica == author || placement.parent.isNone else { return false }
    writer.appendVarint(own(placement, at: dot))
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
