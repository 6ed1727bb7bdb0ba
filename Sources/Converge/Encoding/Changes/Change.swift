// SPDX-License-Identifier: Apache-2.0

/// What one transaction committed: atomic, immutable, and the unit that travels.
///
/// A change covers a range of its author's counters, one for each operation. Inside, other
/// replicas and fields are small numbers that the author gave them at first mention in its own
/// earlier changes, so a change is read after all that it depends on, but checked, held and
/// forwarded without.
public struct Change: Sendable {
  /// The author.
  public let replica: ReplicaID

  /// The counter of the first operation.
  public let firstCounter: UInt64

  /// How many operations, at least one.
  public let operationCount: Int

  /// The hash of the author's previous change; 0 for its first.
  public let previousHash: UInt64

  /// The hash of this change: 64 bits, over its stand-alone bytes, not cryptographic.
  public let hash: UInt64

  /// The hybrid timestamp.
  ///
  /// In bytes it counts from that of the author's previous change; so it is nil while a change that
  /// came from outside was not applied.
  public internal(set) var timestamp: HybridTimestamp?

  /// The stand-alone bytes; nil where the body is short.
  private let bytes: [UInt8]?
  private let short: ShortBytes
  let bodyByteCount: Int

  /// The body where it is short, as those of most keystrokes are, and needs no memory of its own.
  var shortBody: ShortBytes? { bytes == nil ? short : nil }

  /// The counter of the last operation.
  public var lastCounter: UInt64 { firstCounter &+ UInt64(operationCount) &- 1 }

  /// The dot of the last operation.
  public var lastDot: Dot { Dot(replica: replica, counter: lastCounter) }

  /// Head and operations, see `ChangeBody`.
  var body: ArraySlice<UInt8> {
    if let bytes { return bytes[(bytes.count - bodyByteCount)...] }
    var writer = ByteWriter(capacity: ShortBytes.maximumCount)
    writer.append(short)
    return writer.bytes[...]
  }

  /// A reader of the body; offsets count from its start in the stand-alone bytes.
  ///
  /// Those of a short body are written for it each time.
  var bodyReader: ByteReader {
    if let bytes { return ByteReader(bytes, in: bytes.count - bodyByteCount..<bytes.count) }
    var writer = ByteWriter(capacity: Self.headBytes + ShortBytes.maximumCount)
    Self.appendHead(replica, firstCounter, previousHash, to: &writer)
    let start = writer.byteCount
    writer.append(short)
    return ByteReader(writer.bytes, in: start..<writer.byteCount)
  }

  /// Creates a change of a body that is known to be well formed.
  init(
    replica: ReplicaID, firstCounter: UInt64, operationCount: Int, previousHash: UInt64,
    timestamp: HybridTimestamp?, body: ArraySlice<UInt8>
  ) {
    self.replica = replica
    self.firstCounter = firstCounter
    self.operationCount = operationCount
    self.previousHash = previousHash
    self.timestamp = timestamp
    var writer = ByteWriter(capacity: Self.headBytes + body.count)
    Self.appendHead(replica, firstCounter, previousHash, to: &writer)
    writer.append(contentsOf: body)
    bytes = writer.bytes
    short = ShortBytes()
    bodyByteCount = body.count
    hash = XXHash64.hash(writer.bytes)
  }

  /// Creates the change that a transaction made, of stand-alone bytes that have room to spare.
  init(
    replica: ReplicaID, firstCounter: UInt64, operationCount: Int, previousHash: UInt64,
    timestamp: HybridTimestamp, copying bytes: [UInt8], bodyStart: Int
  ) {
    self.replica = replica
    self.firstCounter = firstCounter
    self.operationCount = operationCount
    self.previousHash = previousHash
    self.timestamp = timestamp
    bodyByteCount = bytes.count - bodyStart
    if bodyByteCount <= ShortBytes.maximumCount {
      self.bytes = nil
      short = ShortBytes(bytes.number(in: bodyStart..<bytes.count), count: bodyByteCount)
    } else {
      self.bytes = bytes.trimmed
      short = ShortBytes()
    }
    hash = XXHash64.hash(bytes)
  }

  /// Creates the change of a short body that is known to be well formed.
  private init(
    _ replica: ReplicaID, _ firstCounter: UInt64, _ operationCount: Int, _ previousHash: UInt64,
    _ timestamp: HybridTimestamp?, _ body: ShortBytes, hash: UInt64
  ) {
    self.replica = replica
    self.firstCounter = firstCounter
    self.operationCount = operationCount
    self.previousHash = previousHash
    self.timestamp = timestamp
    self.hash = hash
    bytes = nil
    short = body
    bodyByteCount = body.count
  }

  /// Creates a change of a body that is known to be well formed; its stand-alone bytes are written
  /// where others may stand.
  init(
    _ replica: ReplicaID, _ firstCounter: UInt64, _ operationCount: Int, _ previousHash: UInt64,
    _ timestamp: HybridTimestamp, _ body: ByteReader, _ scratch: inout ByteWriter
  ) {
    guard let short = Self.shortBody(body) else {
      self.init(
        replica: replica, firstCounter: firstCounter, operationCount: operationCount,
        previousHash: previousHash, timestamp: timestamp, body: body.bytes[body.offset..<body.end])
      return
    }
    self.init(
      replica, firstCounter, operationCount, previousHash, timestamp, short, &scratch)
  }

