// SPDX-License-Identifier: Apache-2.0

/// One operation of a change, read from bytes.
struct ReadOperation: Sendable {
  /// The operation's first dot.
  var dot: LocalDot
  var dotCount: Int
  var target: Target
  /// What it does; nil when its kind is of a later version.
  var operation: Operation?
  /// The number of its kind, and where all that follows its target stands.
  var kind: UInt8
  var payload: Range<Int>
}

/// The operations of a change, one after another, from bytes.
///
/// Each call is handed the author's numbers, which grow as names are read. Or it only checks the
/// form and counts the dots: a change is checked, held and forwarded by those who cannot read its
/// numbers yet.
struct OperationReader {
  var reader: ByteReader
  /// Whether only the form is checked; the numbers are then nobody's.
  let isCheckingForm: Bool
  let author: Int
  let limits: DecodingLimits
  var counter: UInt64
  private let first: UInt64
  private var lastTarget: Target?
  /// What has the last target instead, after a set that was read as a usual operation.
  var lastWrite: ReadRegisterWrite?

  /// Creates a reader of the operations that start at the reader's place, the first one's dot
  /// having the counter given.
  init(
    _ reader: ByteReader, firstCounter: UInt64, author: Int, isCheckingForm: Bool = false,
    limits: DecodingLimits
  ) {
    self.reader = reader
    self.author = author
    self.isCheckingForm = isCheckingForm
    self.limits = limits
    counter = firstCounter
    first = firstCounter
  }

  /// Whether there is no further operation.
  var isAtEnd: Bool { reader.isAtEnd }

  /// Reads the next operation.
  mutating func next(_ numbers: inout AuthorNumbers) throws(WireError) -> ReadOperation {
    let start = reader.offset
    let head = try reader.readByte()
    let code = head & OperationKind.mask
    guard head & ~(OperationKind.mask | OperationKind.sameTarget) == 0 else {
      throw .invalidItem(offset: start)
    }
    let isRepeated = head & OperationKind.sameTarget != 0
    let dot = LocalDot(replica: author, counter: counter)
    if code >= OperationKind.firstOfLaterVersions {
      return try readLater(code, isRepeated: isRepeated, at: dot, &numbers)
    }
    guard let kind = OperationKind(rawValue: code) else { throw .invalidItem(offset: start) }
    guard kind.hasTarget else {
      guard !isRepeated else { throw .invalidItem(offset: start) }
      let payload = reader.offset
      return try finish(try readOperation(kind, at: dot, numbers), .none, dot, code, from: payload)
    }
    let target = try readTarget(
      kind.datatype ?? .ewFlag, isRepeated: isRepeated, from: start, &numbers)
    let payload = reader.offset
    let operation = try readOperation(kind, at: dot, numbers)
    if !isRepeated { note(target) }
    return try finish(operation, target, dot, code, from: payload)
  }

  private mutating func finish(
    _ operation: Operation, _ target: Target, _ dot: LocalDot, _ kind: UInt8, from payload: Int
  ) throws(WireError) -> ReadOperation {
    let count = operation.dotCount
    try advance(by: UInt64(count))
    return ReadOperation(
      dot: dot, dotCount: count, target: target, operation: operation, kind: kind,
      payload: payload..<reader.offset)
  }

  private mutating func readLater(
    _ code: UInt8, isRepeated: Bool, at dot: LocalDot, _ numbers: inout AuthorNumbers
  ) throws(WireError) -> ReadOperation {
    // The datatype is the later version's business; the target is read for its names alone.
    let target = try readTarget(
      .ewFlag, isRepeated: isRepeated, from: reader.offset, &numbers)
    let offset = reader.offset
    let count = try reader.readVarint()
    guard count > 0, count <= UInt64(limits.maximumOperations) else {
      throw .limitExceeded(.operations, value: count, offset: offset)
    }
    _ = try reader.readBlobRange()
    if !isRepeated { note(target) }
    try advance(by: count)
    return ReadOperation(
      dot: dot, dotCount: Int(truncatingIfNeeded: count), target: target, operation: nil,
      kind: code, payload: offset..<reader.offset)
  }

  mutating func advance(by count: UInt64) throws(WireError) {
    let room = Swift.min(
      UInt64(limits.maximumOperations),
      LocalDot.maximumCounter - Swift.min(first, LocalDot.maximumCounter))
    guard count <= room, counter - first <= room - count else {
      throw .limitExceeded(.operations, value: count, offset: reader.offset)
    }
    counter += count
  }

  // MARK: Targets

