// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct ChangeBatchTests {
  private static let document = DocumentID(7)

  /// Changes of three replicas on fields of all datatypes, in the order made.
  private static func changes(seed: UInt64, _ count: Int = 12) -> [Change] {
    var edits = RandomEdits(seed: seed)
    var documents = Replicas(NoSchema(), 3).documents
    var changes: [Change] = []
    while changes.count < count {
      let replica = edits.random.number(below: 3)
      documents[replica].merge(documents[edits.random.number(below: 3)])
      let datatype = DatatypeTag.allCases[edits.random.number(below: 10)]
      if let change = edits.edit(&documents[replica], datatype) { changes.append(change) }
    }
    return changes
  }

  // MARK: Round trips

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `changes are read as they were written, in whatever order`(seed: UInt64) throws {
    var random = ValueGenerator(seed: seed)
    var changes = Self.changes(seed: seed)
    for _ in 0..<6 {
      let bytes = ChangeBatch.encode(changes, document: Self.document)
      let read = try ChangeBatch.decode(bytes, document: Self.document)
      #expect(read == changes && read.map(\.hash) == changes.map(\.hash))
      #expect(read.map(\.operationCount) == changes.map(\.operationCount))
      #expect(read.allSatisfy { $0.timestamp == nil })
      #expect(ChangeBatch.encode(read, document: Self.document) == bytes)
      changes.swapAt(random.number(below: changes.count), random.number(below: changes.count))
    }
    for change in changes {
      let bytes = change.encoded(in: Self.document)
      #expect(try ChangeBatch.decode(bytes) == [change])
    }
  }

  @Test func `a change may stand in a batch twice`() throws {
    let change = Self.changes(seed: 1, 1)[0]
    let bytes = ChangeBatch.encode([change, change], document: Self.document)
    #expect(try ChangeBatch.decode(bytes) == [change, change])
  }

  // MARK: Refusals

  @Test func `bytes cut short are refused, at every byte`() {
    let changes = Self.changes(seed: 2)
    for bytes in [
      ChangeBatch.encode(changes, document: Self.document), changes[0].encoded(in: Self.document),
    ] {
      for count in bytes.indices {
        #expect(throws: WireError.self) { try ChangeBatch.decode(Array(bytes[..<count])) }
      }
      // And with a checksum that fits what is left.
      for count in 5..<bytes.count - 4 {
        let cut = HostileBytes.sealed(Array(bytes[..<count]) + [0, 0, 0, 0])
        if let read = try? ChangeBatch.decode(cut) {
          #expect(ChangeBatch.encode(read, document: Self.document) == cut)
        }
      }
    }
  }

  @Test func `every change of a bit of a small message is refused`() {
    let bytes = ChangeBatch.encode(Self.changes(seed: 3, 2), document: Self.document)
    for place in bytes.indices {
      for bit in 0..<8 as Range<UInt8> {
        var damaged = bytes
        damaged[place] ^= 1 << bit
        #expect(throws: WireError.self) {
          try ChangeBatch.decode(damaged, document: Self.document)
        }
      }
    }
  }

  @Test func `a snapshot is no batch`() {
    let bytes = Replicas(NoSchema()).documents[0].snapshot()
    #expect(throws: WireError.wrongFormat(offset: 0)) { try ChangeBatch.decode(bytes) }
  }

  /// A batch put together by hand.
  private func batch(_ body: (inout ByteWriter) -> Void) -> [UInt8] {
    Envelope.seal(.batch, Self.document, body)
  }

  /// The bytes of changes of one author behind one another.
  private func append(
    _ changes: [(head: Int, counter: UInt64, body: [UInt8])], to writer: inout ByteWriter
  ) {
    writer.appendVarint(changes.count)
    for change in changes {
      writer.appendVarint(change.head)
      if change.head & 1 == 0 {
        writer.appendVarint(change.counter)
        if change.counter > 1 { writer.appendUInt64(9) }
      }
      writer.appendBlob(change.body)
    }
  }

  /// A body that holds one operation without effect.
  private static let void: [UInt8] = [4, OperationKind.void.rawValue]

  @Test func `a batch has one form`() throws {
    let (one, two) = (ReplicaID.numbered(1), ReplicaID.numbered(2))
    func bytes(
      _ authors: [ReplicaID], _ changes: [(head: Int, counter: UInt64, body: [UInt8])]
    ) -> [UInt8] {
      batch { writer in
        writer.appendVarint(authors.count)
        for author in authors { writer.appendReplicaID(author) }
        append(changes, to: &writer)
      }
    }
    let void = Self.void
    let good = bytes([one, two], [(0, 1, void), (2, 5, void), (1, 0, void)])
    let read = try ChangeBatch.decode(good)
    #expect(read.map(\.firstCounter) == [1, 5, 2] && read[2].previousHash == read[0].hash)
    let refused: [[UInt8]] = [
      bytes([two, one], [(0, 1, void), (2, 5, void)]),  // Authors descend.
      bytes([one, one], [(0, 1, void), (2, 5, void)]),
      bytes([one, two], [(0, 1, void), (0, 5, void)]),  // One author has no change.
      bytes([one], [(0, 1, void)]),  // One change is no batch.
      bytes([one], []),
      bytes([one], [(1, 0, void), (0, 1, void)]),  // Nothing to go on from.
      bytes([one], [(0, 1, void), (2, 1, void)]),  // No such author.
      bytes([one], [(0, 0, void), (0, 5, void)]),  // Counters count from 1.
      bytes([one], [(0, 1 << 40, void), (0, 5, void)]),
      bytes([one], [(0, 1, []), (0, 5, void)]),  // No body, no operation.
      bytes([one], [(0, 1, [4]), (0, 5, void)]),
    ]
    for (number, bytes) in refused.enumerated() {
      #expect(throws: WireError.self, "\(number)") { try ChangeBatch.decode(bytes) }
    }
  }

  @Test func `a change that goes on from the one before is written so`() throws {
    let changes = Array(Self.changes(seed: 5).filter { $0.replica == .numbered(1) }.prefix(2))
    let bytes = ChangeBatch.encode(changes, document: Self.document)
    let long = batch { writer in
      writer.appendVarint(1 as Int)
      writer.appendReplicaID(changes[0].replica)
      writer.appendVarint(2 as Int)
      for change in changes {
        writer.appendVarint(0 as Int)
        writer.appendVarint(change.firstCounter)
        if change.firstCounter > 1 { writer.appendUInt64(change.previousHash) }
        writer.appendBlob(change.body)
      }
    }
    #expect(long.count > bytes.count)
    #expect(throws: WireError.self) { try ChangeBatch.decode(long) }
  }

  @Test func `limits are kept`() {
    let changes = Self.changes(seed: 6)
    let bytes = ChangeBatch.encode(changes, document: Self.document)
    for limits in [
      DecodingLimits(maximumBytes: bytes.count - 1), DecodingLimits(maximumChanges: 11),
      DecodingLimits(maximumReplicas: 2), DecodingLimits(maximumNameBytes: 0),
      DecodingLimits(maximumValueBytes: 0),
    ] {
      #expect(throws: WireError.self) { try ChangeBatch.decode(bytes, limits: limits) }
    }
    #expect(throws: Never.self) {
      try ChangeBatch.decode(bytes, limits: DecodingLimits(maximumChanges: 12, maximumReplicas: 3))
    }
  }

  @Test func `operations past the last counter are refused`() throws {
    let void = OperationKind.void.rawValue
    func change(_ counter: UInt64, _ previous: UInt64, _ bodies: [UInt8]) -> Change {
      Change(
        replica: .numbered(3), firstCounter: counter, operationCount: bodies.count - 1,
        previousHash: previous, timestamp: nil, body: bodies[...])
    }
    for beyond in [
      change(LocalDot.maximumCounter, 5, [4, void]),
      change(LocalDot.maximumCounter, 5, [4, void, void]),
      change(LocalDot.maximumCounter - 1, 5, [4, void, void]),
      change(LocalDot.maximumCounter + 1, 5, [4, void]),
    ] {
      #expect(throws: WireError.self) {
        try ChangeBatch.decode(beyond.encoded(in: Self.document))
      }
    }
    let last = change(LocalDot.maximumCounter - 1, 5, [4, void])
    let next = change(LocalDot.maximumCounter, last.hash, [4, void])
    #expect(throws: WireError.self) {
      try ChangeBatch.decode(ChangeBatch.encode([last, next], document: Self.document))
    }
    #expect(try ChangeBatch.decode(last.encoded(in: Self.document)) == [last])
  }
}
