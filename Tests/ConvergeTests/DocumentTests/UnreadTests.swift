// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// What a later version writes and this one does not understand: kept as it came, and forwarded.
struct UnreadTests {
  private static let author = ReplicaID.numbered(8)
  private static let text = Field("t", ReplicatedText.self)
  private static let tags = Field("tags", ORSet<String>.self)
  private static let plans = Field("plans", ORMap<String, Plan>.self)

  private var empty: Document<NoSchema> { Replicas(NoSchema()).documents[0] }

  /// Checks that changes and snapshots carry all on, byte for byte.
  private func expectForwarded(_ document: Document<NoSchema>, _ changes: [Change]) throws {
    document.checkInvariants()
    let bytes = document.snapshot()
    let loaded = try Document(
      NoSchema(), snapshot: bytes, replica: .numbered(20), clock: .fixed(1_000))
    loaded.checkInvariants()
    #expect(loaded.snapshot() == bytes)
    var merged = Document(
      NoSchema(), id: DocumentID(7), replica: .numbered(21), clock: .fixed(1_000))
    #expect(merged.mergeState(document) == .merged(released: 0))
    #expect(merged.snapshot() == bytes)
    guard case .changes(let forwarded) = document.changes(since: [:]) else {
      Issue.record("the log is not whole")
      return
    }
    #expect(
      forwarded.map { $0.encoded(in: DocumentID(7)) }
        == changes.map { $0.encoded(in: DocumentID(7)) })
    var listener = Document(
      NoSchema(), id: DocumentID(7), replica: .numbered(22), clock: .fixed(1_000))
    for change in forwarded { #expect(listener.apply(change) == .applied(released: 0)) }
    #expect(listener.snapshot() == bytes)
    #expect(listener.mergeState(document) == .alreadyKnown)
  }

  @Test(arguments: [48, 63] as [UInt8])
  func `an operation of an unknown kind is kept and forwarded, and others beside it applied`(
    kind: UInt8
  ) throws {
    var forged = ForgedChange(Self.author)
    forged.append(.insertMember, new: "tags", ValueBytes("a").blob)
    forged.appendLater(kind, new: "f", dots: 3, [1, 2, 3])
    forged.append(.insertMember, 1, ValueBytes("b").blob)
    let change = try forged.change.received()
    #expect(change.operationCount == 5)
    var document = empty
    #expect(document.apply(change) == .applied(released: 0))
    #expect(document[Self.tags].elements == ["a", "b"])
    #expect(document.versionVector == [Self.author: 5])
    #expect(document.core.state.unread.map(\.dotCount) == [3])
    try expectForwarded(document, [change])
  }

  @Test func `operations that refer to an unread one's slots are kept unread too`() throws {
    var first = ForgedChange(Self.author)
    first.append(.insertText, new: "t", dots: 2, [1] + "ab".blob)
    first.appendLater(50, dots: 1)
    // A right child of the unread slot, one of that, and one of the slot before it.
    first.append(.insertText, 1, [3 << 1 | 1] + "c".blob)
    first.append(.insertText, 1, [3 << 1 | 1] + "d".blob)
    first.append(.insertText, 1, [9 << 1 | 1] + "e".blob)
    let change = try first.change.received()
    var second = ForgedChange(Self.author, after: change)
    // Removes the read `a`, the unread `c`, then the read `b` alone.
    second.append(.removeText, 1, dots: 2, [2, 13, 1, 7, 1])
    second.append(.removeText, 1, [1, 15, 1])
    let removal = try second.change.received()
    var document = empty
    #expect(document.apply(change) == .applied(released: 0))
    #expect(document[Self.text].string == "abe")
    #expect(document.core.state.unread.map(\.dot.counter) == [3, 4, 5])
    #expect(document.apply(removal) == .applied(released: 0))
    #expect(document.core.state.unread.map(\.dot.counter) == [3, 4, 5, 7])
    #expect(document[Self.text].string == "ae")
    try expectForwarded(document, [change, removal])
  }

  @Test func `another author's operation that refers to an unread slot is kept unread`() throws {
    var first = ForgedChange(Self.author)
    first.appendLater(50, new: "t", dots: 1)
    let change = try first.change.received()
    var second = ForgedChange(.numbered(9))
    second.context = [(Self.author, 1)]
    second.append(.insertText, new: "t", [1 << 2 | 1, 1] + "x".blob)
    let reply = try second.change.received()
    var document = empty
    #expect(document.apply(reply) == .pending(waitingFor: [change.lastDot]))
    #expect(document.apply(change) == .applied(released: 1))
    #expect(document[Self.text].isEmpty && document.core.state.unread.count == 2)
    try expectForwarded(document, [change, reply])
  }

