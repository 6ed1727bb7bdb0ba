// SPDX-License-Identifier: Apache-2.0

/// A section that is read: numbers by their meaning, and bytes, in the order of writing.
///
/// Each number is checked to be the one that a writer would have written.
struct SectionReader {
  let versionVector: LocalVersionVector
  let limits: DecodingLimits
  private let replicaCount: Int
  private var reader: ByteReader
  private var stamps = SectionStampTable()
  private var isUsed: [Bool] = []
  private var usedCount = 0
  /// The place after that of the last stamp read.
  private var nextStamp = 0
  private var trail = DotTrail()
  private var shapes: [[FieldKey]] = []
  private var knownShapes: Set<[FieldKey]> = []
  private var fieldKeys: [FieldKey] = []
  private var knownFieldKeys: Set<FieldKey> = []

  init(
    _ reader: ByteReader, replicaCount: Int, _ versionVector: LocalVersionVector,
    _ limits: DecodingLimits
  ) throws(WireError) {
    self.reader = reader
    self.replicaCount = replicaCount
    self.versionVector = versionVector
    self.limits = limits
    let start = offset
    guard try self.reader.readByte() == 0 else { throw .invalidItem(offset: start) }
    try readStamps()
    isUsed = [Bool](repeating: false, count: stamps.count)
  }

  /// Where the next byte stands, for errors.
  var offset: Int { reader.offset }

  func expectEnd() throws(WireError) {
    try reader.expectEnd()
    // A stamp that no write bears would not be in the table.
    guard usedCount == stamps.count else { throw .notCanonical(offset: offset) }
  }

  mutating func number(_ column: SectionColumn) throws(WireError) -> UInt64 {
    try reader.readVarint()
  }

  /// Reads a number that has to be below a bound.
  mutating func number(_ column: SectionColumn, below bound: Int) throws(WireError) -> Int {
    let start = offset
    let value = try number(column)
    guard let value = Int(exactly: value), value < bound else {
      throw .invalidItem(offset: start)
    }
    return value
  }

  /// Reads a number of things to come, each of which is read by at least a number of its own.
  mutating func count(_ column: SectionColumn) throws(WireError) -> Int {
    let start = offset
    guard let count = Int(exactly: try number(column)) else { throw .truncated(offset: start) }
    return count
  }

  /// Reads the number of bytes that come, and returns where they stand.
  mutating func bytes() throws(WireError) -> Range<Int> {
    try reader.readRange(count: try count(.length))
  }

  subscript(range: Range<Int>) -> ArraySlice<UInt8> { reader.bytes[range] }

  mutating func value() throws(WireError) -> ValueBytes {
    let start = offset
    return try checked(Array(self[try bytes()]), start)
  }

  /// Wraps bytes that have to be those of a value.
  func checked(_ bytes: [UInt8], _ start: Int) throws(WireError) -> ValueBytes {
    guard bytes.count <= limits.maximumValueBytes else {
      throw .limitExceeded(.valueBytes, value: UInt64(bytes.count), offset: start)
    }
    guard let value = ValueBytes(validating: bytes, depthLimit: limits.maximumNestingDepth) else {
      throw .invalidValue(offset: start)
    }
    return value
  }

  func isValidUTF8(_ range: Range<Int>) -> Bool {
    UTF8Validation.isValid(reader.bytes, in: range)
  }

  // MARK: Dots and stamps

  mutating func dot() throws(WireError) -> LocalDot {
    let start = offset
    let step = try step(.dot, after: trail.replica)
    trail.take(step)
    return try checked(trail.replica, trail.counter, start)
  }

  /// Reads the step to a dot from one of the given replica.
  mutating func step(
    _ column: SectionColumn, after last: Int
  ) throws(WireError) -> DotTrail.Step {
    let start = offset
    let number = try number(column)
    if replicaCount == 1 { return DotTrail.Step(distance: number) }
    var step = DotTrail.Step(distance: number &>> 1)
    if number & 1 == 1 {
      let replica = try self.number(.replica, below: replicaCount)
      guard replica != last else { throw .notCanonical(offset: start) }
      step.replica = replica
    }
    return step
  }

  /// Returns a dot that the snapshot's version vector covers.
  func checked(
    _ replica: Int, _ counter: UInt64, _ start: Int
  ) throws(WireError) -> LocalDot {
    guard counter >= 1, counter <= Swift.min(versionVector[replica], LocalDot.maximumCounter)
    else { throw .invalidReference(offset: start) }
    return LocalDot(replica: replica, counter: counter)
  }

