// SPDX-License-Identifier: Apache-2.0

@testable import Converge

/// A change put together by hand, as a later version or an enemy might.
struct ForgedChange {
  var replica: ReplicaID
  var firstCounter: UInt64 = 1
  var previousHash: UInt64 = 0
  /// Since the author's previous change.
  var milliseconds: UInt64 = 1_000
  /// First mentions: replicas and what of them the author had applied.
  var context: [(replica: ReplicaID, counters: UInt64)] = []
  var operations = ByteWriter()
  var operationCount = 0

  init(_ replica: ReplicaID, after previous: Change? = nil) {
    self.replica = replica
    if let previous {
      firstCounter = previous.lastCounter + 1
      previousHash = previous.hash
    }
  }

  /// Adds an operation in this version's terms on a field that is mentioned first, or again.
  mutating func append(_ kind: OperationKind, _ field: Int, dots: Int = 1, _ payload: [UInt8]) {
    operations.appendByte(kind.rawValue)
    operations.appendVarint(field << 1)
    operations.append(contentsOf: payload)
    operationCount += dots
  }

  /// Adds an operation on a field that the author mentions for the first time.
  mutating func append(
    _ kind: OperationKind, new name: String, dots: Int = 1, _ payload: [UInt8]
  ) {
    operations.appendByte(kind.rawValue)
    operations.appendVarint(0 as Int)
    operations.appendString(name)
    operations.append(contentsOf: payload)
    operationCount += dots
  }

  /// Adds an operation of a kind that this version does not know.
  mutating func appendLater(
    _ kind: UInt8, new name: String? = nil, field: Int = 1, dots: Int = 1, _ payload: [UInt8] = []
  ) {
    operations.appendByte(kind)
    if let name {
      operations.appendVarint(0 as Int)
      operations.appendString(name)
    } else {
      operations.appendVarint(field << 1)
    }
    operations.appendVarint(dots)
    operations.appendBlob(payload)
    operationCount += dots
  }

  var change: Change {
    var body = ByteWriter()
    ChangeBody.appendHead(
      HybridTimestamp(milliseconds: milliseconds, counter: 0), after: .zero,
      context: context.map { .init(source: .id($0.replica), counters: $0.counters) }, to: &body)
    body.append(contentsOf: operations.bytes)
    return Change(
      replica: replica, firstCounter: firstCounter, operationCount: operationCount,
      previousHash: previousHash, timestamp: nil, body: body.bytes[...])
  }
}

extension Change {
  /// The change as it arrives somewhere: without a timestamp, read from bytes.
  func received() throws -> Change {
    try ChangeBatch.decode(encoded(in: DocumentID(7)))[0]
  }
}
