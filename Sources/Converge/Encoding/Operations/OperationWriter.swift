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
  var writer = ByteWriter()
  private(set) var author: Int
  /// The field of the document that the last operation with a target went to, by the author's
  /// number of its name; 0 when it went to a record, or there was none.
  var lastField = 0
  private var lastRecord = WrittenTarget.none
  /// How many bytes the last change had, when the room for them was given back.
  private var lastByteCount = 0

  /// Bytes that a keystroke, a move or a setting does not exceed: room for so many is kept.
  private static let keptByteCount = 128
  /// Bytes that nearly no change exceeds: room for more is not made beforehand.
  private static let reservedByteCount = 4096

  /// The field of a record that the last operation with a target went to; names are the author's
  /// numbers.
  private enum WrittenTarget {
    case none
    case record(map: Int, isOrdered: Bool, key: ValueBytes, field: Int)
    case deeper(Target)
  }

  init(author: Int) {
    self.author = author
  }

  var bytes: [UInt8] { writer.bytes }

  /// Forgets what was written, but keeps the room for it.
  mutating func reset(author: Int) {
    self.author = author
    writer.removeAll()
    if lastByteCount > 0 { reserve() }
    noteField(0)
  }

  private mutating func reserve() {
    writer.bytes.reserveCapacity(Swift.min(lastByteCount, Self.reservedByteCount))
    lastByteCount = 0
  }

  /// Gives back the room for what was written, unless it is little.
  ///
  /// Of many documents most are edited no more.
  mutating func giveBack() {
    guard writer.byteCount > Self.keptByteCount else { return }
    lastByteCount = writer.byteCount
    writer = ByteWriter()
  }

  /// Notes that an operation went to a field of the document.
  @inline(__always)
  mutating func noteField(_ number: Int) {
    lastField = number
    if case .none = lastRecord { return }
    lastRecord = .none
  }

  private mutating func noteRecord(_ record: WrittenTarget) {
    lastField = 0
    lastRecord = record
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

  /// Appends an operation as it came, with its target written out.
  mutating func append(
    _ operation: ReadOperation, from bytes: [UInt8], _ numbers: inout AuthorNumbers
  ) {
    writer.appendByte(operation.kind)
    append(operation.target, &numbers)
    writer.append(contentsOf: bytes[operation.payload])
    note(operation.target, numbers)
  }

  /// Appends the set of a register of a record in an unordered map.
  ///
  /// - Returns: The numbers of the two names.
  mutating func appendSet(
    _ value: ValueBytes, _ field: FieldKey, in map: FieldKey, _ key: ValueBytes, isFresh: Bool,
    _ numbers: inout AuthorNumbers
  ) -> (map: Int, field: Int) {
    if let mapNumber = numbers.number(ofName: map.name),
      let number = numbers.number(ofName: field.name)
    {
      appendSet(value, number, in: mapNumber, key, isFresh: isFresh)
      return (mapNumber, number)
    }
    writer.appendByte(OperationKind.setLWWRegister.rawValue)
    let mapNumber = append(name: map.name, flag: 1, &numbers)
    appendRecord(key, isOrdered: false, isFresh: isFresh)
    let number = append(name: field.name, flag: 0, &numbers)
    noteRecord(.record(map: mapNumber, isOrdered: false, key: key, field: number))
    writer.appendValue(value)
    return (mapNumber, number)
  }

  /// The same where the numbers of both names are known.
  mutating func appendSet(
    _ value: ValueBytes, _ field: Int, in map: Int, _ key: ValueBytes, isFresh: Bool
  ) {
    let kind = OperationKind.setLWWRegister.rawValue
    if !isFresh,
      case .record(map: map, isOrdered: false, key: let lastKey, field: field) = lastRecord,
      lastKey == key
    {
      writer.appendByte(kind | OperationKind.sameTarget)
    } else {
      writer.appendByte(kind)
      writer.appendVarint(map << 1 | 1)
      appendRecord(key, isOrdered: false, isFresh: isFresh)
      writer.appendVarint(field << 1)
      noteRecord(.record(map: map, isOrdered: false, key: key, field: field))
    }
    writer.appendValue(value)
  }

  /// Appends a move in a list of the document, whose name's number is given, or 0.
  ///
  /// - Returns: That number.
  mutating func appendMove(
    _ element: LocalDot, to placement: Placement, in field: FieldKey, name: Int, at dot: LocalDot,
    _ numbers: inout AuthorNumbers
  ) -> Int {
    let kind = OperationKind.moveElement.rawValue
    let number = name > 0 ? name : numbers.number(ofName: field.name) ?? 0
    if number > 0, number == lastField {
      writer.appendByte(kind | OperationKind.sameTarget)
    } else {
      writer.appendByte(kind)
      noteField(append(name: field.name, flag: 0, &numbers))
    }
    append(element, at: dot, numbers)
    append(placement, at: dot, numbers)
    return lastField
  }

  /// Appends an insert into a set of the document, or a removal from it.
  mutating func appendMember(
    _ value: ValueBytes, isInsert: Bool, _ field: FieldKey, _ numbers: inout AuthorNumbers
  ) {
    let kind = isInsert ? OperationKind.insertMember : .removeMember
    if lastField > 0, numbers.number(ofName: field.name) == lastField {
      writer.appendByte(kind.rawValue | OperationKind.sameTarget)
    } else {
      writer.appendByte(kind.rawValue)
      noteField(append(name: field.name, flag: 0, &numbers))
    }
    writer.appendValue(value)
  }

  private mutating func appendHead(
    _ kind: OperationKind, _ target: Target, _ numbers: inout AuthorNumbers
  ) {
    if repeats(target, numbers) {
      writer.appendByte(kind.rawValue | OperationKind.sameTarget)
    } else {
      writer.appendByte(kind.rawValue)
      append(target, &numbers)
      note(target, numbers)
    }
  }

  /// Notes where an operation went; all names are noted.
  private mutating func note(_ target: Target, _ numbers: AuthorNumbers) {
    let field = numbers.number(ofName: target.field.name) ?? 0
    guard let record = target.steps.first else { return noteField(field) }
    guard target.steps.count == 1 else { return noteRecord(.deeper(target)) }
    noteRecord(
      .record(
        map: numbers.number(ofName: record.map.name) ?? 0,
        isOrdered: record.map.datatype == .orderedORMap, key: record.key, field: field))
  }

  /// Whether a target is the last one again, with no record to be cleared on the way.
  ///
  /// Its datatype may differ: that follows from the operation's kind.
  private func repeats(_ target: Target, _ numbers: AuthorNumbers) -> Bool {
    if lastField > 0 {
      return target.steps.isEmpty && numbers.number(ofName: target.field.name) == lastField
    }
    switch lastRecord {
    case .none:
      return false
    case .record:
      guard target.steps.count == 1, !target.steps[0].isFresh else { return false }
      return repeats(target.field, in: target.steps[0].map, target.steps[0].key, numbers)
    case .deeper(let last):
      return target.repeats(last)
    }
  }

  private func repeats(
    _ field: FieldKey, in map: FieldKey, _ key: ValueBytes, _ numbers: AuthorNumbers
  ) -> Bool {
    guard case .record(let lastMap, let isOrdered, let lastKey, let name) = lastRecord,
      lastKey == key, isOrdered == (map.datatype == .orderedORMap)
    else { return false }
    return numbers.number(ofName: map.name) == lastMap
      && numbers.number(ofName: field.name) == name
  }

  private mutating func append(_ target: Target, _ numbers: inout AuthorNumbers) {
    for step in target.steps {
      append(name: step.map.name, flag: 1, &numbers)
      appendRecord(
        step.key, isOrdered: step.map.datatype == .orderedORMap, isFresh: step.isFresh)
    }
    append(name: target.field.name, flag: 0, &numbers)
  }

  private mutating func appendRecord(_ key: ValueBytes, isOrdered: Bool, isFresh: Bool) {
    writer.appendVarint(key.byteCount << 2 | (isOrdered ? 2 : 0) | (isFresh ? 1 : 0))
    writer.append(key)
  }

  /// Appends a name, and returns its number.
  @discardableResult
  mutating func append(
    name: [UInt8], flag: Int, _ numbers: inout AuthorNumbers
  ) -> Int {
    if let number = numbers.number(ofName: name) {
      writer.appendVarint(number << 1 | flag)
      return number
    }
    writer.appendVarint(flag)
    writer.appendBlob(name)
    numbers.append(name: name)
    return numbers.mark.names
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

  @inline(__always)
  mutating func append(
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

  @inline(__always)
  mutating func append(
    _ other: LocalDot, at dot: LocalDot, _ numbers: AuthorNumbers
  ) {
    let (head, counter) = reference(to: other, from: dot, numbers)
    writer.appendVarint(head)
    if let counter { writer.appendVarint(counter) }
  }

  @inline(__always)
  private func reference(
    to other: LocalDot, from dot: LocalDot, _ numbers: AuthorNumbers
  ) -> (UInt64, counter: UInt64?) {
    if other.replica == author { return ((dot.counter - other.counter) << 1 | 1, nil) }
    // Whatever the author can see, a context of its own has mentioned.
    let number = numbers.number(ofReplica: other.replica) ?? 0
    return (UInt64(number) << 1, other.counter)
  }
}