  private mutating func readTarget(
    _ datatype: DatatypeTag, isRepeated: Bool, from start: Int,
    _ numbers: inout AuthorNumbers
  ) throws(WireError) -> Target {
    if isRepeated {
      guard var target = lastTarget(numbers) else { throw .invalidItem(offset: start) }
      target.field = FieldKey(name: target.field.name, datatype: datatype)
      for step in target.steps.indices { target.steps[step].isFresh = false }
      return target
    }
    var steps: [Target.Step] = []
    while true {
      let (name, isStep) = try readName(&numbers)
      guard isStep else {
        return Target(steps: steps, field: FieldKey(name: name, datatype: datatype))
      }
      guard steps.count < limits.maximumNestingDepth else {
        throw .limitExceeded(
          .nestingDepth, value: UInt64(steps.count) + 1, offset: reader.offset)
      }
      steps.append(try readStep(name))
    }
  }

  /// Notes the target of the operation just read for those that follow, which may repeat it.
  private mutating func note(_ target: Target) {
    guard !isAtEnd else { return }
    lastTarget = target
    lastWrite = nil
  }

  private func lastTarget(_ numbers: AuthorNumbers) -> Target? {
    guard let write = lastWrite else { return lastTarget }
    guard !isCheckingForm else { return Target(field: FieldKey(name: [], datatype: .lwwRegister)) }
    return write.target(numbers, reader.bytes).target
  }

  private mutating func readStep(_ name: [UInt8]) throws(WireError) -> Target.Step {
    let start = reader.offset
    let head = try reader.readVarint()
    guard head >> 2 <= UInt64(limits.maximumValueBytes) else {
      throw .limitExceeded(.valueBytes, value: head >> 2, offset: start)
    }
    let range = try reader.readRange(count: Int(truncatingIfNeeded: head >> 2))
    guard ValueBytes.validate(reader.bytes, in: range, depthLimit: limits.maximumNestingDepth)
    else { throw .invalidValue(offset: start) }
    return Target.Step(
      map: FieldKey(name: name, datatype: head & 2 != 0 ? .orderedORMap : .orMap),
      key: ValueBytes(unchecked: reader.bytes, in: range), isFresh: head & 1 != 0)
  }

  private mutating func readName(
    _ numbers: inout AuthorNumbers
  ) throws(WireError) -> (name: [UInt8], isStep: Bool) {
    let start = reader.offset
    let head = try reader.readVarint()
    let isStep = head & 1 != 0
    let number = head >> 1
    if number == 0 {
      let name = try reader.readBlob(limit: limits.maximumNameBytes, named: .nameBytes)
      guard UTF8Validation.isValid(name, in: 0..<name.count) else {
        throw .invalidText(offset: start)
      }
      if isCheckingForm { return (name, isStep) }
      guard numbers.number(ofName: name) == nil else { throw .notCanonical(offset: start) }
      numbers.append(name: name)
      return (name, isStep)
    }
    if isCheckingForm { return ([], isStep) }
    guard number <= UInt64(numbers.names.count) else { throw .invalidReference(offset: start) }
    return (numbers.names[Int(truncatingIfNeeded: number) - 1], isStep)
  }
}

extension OperationReader {
  private mutating func readOperation(
    _ kind: OperationKind, at dot: LocalDot, _ numbers: AuthorNumbers
  ) throws(WireError) -> Operation {
    switch kind {
    case .setLWWRegister, .setMVRegister: return .set(try readValue())
    case .increment: return .increment(by: try reader.readZigzag())
    case .enable: return .enable
    case .disable: return .disable
    case .insertMember: return .insertMember(try readValue())
    case .removeMember: return .removeMember(try readValue())
    case .insertNewOrderedMember:
      let placement = try readPlacement(at: dot, numbers)
      return .insertOrderedMember(try readValue(), placement)
    case .insertKnownOrderedMember: return .insertOrderedMember(try readValue(), nil)
    case .removeOrderedMember: return .removeOrderedMember(try readValue())
    case .moveOrderedMember:
      let placement = try readPlacement(at: dot, numbers)
      return .moveOrderedMember(try readValue(), placement)
    case .removeRecord: return .removeRecord(try readValue())
    case .insertNewOrderedRecord:
      let placement = try readPlacement(at: dot, numbers)
      return .insertOrderedRecord(try readValue(), placement)
    case .insertKnownOrderedRecord: return .insertOrderedRecord(try readValue(), nil)
    case .removeOrderedRecord: return .removeOrderedRecord(try readValue())
    case .moveOrderedRecord:
      let placement = try readPlacement(at: dot, numbers)
      return .moveOrderedRecord(try readValue(), placement)
    case .insertElements: return try readElements(at: dot, numbers)
    case .removeElements: return .removeElements(try readRanges(at: dot, numbers))
    case .replaceElement:
      let element = try readDot(at: dot, numbers)
      return .replaceElement(element, with: try readValue())
    case .moveElement:
      let element = try readDot(at: dot, numbers)
      return .moveElement(element, try readPlacement(at: dot, numbers))
    case .insertText: return try readText(at: dot, numbers)
    case .removeText: return .removeText(try readRanges(at: dot, numbers))
    case .touch: return .touch
    case .void: return .void
    case .admit: return .admit(try reader.readReplicaID())
    case .acknowledge: return try readCut(at: dot, numbers)
    case .evict: return .evict(try reader.readReplicaID())
    }
  }