  mutating func stamp() throws(WireError) -> Stamp {
    let start = offset
    let number = try number(.stamp)
    guard number > 0 else { return Stamp(dot: try dot(), timestamp: 0) }
    let place = nextStamp.addingReportingOverflow(Int(Int64(zigzag: number - 1)))
    guard !place.overflow, stamps.dots.indices.contains(place.partialValue) else {
      throw .invalidReference(offset: start)
    }
    nextStamp = place.partialValue + 1
    let stamp = use(place.partialValue)
    trail.follow(stamp.dot)
    return stamp
  }

  /// The stamp in the table whose dot is the given one.
  mutating func stamp(of dot: LocalDot) throws(WireError) -> Stamp {
    guard let place = stamps.index(of: dot) else { throw .invalidReference(offset: offset) }
    return use(place)
  }

  private mutating func use(_ place: Int) -> Stamp {
    if !isUsed[place] {
      isUsed[place] = true
      usedCount += 1
    }
    return Stamp(dot: stamps.dots[place], timestamp: stamps.timestamps[place])
  }

  private mutating func readStamps() throws(WireError) {
    var replica = 0
    var timestamp: UInt64 = 0
    for _ in 0..<(try count(.stampCount)) {
      let start = offset
      let gap = try number(.stampCount, below: replicaCount - replica)
      replica += gap
      let count = try self.count(.stampCount)
      guard count > 0 else { throw .notCanonical(offset: start) }
      var counter: UInt64 = 0
      for _ in 0..<count {
        let start = offset
        let step = try number(.stampDot).addingReportingOverflow(1)
        let next = counter.addingReportingOverflow(step.partialValue)
        guard !step.overflow, !next.overflow else { throw .invalidReference(offset: start) }
        counter = next.partialValue
        timestamp = try self.timestamp(after: timestamp)
        stamps.append(try checked(replica, counter, start), timestamp)
      }
      replica += 1
    }
  }

  private mutating func timestamp(after packed: UInt64) throws(WireError) -> UInt64 {
    let start = offset
    let last = HybridTimestamp(packed: packed)
    let head = try number(.stampTime)
    let step = Int64(zigzag: head &>> 1)
    let milliseconds = Int64(last.milliseconds).addingReportingOverflow(step)
    var counter = step == 0 ? Int64(last.counter) : 0
    if head & 1 == 1 {
      let difference = Int64(zigzag: try number(.stampCounter))
      let sum = counter.addingReportingOverflow(difference)
      guard difference != 0, !sum.overflow else { throw .notCanonical(offset: start) }
      counter = sum.partialValue
    }
    guard !milliseconds.overflow, let high = UInt64(exactly: milliseconds.partialValue),
      high <= HybridTimestamp.maximumMilliseconds, let low = UInt16(exactly: counter)
    else { throw .invalidItem(offset: start) }
    let result = HybridTimestamp(milliseconds: high, counter: low).packed
    guard result != 0 else { throw .invalidItem(offset: start) }
    return result
  }

  // MARK: Fields of records

  mutating func fields() throws(WireError) -> [FieldKey] {
    let start = offset
    let number = try number(.shape, below: shapes.count + 1)
    if number < shapes.count { return shapes[number] }
    var keys: [FieldKey] = []
    for _ in 0..<(try count(.field)) {
      let key = try fieldKey()
      if let last = keys.last, !(last < key) { throw .notCanonical(offset: start) }
      keys.append(key)
    }
    guard keys.count <= limits.maximumFields else {
      throw .limitExceeded(.fields, value: UInt64(keys.count), offset: start)
    }
    guard knownShapes.insert(keys).inserted else { throw .notCanonical(offset: start) }
    shapes.append(keys)
    return keys
  }

  private mutating func fieldKey() throws(WireError) -> FieldKey {
    let start = offset
    let number = try number(.field, below: fieldKeys.count + 1)
    if number < fieldKeys.count { return fieldKeys[number] }
    let tag = UInt8(exactly: try self.number(.field)).flatMap(DatatypeTag.init(rawValue:))
    guard let tag else { throw .invalidItem(offset: start) }
    let name = try bytes()
    guard name.count <= limits.maximumNameBytes else {
      throw .limitExceeded(.nameBytes, value: UInt64(name.count), offset: start)
    }
    guard isValidUTF8(name) else { throw .invalidText(offset: start) }
    let key = FieldKey(name: Array(self[name]), datatype: tag)
    guard knownFieldKeys.insert(key).inserted else { throw .notCanonical(offset: start) }
    fieldKeys.append(key)
    return key
  }
}
