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
  /// A short body: its bytes at the top of a number, zeros below.
  private let shortBody: UInt128

  let bodyByteCount: Int

  /// The longest body that needs no memory of its own: most keystrokes have one.
  private static let shortBodyBytes = 16

  /// The counter of the last operation.
  public var lastCounter: UInt64 { firstCounter &+ UInt64(operationCount) &- 1 }

  /// The dot of the last operation.
  public var lastDot: Dot { Dot(replica: replica, counter: lastCounter) }

  /// Head and operations, see `ChangeBody`.
  var body: ArraySlice<UInt8> {
    if let bytes { return bytes[(bytes.count - bodyByteCount)...] }
    var body: [UInt8] = []
    appendBody(to: &body)
    return body[...]
  }

  /// A reader of the body; offsets count from its start in the stand-alone bytes.
  var bodyReader: ByteReader {
    var writer = ByteWriter()
    if bytes == nil { append(to: &writer) }
    let bytes = bytes ?? writer.bytes
    return ByteReader(bytes, in: bytes.count - bodyByteCount..<bytes.count)
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
    shortBody = 0
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
    if bodyByteCount <= Self.shortBodyBytes {
      self.bytes = nil
      shortBody = bytes.number(ofLast: bodyByteCount)
    } else {
      self.bytes = bytes.trimmed
      shortBody = 0
    }
    hash = XXHash64.hash(bytes)
  }

  /// Reads a change of which the author, the first counter and the previous hash are known.
  ///
  /// - Throws: `WireError`, with offsets in the whole array, when the body is malformed.
  init(
    replica: ReplicaID, firstCounter: UInt64, previousHash: UInt64, body reader: ByteReader,
    limits: DecodingLimits
  ) throws(WireError) {
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
    writer.appendVarint(firstCounter)
    if firstCounter > 1 { writer.appendUInt64(previousHash) }
  }

  /// The hash of the change with a body; its bytes are written where others may stand.
  static func hash(
    _ replica: ReplicaID, _ firstCounter: UInt64, _ previousHash: UInt64, _ body: ByteReader,
    _ scratch: inout ByteWriter
  ) -> UInt64 {
    scratch.removeAll()
    appendHead(replica, firstCounter, previousHash, to: &scratch)
    scratch.append(body.bytes[body.offset..<body.end])
    return XXHash64.hash(scratch.bytes)
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
      other.append(topOf: shortBody, count: bodyByteCount)
    }
  }

  /// The most stand-alone bytes.
  var maximumByteCount: Int { Self.headBytes + bodyByteCount }

  private func hasBody(of other: Change) -> Bool {
    guard bytes != nil || other.bytes != nil else {
      return bodyByteCount == other.bodyByteCount && shortBody == other.shortBody
    }
    return body == other.body
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