  /// The same of a short body.
  init(
    _ replica: ReplicaID, _ firstCounter: UInt64, _ operationCount: Int, _ previousHash: UInt64,
    _ timestamp: HybridTimestamp, _ body: ShortBytes, _ scratch: inout ByteWriter
  ) {
    let hash = Self.hash(replica, firstCounter, previousHash, body, &scratch)
    self.init(replica, firstCounter, operationCount, previousHash, timestamp, body, hash: hash)
  }

  private static func shortBody(_ body: ByteReader) -> ShortBytes? {
    let range = body.offset..<body.end
    guard !range.isEmpty, range.count <= ShortBytes.maximumCount,
      range.upperBound >= ShortBytes.maximumCount
    else { return nil }
    return ShortBytes(body.bytes.number(in: range), count: range.count)
  }

  /// Reads a change of which the author, the first counter and the previous hash are known.
  ///
  /// The stand-alone bytes are those from a place on where one is given; else they are written
  /// where others may stand.
  ///
  /// - Throws: `WireError`, with offsets in the whole array, when the body is malformed.
  init(
    replica: ReplicaID, firstCounter: UInt64, previousHash: UInt64, body reader: ByteReader,
    start: Int? = nil, limits: DecodingLimits, _ scratch: inout ByteWriter
  ) throws(WireError) {
    if let body = Self.shortBody(reader),
      let keystroke = Keystroke(body, firstCounter: firstCounter, limits: limits)
    {
      let hash =
        start.map { XXHash64.hash(reader.bytes, in: $0..<reader.end) }
        ?? Self.hash(replica, firstCounter, previousHash, body, &scratch)
      self.init(
        replica, firstCounter, keystroke.count, previousHash, nil, body, hash: hash)
      return
    }
    let count = try ChangeBody.countOperations(reader, firstCounter: firstCounter, limits: limits)
    self.init(
      replica: replica, firstCounter: firstCounter, operationCount: count,
      previousHash: previousHash, timestamp: nil, body: reader.bytes[reader.offset..<reader.end])
  }

  /// The most bytes before the body: a counter is at most six bytes, the hash eight.
  private static let headBytes = ReplicaID.byteCount + 14

  /// Appends what stands before the body in stand-alone bytes.
  @inline(__always)
  static func appendHead(
    _ replica: ReplicaID, _ firstCounter: UInt64, _ previousHash: UInt64,
    to writer: inout ByteWriter
  ) {
    writer.appendReplicaID(replica)
    writer.append(start(firstCounter, previousHash))
  }

  /// What stands between author and body in stand-alone bytes, at most fourteen of them.
  @inline(__always)
  static func start(_ firstCounter: UInt64, _ previousHash: UInt64) -> ShortBytes {
    var start = ShortBytes()
    // Of at most 40 bits, see `LocalDot`.
    start.appendVarint(firstCounter)
    if firstCounter > 1 { start.append(word: previousHash) }
    return start
  }

  /// The hash of the change whose body is a part of some bytes; its own are written where others
  /// may stand.
  static func hash(
    _ replica: ReplicaID, _ firstCounter: UInt64, _ previousHash: UInt64, _ bytes: [UInt8],
    _ body: Range<Int>, _ scratch: inout ByteWriter
  ) -> UInt64 {
    scratch.removeAll()
    appendHead(replica, firstCounter, previousHash, to: &scratch)
    scratch.bytes.append(bytes, in: body)
    return XXHash64.hash(scratch.bytes)
  }

  /// The same of a short body.
  static func hash(
    _ replica: ReplicaID, _ firstCounter: UInt64, _ previousHash: UInt64, _ body: ShortBytes,
    _ scratch: inout ByteWriter
  ) -> UInt64 {
    scratch.removeAll()
    appendHead(replica, firstCounter, previousHash, to: &scratch)
    scratch.append(body)
    return XXHash64.hash(scratch.bytes)
  }

  /// What the change does, if that is a keystroke and no more.
  func keystroke(limits: DecodingLimits) -> Keystroke? {
    shortBody.flatMap { Keystroke($0, firstCounter: firstCounter, limits: limits) }
  }

  /// Appends the stand-alone bytes.
  func append(to writer: inout ByteWriter) {
    if let bytes {
      writer.append(contentsOf: bytes)
    } else {
      Self.appendHead(replica, firstCounter, previousHash, to: &writer)
      appendBody(to: &writer.bytes)
    }
  }

  /// Appends the body.
  func appendBody(to other: inout [UInt8]) {
    if let bytes {
      other.append(bytes, in: bytes.count - bodyByteCount..<bytes.count)
    } else {
      other.append(topOf: short.top, count: short.count)
    }
  }

  /// The most stand-alone bytes.
  var maximumByteCount: Int { Self.headBytes + bodyByteCount }

  private func hasBody(of other: Change) -> Bool {
    bytes == nil && other.bytes == nil ? short == other.short : body == other.body
  }
}

extension Change: Hashable {
  /// Whether both are the same bytes.
  public static func == (first: Change, second: Change) -> Bool {
    first.hash == second.hash && first.replica == second.replica
      && first.firstCounter == second.firstCounter
      && (first.firstCounter == 1 || first.previousHash == second.previousHash)
      && first.hasBody(of: second)
  }

  /// Feeds the change's own hash to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}
