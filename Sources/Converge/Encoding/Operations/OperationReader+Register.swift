// SPDX-License-Identifier: Apache-2.0

/// The set of a register of a record in an unordered map of the document, read without making an
/// operation of it.
///
/// Most changes to settings have one of these and nothing else.
struct ReadRegisterWrite {
  var dot: LocalDot
  /// The author's numbers of the map's name and of the field's.
  var map: Int
  var field: Int
  var isFresh: Bool
  /// Where the record's key and the value stand in the change's bytes.
  var key: Range<Int>
  var value: Range<Int>

  /// The register that is set.
  struct Place {
    var map: FieldKey
    var key: ValueBytes
    var isFresh: Bool
    var field: FieldKey

    var target: Target {
      Target(steps: [Target.Step(map: map, key: key, isFresh: isFresh)], field: field)
    }
  }

  /// The register, in an author's words; `bytes` are the change's.
  func target(_ numbers: AuthorNumbers, _ bytes: [UInt8]) -> Place {
    Place(
      map: numbers.key(map, .orMap), key: ValueBytes(unchecked: bytes, in: key),
      isFresh: isFresh,
      field: numbers.key(field, .lwwRegister))
  }
}

/// What nearly all changes have, and nothing else, read without making an operation of it.
enum UsualOperation {
  case text(ReadTextOperation)
  case register(ReadRegisterWrite)
}

extension OperationReader {
  /// Whether the next operation is of a kind that usual ones have.
  var isNextUsual: Bool {
    switch reader.nextByte {
    case OperationKind.insertText.rawValue, OperationKind.removeText.rawValue,
      OperationKind.setLWWRegister.rawValue:
      true
    default: false
    }
  }

  /// Reads a usual operation, if that is all that is left.
  mutating func onlyUsualOperation(_ numbers: AuthorNumbers) -> UsualOperation? {
    if let edit = onlyTextOperation(numbers) { return .text(edit) }
    return onlyRegisterWrite(numbers).map { .register($0) }
  }

  /// Reads the set of a register of a record, if that is all that is left.
  ///
  /// - Returns: nil, and nothing is read, when there is anything else or something is wrong with
  ///   it: `next` then says what.
  mutating func onlyRegisterWrite(_ numbers: AuthorNumbers) -> ReadRegisterWrite? {
    let start = reader.offset
    let counterBefore = counter
    if let write = nextRegisterWrite(numbers), reader.isAtEnd { return write }
    reader.rewind(to: start)
    counter = counterBefore
    lastWrite = nil
    return nil
  }

  /// Reads the sets of registers of records that come one after another.
  mutating func registerWrites(_ numbers: AuthorNumbers) -> [ReadRegisterWrite] {
    var writes: [ReadRegisterWrite] = []
    while let write = nextRegisterWrite(numbers) { writes.append(write) }
    return writes
  }

  /// Reads the set of a register of a record, if that comes next.
  ///
  /// - Returns: nil, and nothing is read, when there is anything else or something is wrong with
  ///   it: `next` then says what.
  mutating func nextRegisterWrite(_ numbers: AuthorNumbers) -> ReadRegisterWrite? {
    let kind = OperationKind.setLWWRegister.rawValue
    guard let head = reader.nextByte, head & ~OperationKind.sameTarget == kind else { return nil }
    let start = reader.offset
    let counterBefore = counter
    do {
      let write =
        head == kind ? try registerWrite(numbers) : try registerWriteAgain()
      if let write {
        lastWrite = write
        return write
      }
    } catch {
      // Said by `next`, which reads the same again.
    }
    reader.rewind(to: start)
    counter = counterBefore
    return nil
  }

  private mutating func registerWrite(
    _ numbers: AuthorNumbers
  ) throws(WireError) -> ReadRegisterWrite? {
    _ = try reader.readByte()
    let map = try reader.readVarint()
    let head = try reader.readVarint()
    guard map & 1 == 1, isKnownName(map >> 1, numbers), head & 2 == 0,
      head >> 2 <= UInt64(limits.maximumValueBytes), limits.maximumNestingDepth > 0
    else { return nil }
    let key = try reader.readRange(count: Int(truncatingIfNeeded: head >> 2))
    let field = try reader.readVarint()
    guard field & 1 == 0, isKnownName(field >> 1, numbers), isValue(key),
      let value = try registerValue()
    else { return nil }
    let dot = LocalDot(replica: author, counter: counter)
    try advance(by: 1)
    return ReadRegisterWrite(
      dot: dot, map: Int(truncatingIfNeeded: map >> 1), field: Int(truncatingIfNeeded: field >> 1),
      isFresh: head & 1 == 1, key: key, value: value)
  }

  /// Reads the set of the register that was set last.
  private mutating func registerWriteAgain() throws(WireError) -> ReadRegisterWrite? {
    guard var write = lastWrite else { return nil }
    _ = try reader.readByte()
    guard let value = try registerValue() else { return nil }
    write.dot = LocalDot(replica: author, counter: counter)
    write.isFresh = false
    write.value = value
    try advance(by: 1)
    return write
  }

  private mutating func registerValue() throws(WireError) -> Range<Int>? {
    let value = try reader.readBlobRange()
    return value.count <= limits.maximumValueBytes && isValue(value) ? value : nil
  }

  private func isKnownName(_ number: UInt64, _ numbers: AuthorNumbers) -> Bool {
    number > 0 && (isCheckingForm || number <= UInt64(numbers.names.count))
  }

  private func isValue(_ range: Range<Int>) -> Bool {
    ValueBytes.validate(reader.bytes, in: range, depthLimit: limits.maximumNestingDepth)
  }
}