  @Test func `a removal of a range with an unread slot inside is kept unread`() throws {
    var first = ForgedChange(Self.author)
    first.append(.insertText, new: "t", [1] + "a".blob)
    first.appendLater(50, dots: 1)
    first.append(.insertText, 1, [5 << 1 | 1] + "c".blob)
    let change = try first.change.received()
    var second = ForgedChange(Self.author, after: change)
    second.append(.removeText, 1, dots: 3, [1, 7, 3])
    let removal = try second.change.received()
    var document = empty
    document.apply(change)
    document.apply(removal)
    #expect(document.core.state.unread.map(\.dot.counter) == [2, 4])
    try expectForwarded(document, [change, removal])
  }

  @Test func `an unread operation inside a record is a write to it`() throws {
    var forged = ForgedChange(Self.author)
    forged.operations.append(contentsOf: [50, 1] + "plans".blob)
    forged.operations.appendVarint(ValueBytes("k").bytes.count << 2)
    forged.operations.append(contentsOf: ValueBytes("k").bytes)
    forged.operations.append(contentsOf: [0] + "later".blob + [1, 2, 7, 7])
    forged.operationCount = 1
    let change = try forged.change.received()
    var replicas = Replicas(NoSchema())
    replicas.edit(0) { $0[Self.plans]["k"].title.set("old") }
    replicas.exchange()
    replicas.edit(0) { $0[Self.plans].remove("k") }
    replicas[0].apply(change)
    replicas[1].apply(change)
    #expect(replicas[0][Self.plans]["k"]?.line == "old")
    replicas.exchange()
    replicas.edit(1) { $0[Self.plans].remove("k") }
    replicas.exchange()
    #expect(replicas[0][Self.plans].keys.isEmpty)
    replicas.edit(1) { $0[Self.plans]["k"].votes.increment() }
    replicas.exchange()
    #expect(replicas[0][Self.plans]["k"]?.line == "votes:1")
    #expect(replicas[0].core.state.unread.count == 1)
  }

  // MARK: Mixtures

  /// Changes of a later version: text, unread operations, and text that hangs on those.
  private static func laterChanges(_ random: inout ValueGenerator) throws -> [Change] {
    var changes: [Change] = []
    for number in 0..<6 {
      var forged = ForgedChange(author, after: changes.last)
      if number == 0 {
        forged.append(.insertText, new: "f", dots: 2, [1] + "xy".blob)
      } else {
        for _ in 0...random.number(below: 3) {
          let counter = forged.firstCounter + UInt64(forged.operationCount)
          let back = 1 + random.number(below: Int(counter) - 1)
          switch random.number(below: 3) {
          case 0: forged.appendLater(49, dots: 1 + random.number(below: 2))
          case 1:
            forged.append(
              .insertText, 1, [UInt8((back << 1 | 1) << 1 | random.number(below: 2))] + "z".blob)
          default: forged.append(.removeText, 1, [1, UInt8(back << 1 | 1), 1])
          }
        }
      }
      changes.append(try forged.change.received())
    }
    return changes
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `all ways to take in what is not understood lead to the same bytes`(seed: UInt64) throws {
    var edits = RandomEdits(seed: seed)
    let later = try Self.laterChanges(&edits.random)
    var documents = Replicas(NoSchema(), 3).documents
    for _ in 0..<25 {
      let replica = edits.random.number(below: 3)
      switch edits.random.number(below: 5) {
      case 0: documents[replica].merge(documents[edits.random.number(below: 3)])
      case 1: documents[replica].mergeState(documents[edits.random.number(below: 3)])
      case 2, 3: documents[replica].apply(later[edits.random.number(below: later.count)])
      default: edits.edit(&documents[replica], [.replicatedText, .orMap][replica % 2])
      }
      documents[replica].checkInvariants()
      let bytes = documents[replica].snapshot()
      let loaded = try Document(
        NoSchema(), snapshot: bytes, replica: .numbered(20), clock: .fixed(1_000))
      #expect(loaded.snapshot() == bytes)
    }
    var byChange = Replicas(NoSchema()).documents[0].fork(as: .numbered(30))
    for document in documents {
      guard case .changes(let changes) = document.changes(since: [:]) else { continue }
      for change in changes { byChange.apply(change) }
    }
    byChange.apply(contentsOf: later)
    for first in 0..<3 {
      var byState = documents[first]
      byState.mergeState(documents[(first + 1) % 3])
      byState.mergeState(documents[(first + 2) % 3])
      byState.apply(contentsOf: later)
      byState.checkInvariants()
      #expect(byState.pendingCount == 0 && byState.snapshot() == byChange.snapshot())
    }
  }
}

extension ValueBytes {
  /// The bytes behind their length.
  var blob: [UInt8] { [UInt8(bytes.count)] + bytes }
}

extension String {
  /// The UTF-8 behind its length.
  var blob: [UInt8] { [UInt8(utf8.count)] + utf8 }
}