  private mutating func readValue() throws(WireError) -> ValueBytes {
    try reader.readValue(limits: limits)
  }

  private mutating func readCut(
    at dot: LocalDot, _ numbers: AuthorNumbers
  ) throws(WireError) -> Operation {
    let count = try reader.readCount(limit: limits.maximumReplicas, named: .replicas)
    var cut: [LocalDot] = []
    cut.reserveCapacity(count)
    for _ in 0..<count { cut.append(try readDot(at: dot, numbers)) }
    return .acknowledge(cut)
  }

  private mutating func readElements(
    at dot: LocalDot, _ numbers: AuthorNumbers
  ) throws(WireError) -> Operation {
    let placement = try readPlacement(at: dot, numbers)
    let start = reader.offset
    let count = try reader.readCount(limit: limits.maximumOperations, named: .operations)
    guard count > 0 else { throw .invalidItem(offset: start) }
    var values: [ValueBytes] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try readValue()) }
    return .insertElements(values, placement)
  }

  private mutating func readText(
    at dot: LocalDot, _ numbers: AuthorNumbers
  ) throws(WireError) -> Operation {
    let placement = try readPlacement(at: dot, numbers)
    let start = reader.offset
    let range = try reader.readBlobRange()
    guard !range.isEmpty else { throw .invalidItem(offset: start) }
    guard UTF8Validation.isValid(reader.bytes, in: range) else { throw .invalidText(offset: start) }
    let scalars = reader.bytes.scalarCount(in: range)
    return .insertText(
      TextPiece(utf8: reader.bytes[range], scalarCount: scalars), placement)
  }

  private mutating func readRanges(
    at dot: LocalDot, _ numbers: AuthorNumbers
  ) throws(WireError) -> [DotRange] {
    let start = reader.offset
    let count = try reader.readCount(
      minimumBytesEach: 2, limit: limits.maximumOperations, named: .operations)
    guard count > 0 else { throw .invalidItem(offset: start) }
    var ranges: [DotRange] = []
    ranges.reserveCapacity(count)
    var total: UInt64 = 0
    for _ in 0..<count {
      let first = try readDot(at: dot, numbers)
      let offset = reader.offset
      let length = try reader.readVarint()
      // A range names slots that exist: no more of them than counters, and no more in all than
      // one change may have operations.
      let (sum, overflow) = total.addingReportingOverflow(length)
      guard length > 0, !overflow, sum <= UInt64(limits.maximumOperations),
        first.isNone || length - 1 <= LocalDot.maximumCounter - first.counter
      else { throw .limitExceeded(.operations, value: length, offset: offset) }
      total = sum
      ranges.append(DotRange(first: first, count: Int(truncatingIfNeeded: length)))
    }
    return ranges
  }

  // MARK: Dots

  mutating func readPlacement(
    at dot: LocalDot, _ numbers: AuthorNumbers
  ) throws(WireError) -> Placement {
    let start = reader.offset
    let head = try reader.readVarint()
    let side = head & 1 == 0 ? Side.left : .right
    guard head >> 1 != 0 else {
      guard side == .right else { throw .invalidItem(offset: start) }
      return Placement(parent: .none, side: .right)
    }
    return Placement(parent: try resolve(head >> 1, at: dot, from: start, numbers), side: side)
  }

  mutating func readDot(
    at dot: LocalDot, _ numbers: AuthorNumbers
  ) throws(WireError) -> LocalDot {
    let start = reader.offset
    let head = try reader.readVarint()
    guard head != 0 else { throw .invalidItem(offset: start) }
    return try resolve(head, at: dot, from: start, numbers)
  }

  private mutating func resolve(
    _ head: UInt64, at dot: LocalDot, from start: Int, _ numbers: AuthorNumbers
  ) throws(WireError) -> LocalDot {
    if head & 1 == 1 {
      let distance = head >> 1
      guard distance > 0, distance < dot.counter else { throw .invalidReference(offset: start) }
      return LocalDot(replica: author, counter: dot.counter - distance)
    }
    let counter = try reader.readVarint()
    guard counter > 0, counter <= LocalDot.maximumCounter else {
      throw .invalidReference(offset: start)
    }
    if isCheckingForm { return .none }
    guard head >> 1 <= UInt64(numbers.replicas.count) else {
      throw .invalidReference(offset: start)
    }
    let number = Int(truncatingIfNeeded: head >> 1) - 1
    return LocalDot(replica: numbers.replicas[number], counter: counter)
  }
}
