// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// Parts of snapshots that a later version wrote: kept byte for byte, side by side.
struct UnreadSectionTests {
  private static let tags = Field("tags", ORSet<String>.self)

  /// A snapshot of a later version: some replicas' changes, joined in a field of a new datatype.
  private func snapshot(
    _ counters: [Int: UInt64], _ payload: [UInt8], name: String = "later", datatype: UInt8 = 77
  ) -> [UInt8] {
    var state = DocumentState(id: DocumentID(7))
    var covers = VersionVector()
    for (replica, counter) in counters.sorted(by: { $0.key < $1.key }) {
      let number = state.insert(.numbered(replica))
      state.versionVector[number] = counter
      state.authors[number].hash = UInt64(replica) &* 1_000 &+ counter
      covers[.numbered(replica)] = counter
    }
    state.clock = HybridLogicalClock(HybridTimestamp(milliseconds: 500, counter: 0))
    state.sections = [
      UnreadSection(
        name: Array(name.utf8), datatype: datatype, replicas: state.replicas.ids, covers: covers,
        payload: payload)
    ]
    return SnapshotWriter.write(state)
  }

  private func document(_ bytes: [UInt8], as replica: Int = 50) throws -> Document<NoSchema> {
    let document = try Document(
      NoSchema(), snapshot: bytes, replica: .numbered(replica), clock: .fixed(1_000))
    document.checkInvariants()
    return document
  }

  private func payloads(_ document: Document<NoSchema>) -> [[UInt8]] {
    document.core.state.sections.map(\.payload).sorted { $0.lexicographicallyPrecedes($1) }
  }

  @Test(arguments: [11, 77, 127] as [UInt8])
  func `a section of an unknown datatype is forwarded byte for byte`(datatype: UInt8) throws {
    let bytes = snapshot([1: 4, 2: 9], [9, 8, 7, 0, 255], datatype: datatype)
    let document = try document(bytes)
    #expect(document.snapshot() == bytes && payloads(document) == [[9, 8, 7, 0, 255]])
    #expect(document.changes(since: [:]) == .snapshot(bytes))
  }

  @Test func `after changes it says by itself what it covers, and stays`() throws {
    var document = try document(snapshot([1: 4, 2: 9], [9, 8]))
    for text in ["a", "b"] {
      document.edit { $0[Self.tags].insert(text) }
      let loaded = try self.document(document.snapshot(), as: 51)
      #expect(loaded.snapshot() == document.snapshot() && payloads(loaded) == [[9, 8]])
      #expect(
        loaded.core.state.sections.map(\.covers) == [[.numbered(1): 4, .numbered(2): 9]])
      #expect(loaded[Self.tags].elements.last == text)
    }
  }

  @Test func `sections that cover different changes stand side by side after merges`() throws {
    let one = try document(snapshot([1: 4], [1]))
    let two = try document(snapshot([2: 6], [2]))
    let both = one.merging(two)
    both.checkInvariants()
    #expect(payloads(both) == [[1], [2]] && two.merging(one).snapshot() == both.snapshot())
    #expect(both.merging(one).snapshot() == both.snapshot())
    #expect(both.merging(both).snapshot() == both.snapshot())
    let loaded = try document(both.snapshot())
    #expect(loaded.snapshot() == both.snapshot())
    let three = try document(snapshot([3: 1], [3]))
    let orders = [
      one.merging(two).merging(three), three.merging(two).merging(one),
      one.merging(two.merging(three)), loaded.merging(three), three.merging(loaded),
    ]
    for order in orders {
      #expect(payloads(order) == [[1], [2], [3]] && order.snapshot() == orders[0].snapshot())
    }
  }

  @Test func `a section that has joined what another has takes its place`() throws {
    let one = try document(snapshot([1: 4], [1]))
    let two = try document(snapshot([2: 6], [2]))
    let joined = try document(snapshot([1: 4, 2: 6], [1, 2]))
    #expect(payloads(one.merging(joined)) == [[1, 2]])
    #expect(one.merging(joined).snapshot() == joined.snapshot())
    #expect(payloads(joined.merging(two).merging(one)) == [[1, 2]])
    let later = try document(snapshot([1: 5, 2: 6], [3]))
    #expect(payloads(one.merging(two).merging(later)) == [[3]])
    #expect(payloads(later.merging(two).merging(one)) == [[3]])
  }

  @Test func `fields of other names and datatypes do not take each other's place`() throws {
    let one = try document(snapshot([1: 4], [1]))
    for other in [
      try document(snapshot([2: 1], [2], name: "other")),
      try document(snapshot([2: 1], [2], datatype: 78)),
    ] {
      #expect(payloads(one.merging(other)) == [[1], [2]])
      #expect(one.merging(other).snapshot() == other.merging(one).snapshot())
    }
  }

  @Test func `what one keeps as a section another may keep as operations`() throws {
    // Both hold the same change: one as an operation that it could not read, one in a section.
    var byChange = Replicas(NoSchema()).documents[1]
    var forged = ForgedChange(.numbered(1))
    forged.appendLater(60, new: "later", [5])
    byChange.apply(forged.change)
    var state = byChange.core.state
    state.unread = []
    state.sections = [
      UnreadSection(
        name: Array("later".utf8), datatype: 77, replicas: [.numbered(1)],
        covers: [.numbered(1): 1], payload: [7])
    ]
    var bySnapshot = try document(SnapshotWriter.write(state), as: 2)
    #expect(byChange.mergeState(bySnapshot) == .alreadyKnown)
    #expect(bySnapshot.mergeState(byChange) == .alreadyKnown)
    bySnapshot.edit { $0[Self.tags].insert("a") }
    // A section has joined what it covers, so the operation need not be kept any more.
    var joined = byChange
    #expect(joined.mergeState(bySnapshot) == .merged(released: 0))
    #expect(joined.core.state.unread.isEmpty && payloads(joined) == [[7]])
    #expect(joined.snapshot() == bySnapshot.snapshot())
  }
}
