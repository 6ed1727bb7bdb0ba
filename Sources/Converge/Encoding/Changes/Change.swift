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

  /// Head and operations, see `ChangeBody`.
  let body: [UInt8]

  /// The counter of the last operation.
  public var lastCounter: UInt64 { firstCounter &+ UInt64(operationCount) &- 1 }

  /// The dot of the last operation.
  public var lastDot: Dot { Dot(replica: replica, counter: lastCounter) }

  init(
    replica: ReplicaID, firstCounter: UInt64, operationCount: Int, previousHash: UInt64,
    timestamp: HybridTimestamp?, body: [UInt8]
  ) {
    self.replica = replica
    self.firstCounter = firstCounter
    self.operationCount = operationCount
    self.previousHash = previousHash
    self.timestamp = timestamp
    self.body = body
    var writer = ByteWriter(capacity: body.count + 32)
    Self.appendHead(replica, firstCounter, previousHash, to: &writer)
    writer.append(contentsOf: body)
    hash = XXHash64.hash(writer.bytes)
  }

  /// Reads a change of which the author, the first counter and the previous hash are known.
  ///
  /// - Throws: `WireError`, with offsets in the whole array, when the body is malformed.
  init(
    replica: ReplicaID, firstCounter: UInt64, previousHash: UInt64, body reader: ByteReader,
    limits: DecodingLimits
  ) throws(WireError) {
    var body = try ChangeBody(reader)
    let count = try body.countOperations(firstCounter: firstCounter, limits: limits)
    self.init(
      replica: replica, firstCounter: firstCounter, operationCount: count,
      previousHash: previousHash, timestamp: nil,
      body: Array(reader.bytes[reader.offset..<reader.end]))
  }

  /// Appends what stands before the body in a change's stand-alone bytes.
  static func appendHead(
    _ replica: ReplicaID, _ firstCounter: UInt64, _ previousHash: UInt64,
    to writer: inout ByteWriter
  ) {
    writer.appendReplicaID(replica)
    writer.appendVarint(firstCounter)
    if firstCounter > 1 { writer.appendUInt64(previousHash) }
  }

  func append(to writer: inout ByteWriter) {
    Self.appendHead(replica, firstCounter, previousHash, to: &writer)
    writer.append(contentsOf: body)
  }
}

extension Change: Hashable {
  /// Whether both are the same bytes.
  public static func == (first: Change, second: Change) -> Bool {
    first.replica == second.replica && first.firstCounter == second.firstCounter
      && first.previousHash == second.previousHash && first.body == second.body
  }

  /// Feeds the change's own hash to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}
