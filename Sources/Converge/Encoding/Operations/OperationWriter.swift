// SPDX-License-Identifier: Apache-2.0

/// The operations of a change under construction, as bytes.
///
/// ```
/// operation  kind byte (high bit: same target as before)  [target]  payload
/// target     { name·2+1  key·4+ordered·2+fresh  key bytes }…  name·2
/// name       0 and the name behind its length, at first mention; else its number
/// dot        distance·2+1 back from the operation's own dot, or number·2 and the counter
/// placement  dot·2+side; 1 for the root
/// ```
struct OperationWriter: Sendable {
  private(set) var writer = ByteWriter()
  private(set) var author: Int
  private var lastTarget: Target?

  init(author: Int) {
    self.author = author
  }

  var bytes: [UInt8] { writer.bytes }

  /// Forgets what was written, but keeps the room for it.
  mutating func reset(author: Int) {
    self.author = author
    writer.removeAll()
    lastTarget = nil
  }

  /// Appends an operation whose first dot is given; names mentioned first are noted.
  mutating func append(
    _ operation: Operation, to target: Target, at dot: LocalDot, _ numbers: inout AuthorNumbers
  ) {
    let kind = OperationKind(operation, on: target.field.datatype)
    guard kind.hasTarget else {
      writer.appendByte(kind.rawValue)
      appendPayload(of: operation, at: dot, numbers)
      return
    }
    appendHead(kind, target, &numbers)
    appendPayload(of: operation, at: dot, numbers)
  }

  /// Appends the insertion of scalars that stand in a store one behind the other.
  mutating func appendTextInsertion(
    _ scalars: ScalarStore, _ range: Range<Int>, at placement: Placement, to target: Target,
    dot: LocalDot, _ numbers: inout AuthorNumbers
  ) {
    appendHead(.insertText, target, &numbers)
    append(placement, at: dot, numbers)
    writer.appendVarint(scalars.byteCount(of: range))
    writer.append(scalars, range)
  }

  /// Appends an operation as it came, with its target written out.
  mutating func append(
    _ operation: ReadOperation, from bytes: [UInt8], _ numbers: inout AuthorNumbers
  ) {
    writer.appendByte(operation.kind)
    append(operation.target, &numbers)
    writer.append(contentsOf: bytes[operation.payload])
    lastTarget = operation.target
  }

  private mutating func appendHead(
    _ kind: OperationKind, _ target: Target, _ numbers: inout AuthorNumbers
  ) {
    if lastTarget.map(target.repeats) ?? false {
      writer.appendByte(kind.rawValue | OperationKind.sameTarget)
    } else {
      writer.appendByte(kind.rawValue)
      append(target, &numbers)
      lastTarget = target
    }
  }

  private mutating func append(_ target: Target, _ numbers: inout AuthorNumbers) {
    for step in target.steps {
      append(name: step.map.name, flag: 1, &numbers)
      let isOrdered = step.map.datatype == .orderedORMap
      let head = step.key.byteCount << 2 | (isOrdered ? 2 : 0) | (step.isFresh ? 1 : 0)
      writer.appendVarint(head)
      writer.append(step.key)
    }
    append(name: target.field.name, flag: 0, &numbers)
  }

  private mutating func append(
    name: [UInt8], flag: Int, _ numbers: inout AuthorNumbers
  ) {
    if let number = numbers.number(ofName: name) {
      writer.appendVarint(number << 1 | flag)
    } else {
      writer.appendVarint(flag)
      writer.appendBlob(name)
      numbers.append(name: name)
    }
  }

  private mutating func appendPayload(
    of operation: Operation, at dot: LocalDot, _ numbers: AuthorNumbers
  ) {
    switch operation {
    case .set(let value), .insertMember(let value), .removeMember(let value),
      .removeOrderedMember(let value), .removeRecord(let value), .removeOrderedRecord(let value),
      .insertOrderedMember(let value, nil), .insertOrderedRecord(let value, nil):
      writer.appendValue(value)
    case .increment(let amount):
      writer.appendZigzag(amount)
    case .insertOrderedMember(let value, let placement?),
      .insertOrderedRecord(let value, let placement?),
      .moveOrderedMember(let value, let placement), .moveOrderedRecord(let value, let placement):
      append(placement, at: dot, numbers)
      writer.appendValue(value)
    case .insertElements(let values, let placement):
      append(placement, at: dot, numbers)
      writer.appendVarint(values.count)
      for value in values { writer.appendValue(value) }
    case .replaceElement(let element, with: let value):
      append(element, at: dot, numbers)
      writer.appendValue(value)
    case .moveElement(let element, let placement):
      append(element, at: dot, numbers)
      append(placement, at: dot, numbers)
    case .insertText(let piece, let placement):
      append(placement, at: dot, numbers)
      writer.appendBlob(piece.utf8)
    case .removeElements(let ranges), .removeText(let ranges):
      writer.appendVarint(ranges.count)
      for range in ranges {
        append(range.first, at: dot, numbers)
        writer.appendVarint(range.count)
      }
    case .admit(let replica), .evict(let replica):
      writer.appendReplicaID(replica)
    case .acknowledge(let cut):
      writer.appendVarint(cut.count)
      for last in cut { append(last, at: dot, numbers) }
    case .enable, .disable, .touch, .void:
      break
    }
  }

  private mutating func append(
    _ placement: Placement, at dot: LocalDot, _ numbers: AuthorNumbers
  ) {
    let side = UInt64(placement.side.rawValue)
    guard !placement.parent.isNone else {
      writer.appendVarint(side)
      return
    }
    let (head, counter) = reference(to: placement.parent, from: dot, numbers)
    writer.appendVarint(head << 1 | side)
    if let counter { writer.appendVarint(counter) }
  }

  private mutating func append(
    _ other: LocalDot, at dot: LocalDot, _ numbers: AuthorNumbers
  ) {
    let (head, counter) = reference(to: other, from: dot, numbers)
    writer.appendVarint(head)
    if let counter { writer.appendVarint(counter) }
  }

  private func reference(
    to other: LocalDot, from dot: LocalDot, _ numbers: AuthorNumbers
  ) -> (UInt64, counter: UInt64?) {
    if other.replica == author { return ((dot.counter - other.counter) << 1 | 1, nil) }
    // Whatever the author can see, a context of its own has mentioned.
    let number = numbers.number(ofReplica: other.replica) ?? 0
    return (UInt64(number) << 1, other.counter)
  }
}

extension Target {
  /// Whether this is the same field again, with no record to be cleared on the way.
  ///
  /// Its datatype may differ: that follows from the operation's kind.
  func repeats(_ other: Target) -> Bool {
    field.name == other.field.name && steps.count == other.steps.count
      && zip(steps, other.steps).allSatisfy {
        $0.map == $1.map && $0.key == $1.key && !$0.isFresh
      }
  }
}
