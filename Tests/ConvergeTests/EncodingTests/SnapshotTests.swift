// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct SnapshotTests {
  /// A document with changes of three replicas on fields of all datatypes.
  private static func document(seed: UInt64, steps: Int = 20) -> Document<NoSchema> {
    var edits = RandomEdits(seed: seed)
    var documents = Replicas(NoSchema(), 3).documents
    for _ in 0..<steps {
      let replica = edits.random.number(below: 3)
      if edits.random.number(below: 2) == 0 {
        documents[replica].merge(documents[edits.random.number(below: 3)])
      }
      edits.edit(&documents[replica], DatatypeTag.allCases[edits.random.number(below: 10)])
    }
    return documents[0].merging(documents[1]).merging(documents[2])
  }

  private func read(
    _ bytes: [UInt8], limits: DecodingLimits = .default
  ) throws(WireError) -> Document<NoSchema> {
    try Document(
      NoSchema(), snapshot: bytes, replica: .numbered(9), clock: .fixed(1_000),
      configuration: DocumentConfiguration(limits: limits))
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `a snapshot is read as it was written, and goes on the same`(seed: UInt64) throws {
    var document = Self.document(seed: seed, steps: 5 + Int(seed))
    let bytes = document.snapshot()
    var loaded = try read(bytes)
    loaded.checkInvariants()
    #expect(loaded.snapshot() == bytes && loaded.id == document.id)
    #expect(loaded.versionVector == document.versionVector)
    #expect(loaded.timestamp == document.timestamp)
    for datatype in DatatypeTag.allCases {
      var edits = RandomEdits(seed: seed)
      guard let change = edits.edit(&document, datatype) else { continue }
      #expect(loaded.apply(change) == .applied(released: 0))
      #expect(loaded.snapshot() == document.snapshot())
    }
    loaded.checkInvariants()
  }

  @Test func `an empty document is thirty bytes at most`() throws {
    let bytes = Replicas(NoSchema()).documents[0].snapshot()
    #expect(bytes.count <= 30)
    #expect(try read(bytes).snapshot() == bytes)
  }

  @Test func `bytes cut short are refused, at every byte`() {
    let bytes = Self.document(seed: 40).snapshot()
    for count in bytes.indices {
      #expect(throws: WireError.self) { try read(Array(bytes[..<count])) }
      guard count >= 9, count < bytes.count - 4 else { continue }
      let cut = HostileBytes.sealed(Array(bytes[..<count]) + [0, 0, 0, 0])
      #expect(throws: WireError.self) { try read(cut) }
    }
  }

  @Test func `every change of a bit of a small snapshot is refused`() {
    let bytes = Self.document(seed: 41, steps: 3).snapshot()
    for place in bytes.indices {
      for bit in 0..<8 as Range<UInt8> {
        var damaged = bytes
        damaged[place] ^= 1 << bit
        #expect(throws: WireError.self) {
          try Delta.decode(damaged, document: DocumentID(7))
        }
      }
    }
  }

  @Test func `bytes behind the end are refused`() {
    let bytes = Self.document(seed: 42).snapshot()
    let longer = HostileBytes.sealed(Array(bytes.dropLast(4)) + [0, 0, 0, 0, 0])
    #expect(throws: WireError.self) { try read(longer) }
  }

  @Test func `a batch is no snapshot`() {
    let document = Self.document(seed: 43)
    let batch = document.changes(since: [:]).encoded(in: document.id)
    #expect(throws: WireError.wrongFormat(offset: 0)) { try read(batch) }
  }

  @Test func `limits are kept`() {
    let bytes = Self.document(seed: 44).snapshot()
    for limits in [
      DecodingLimits(maximumBytes: bytes.count - 1), DecodingLimits(maximumReplicas: 2),
      DecodingLimits(maximumFields: 0), DecodingLimits(maximumNameBytes: 0),
    ] {
      #expect(throws: WireError.self) { try read(bytes, limits: limits) }
    }
  }

  @Test func `one field stands in a snapshot once`() {
    let counter = Field("f", PNCounter.self)
    var documents = Replicas(NoSchema()).documents
    for amount in [1, 2] as [Int64] {
      documents[Int(amount) - 1].edit { $0[counter].increment(by: amount) }
    }
    // The second document's field under the same name once more, as if it were not understood.
    var (state, other) = (documents[0].core.state, documents[1].core.state)
    var section = UnreadSection(
      name: Array("f".utf8), datatype: DatatypeTag.pnCounter.rawValue, replicas: state.replicas.ids,
      covers: documents[0].versionVector, payload: [])
    for replica in [0, 1] {
      if replica == 1 { other = state }
      var writer = ByteWriter()
      SectionEncoder(numbers: [0], replicas: other.replicas)
        .encodeField(other.fields[counter.key] ?? FieldState(.pnCounter), into: &writer)
      section.payload = writer.bytes
      state.sections = [section]
      #expect(throws: WireError.self) { try read(SnapshotWriter.write(state)) }
    }
  }

  @Test func `equal states are equal bytes, whatever their numbers in memory`() {
    let tags = Field("tags", ORSet<String>.self)
    var replicas = Replicas(NoSchema(), 3)
    for replica in 0..<3 { replicas.edit(replica) { $0[tags].insert("\(replica)") } }
    let orders = [[0, 1, 2], [2, 1, 0], [1, 2, 0]]
    let snapshots = orders.map { order in
      var document = Document(
        NoSchema(), id: DocumentID(7), replica: .numbered(9), clock: .fixed(1))
      for number in order { document.apply(replicas.changes[number]) }
      return document.snapshot()
    }
    #expect(snapshots[0] == snapshots[1] && snapshots[0] == snapshots[2])
  }

  @Test func `records nested by a change to the very limit are written and read`() throws {
    var forged = ForgedChange(.numbered(3))
    let key = ValueBytes(1 as Int64).bytes
    forged.operations.appendByte(OperationKind.increment.rawValue)
    for depth in 0..<DecodingLimits.default.maximumNestingDepth {
      forged.operations.appendVarint(depth == 0 ? 1 : 3)
      if depth == 0 { forged.operations.appendString("r") }
      forged.operations.appendVarint(key.count << 2 | 1)
      forged.operations.append(contentsOf: key)
    }
    forged.operations.append(contentsOf: [2, 2])
    forged.operationCount = 1
    var document = Replicas(NoSchema()).documents[0]
    #expect(document.apply(try forged.change.received()) == .applied(released: 0))
    document.checkInvariants()
    let bytes = document.snapshot()
    let loaded = try read(bytes)
    loaded.checkInvariants()
    #expect(loaded.snapshot() == bytes)
  }
}
