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

  /// The stand-alone bytes.
  private let bytes: [UInt8]
  private let bodyStart: Int

  /// The counter of the last operation.
  public var lastCounter: UInt64 { firstCounter &+ UInt64(operationCount) &- 1 }

  /// The dot of the last operation.
  public var lastDot: Dot { Dot(replica: replica, counter: lastCounter) }

  /// Head and operations, see `ChangeBody`.
  var body: ArraySlice<UInt8> { bytes[bodyStart...] }

  /// The number of stand-alone bytes.
  var byteCount: Int { bytes.count }

  var bodyByteCount: Int { bytes.count - bodyStart }

  /// A reader of the body; offsets count from its start in the stand-alone bytes.
  var bodyReader: ByteReader { ByteReader(bytes, in: bodyStart..<bytes.count) }

  /// Creates a change of a body that is known to be well formed.
  init(
    replica: ReplicaID, firstCounter: UInt64, operationCount: Int, previousHash: UInt64,
    timestamp: HybridTimestamp?, body: ArraySlice<UInt8>
  ) {
    self.init(
      replica, firstCounter, operationCount, previousHash, timestamp, byteCount: body.count
    ) { $0.append(contentsOf: body) }
  }

  /// Creates the change that a transaction made.
  init(
    replica: ReplicaID, firstCounter: UInt64, operationCount: Int, previousHash: UInt64,
    timestamp: HybridTimestamp, after previous: HybridTimestamp,
    context: [ChangeBody.ContextEntry], operations: [UInt8]
  ) {
    self.init(
      replica, firstCounter, operationCount, previousHash, timestamp,
      byteCount: operations.count + 4 + context.count * (ReplicaID.byteCount + 4)
    ) {
      ChangeBody.appendHead(timestamp, after: previous, context: context, to: &$0)
      $0.append(contentsOf: operations)
    }
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

  @inline(__always)
  private init(
    _ replica: ReplicaID, _ firstCounter: UInt64, _ operationCount: Int, _ previousHash: UInt64,
    _ timestamp: HybridTimestamp?, byteCount: Int, _ body: (inout ByteWriter) -> Void
  ) {
    self.replica = replica
    self.firstCounter = firstCounter
    self.operationCount = operationCount
    self.previousHash = previousHash
    self.timestamp = timestamp
    // A counter is at most six bytes, the hash eight.
    var writer = ByteWriter(capacity: ReplicaID.byteCount + 14 + byteCount)
    Self.appendHead(replica, firstCounter, previousHash, to: &writer)
    bodyStart = writer.byteCount
    body(&writer)
    bytes = writer.bytes
    hash = XXHash64.hash(writer.bytes)
  }

  @inline(__always)
  private static func appendHead(
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

  func append(to writer: inout ByteWriter) {
    writer.append(contentsOf: bytes)
  }
}

extension Change: Hashable {
  /// Whether both are the same bytes.
  public static func == (first: Change, second: Change) -> Bool {
    first.bytes == second.bytes
  }

  /// Feeds the change's own hash to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}
