// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Testing

/// Small histories whose results follow from DESIGN section 3 by reading.
@Suite struct NaiveModelTests {
  /// Two replicas of one field; changes go across by `exchange`.
  private struct Pair {
    var model: NaiveModel

    init(_ kind: DatatypeKind) {
      model = NaiveModel(replicaCount: 2, fields: [HistoryField("f", kind)])
    }

    mutating func edit(_ replica: Int, wall: Int64 = 0, _ actions: Call.Action...) throws {
      try model.edit(replica, wall: wall, calls: actions.map { Call($0, field: 0) })
    }

    /// Lets both replicas take in each other, and gives what both show.
    mutating func exchange() -> JSONValue {
      let _: Int = model.merge(from: 0, to: 1)
      let _: Int = model.merge(from: 1, to: 0)
      let shown = model.state(of: 0, at: 0)
      #expect(shown == model.state(of: 0, at: 1))
      return shown
    }
  }

  @Test func `the greater timestamp wins a register, and the greater replica a tie`() throws {
    var pair = Pair(.register)
    try pair.edit(0, wall: 2, .set(.integer(1)))
    try pair.edit(1, wall: 1, .set(.integer(2)))
    #expect(pair.exchange() == .integer(1))
    try pair.edit(0, wall: 9, .set(.integer(3)))
    try pair.edit(1, wall: 9, .set(.integer(4)))
    #expect(pair.exchange() == .integer(4))
  }

  @Test func `concurrent values survive side by side until one has seen both`() throws {
    var pair = Pair(.multiValue)
    try pair.edit(0, .set(.integer(2)))
    try pair.edit(1, .set(.integer(1)))
    #expect(pair.exchange() == .array([.integer(1), .integer(2)]))
    try pair.edit(0, .set(.integer(3)))
    #expect(pair.exchange() == .array([.integer(3)]))
  }

  @Test func `a counter wraps`() throws {
    var pair = Pair(.counter)
    try pair.edit(0, .increment(.max))
    try pair.edit(1, .increment(2))
    #expect(pair.exchange() == .integer(.min + 1))
  }

  @Test func `a concurrent enable survives a disable`() throws {
    var pair = Pair(.flag)
    try pair.edit(0, .enable)
    _ = pair.exchange()
    try pair.edit(0, .disable)
    try pair.edit(1, .enable)
    #expect(pair.exchange() == .bool(true))
    try pair.edit(1, .disable)
    #expect(pair.exchange() == .bool(false))
  }

  @Test func `inserting a present member defends it against a concurrent removal`() throws {
    var pair = Pair(.set)
    try pair.edit(0, .insertMember(.string("a")))
    _ = pair.exchange()
    try pair.edit(0, .insertMember(.string("a")))
    try pair.edit(1, .removeMember(.string("a")))
    #expect(pair.exchange() == .array([.string("a")]))
  }

  @Test func `a move brings no removed member back`() throws {
    var pair = Pair(.orderedSet)
    try pair.edit(0, .placeMember(.integer(1), at: 0), .placeMember(.integer(2), at: 1))
    _ = pair.exchange()
    try pair.edit(0, .moveMember(.integer(1), to: 1))
    try pair.edit(1, .removeMember(.integer(1)))
    #expect(pair.exchange() == .array([.integer(2)]))
  }

  @Test func `the place of an earlier membership counts when its timestamp is greater`() throws {
    var pair = Pair(.orderedSet)
    try pair.edit(0, .placeMember(.integer(1), at: 0), .placeMember(.integer(2), at: 1))
    _ = pair.exchange()
    // A moves 1 to the end and removes it late; B removes it and inserts it again at the start.
    try pair.edit(0, wall: 50, .moveMember(.integer(1), to: 1))
    try pair.edit(0, wall: 50, .removeMember(.integer(1)))
    try pair.edit(1, wall: 1, .removeMember(.integer(1)), .placeMember(.integer(1), at: 0))
    #expect(pair.exchange() == .array([.integer(2), .integer(1)]))
  }

  @Test func `a removal of a list element beats a concurrent move and replacement`() throws {
    var pair = Pair(.list)
    try pair.edit(0, .insertValues([.integer(1), .integer(2)], at: 0))
    _ = pair.exchange()
    try pair.edit(0, .removeValues(at: 0, count: 1))
    try pair.edit(1, .moveValue(from: 0, to: 1), .replaceValue(at: 1, with: .integer(9)))
    #expect(pair.exchange() == .array([.integer(2)]))
  }

  @Test func `runs typed at one place at once do not interleave`() throws {
    var pair = Pair(.text)
    try pair.edit(0, .insertText("aa", at: 0))
    try pair.edit(1, .insertText("bb", at: 0))
    try pair.edit(0, .insertText("AA", at: 2))
    try pair.edit(1, .insertText("BB", at: 0))
    #expect(pair.exchange() == .string("aaAABBbb"))
  }

  @Test func `a concurrent update keeps the whole removed record`() throws {
    var pair = Pair(.records)
    try pair.edit(0, .put(key: "k", name: "a", .integer(1)))
    _ = pair.exchange()
    try pair.edit(0, .removeRecord(key: "k"))
    try pair.edit(1, .put(key: "k", name: "b", .integer(2)))
    let both = JSONValue.object([
      JSONMember("a", .integer(1)), JSONMember("b", .integer(2)),
    ])
    #expect(pair.exchange() == .object([JSONMember("k", both)]))
  }

  @Test func `a key created anew starts empty`() throws {
    var pair = Pair(.records)
    try pair.edit(0, .put(key: "k", name: "a", .integer(1)))
    try pair.edit(0, .removeRecord(key: "k"))
    try pair.edit(0, .incrementEntry(key: "k", name: "n", by: 0))
    #expect(
      pair.exchange()
        == .object([JSONMember("k", .object([JSONMember("n", .integer(0))]))]))
  }

  @Test func `writing to an absent ordered record puts it at the end`() throws {
    var pair = Pair(.orderedRecords)
    try pair.edit(0, .insertRecord(key: "a", at: 0), .put(key: "b", name: "x", .null))
    #expect(
      pair.exchange()
        == .array([
          .array([.string("a"), .object([])]),
          .array([.string("b"), .object([JSONMember("x", .null)])]),
        ]))
  }

  @Test func `a change waits for what its author had applied`() throws {
    var model = NaiveModel(replicaCount: 3, fields: [HistoryField("f", .counter)])
    let call = [Call(.increment(1), field: 0)]
    try model.edit(0, wall: 0, calls: call)
    let first = History.ChangeReference(replica: 0, number: 1)
    let second = History.ChangeReference(replica: 1, number: 1)
    #expect(model.deliver(first, to: 1) as NaiveModel.Outcome == .applied(released: 0))
    try model.edit(1, wall: 0, calls: call)
    #expect(model.deliver(second, to: 2) as NaiveModel.Outcome == .pending(waitingFor: [first]))
    #expect(model.deliver(first, to: 2) as NaiveModel.Outcome == .applied(released: 1))
    #expect(model.deliver(second, to: 2) as NaiveModel.Outcome == .alreadyKnown)
  }

  @Test func `an index out of range is refused`() {
    var model = NaiveModel(replicaCount: 1, fields: [HistoryField("f", .list)])
    #expect(throws: ModelError.indexOutOfRange(field: "f", index: 1, count: 0)) {
      try model.edit(0, wall: 0, calls: [Call(.insertValues([.null], at: 1), field: 0)])
    }
  }
}
