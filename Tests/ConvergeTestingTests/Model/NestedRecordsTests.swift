// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

/// Records whose fields are of all kinds: what the model says follows from DESIGN by reading, and
/// the check against it fails when the model misses anything.
@Suite struct NestedRecordsTests {
  private static let plans = declared("plans")
  private static let board = declared("board")

  private static func declared(_ name: String) -> HistoryField {
    ScriptGenerator.allFields.first { $0.name == name } ?? HistoryField(name, .records)
  }

  private static func step(_ key: String, _ name: String, in field: HistoryField) -> RecordStep {
    RecordStep(key, field.inner.first { $0.name == name } ?? HistoryField(name, .register))
  }

  /// Two replicas of one field of records.
  private struct Pair {
    var model: NaiveModel
    let field: HistoryField

    init(_ field: HistoryField) {
      self.field = field
      model = NaiveModel(replicaCount: 2, fields: [field])
    }

    /// Makes a call in the field, or inside a record by keys and names in turn.
    mutating func edit(_ replica: Int, _ action: Call.Action, in words: String...) throws {
      var path: [RecordStep] = []
      for index in stride(from: 0, to: words.count, by: 2) {
        let around = path.last?.field ?? field
        path.append(NestedRecordsTests.step(words[index], words[index + 1], in: around))
      }
      try model.edit(replica, wall: 0, calls: [Call(action, field: 0, in: path)])
    }

    mutating func exchange() -> String {
      let _: Int = model.merge(from: 0, to: 1)
      let _: Int = model.merge(from: 1, to: 0)
      let shown = model.state(of: 0, at: 0)
      #expect(shown == model.state(of: 0, at: 1))
      return JSONWriter.compact(shown)
    }
  }

  // MARK: What the model says

  @Test func `a fresh write clears at every depth what it saw, and nothing else`() throws {
    var pair = Pair(Self.plans)
    try pair.edit(0, .insertMember(.string("x")), in: "p", "tags")
    try pair.edit(0, .insertValues([.integer(1)], at: 0), in: "p", "parts", "q", "steps")
    _ = pair.exchange()
    try pair.edit(0, .removeRecord(key: "p"))
    try pair.edit(0, .enable, in: "p", "done")
    try pair.edit(1, .insertValues([.integer(2)], at: 1), in: "p", "parts", "q", "steps")
    #expect(pair.exchange() == #"{"p":{"done":true,"parts":{"q":{"steps":[2]}}}}"#)
  }

  @Test func `an operation inside is a write to all records around, a removal too`() throws {
    var pair = Pair(Self.plans)
    try pair.edit(0, .set(.integer(1)), in: "p", "parts", "q", "title")
    _ = pair.exchange()
    try pair.edit(0, .removeRecord(key: "p"))
    try pair.edit(1, .removeRecord(key: "none"), in: "p", "parts")
    #expect(pair.exchange() == #"{"p":{"parts":{"q":{"title":1}}}}"#)
  }

  @Test func `a removal or move inside an absent record has no effect at any depth`() throws {
    var pair = Pair(Self.plans)
    try pair.edit(0, .removeMember(.string("x")), in: "p", "tags")
    try pair.edit(0, .moveRecord(key: "q", to: 0), in: "p", "chapters")
    try pair.edit(0, .enable, in: "p", "done")
    _ = pair.exchange()
    try pair.edit(0, .removeRecord(key: "p"))
    // In a record that is absent itself: this defends nothing around.
    try pair.edit(1, .removeValues(at: 0, count: 0), in: "p", "parts", "q", "steps")
    #expect(pair.exchange() == "{}")
  }

  @Test func `a write into absent ordered records puts each of them at the end`() throws {
    var pair = Pair(Self.board)
    try pair.edit(0, .insertRecord(key: "o", at: 0))
    try pair.edit(0, .increment(2), in: "p", "chapters", "q", "votes")
    #expect(pair.exchange() == #"[["o",{}],["p",{"chapters":[["q",{"votes":2}]]}]]"#)
  }

  @Test func `a place taken back counts only where none other is left`() throws {
    var pair = Pair(Self.plans)
    try pair.edit(0, .placeMember(.integer(1), at: 0), in: "p", "ranks")
    try pair.edit(0, .placeMember(.integer(2), at: 1), in: "p", "ranks")
    _ = pair.exchange()
    try pair.edit(1, .removeRecord(key: "p"))
    try pair.edit(1, .placeMember(.integer(3), at: 0), in: "p", "ranks")
    // Found present here: they give no place. The second is then moved to the start.
    try pair.edit(0, .placeMember(.integer(1), at: 0), in: "p", "ranks")
    try pair.edit(0, .placeMember(.integer(2), at: 0), in: "p", "ranks")
    #expect(pair.exchange() == #"{"p":{"ranks":[3,1,2]}}"#)
    try pair.edit(1, .moveMember(.integer(2), to: 0), in: "p", "ranks")
    #expect(pair.exchange() == #"{"p":{"ranks":[2,3,1]}}"#)
  }

  // MARK: That the check can fail

  /// The ways to a field of each kind inside records, as the numbers of a script.
  private static let paths =
    (0..<8).map { [0, $0] } + [8, 9].flatMap { map in (0..<3).map { [0, map, 1, $0] } }

  private func world(_ field: HistoryField, _ calls: [ScriptCall]) throws -> World {
    let steps = calls.enumerated().map { number, call in
      ScriptStep.edit(ScriptEdit(label: number, replica: 0, wall: 1, calls: [call]))
    }
    var world = World(
      Script(seed: 1, replicaCount: 2, fields: [field], steps: steps), isRecorded: false)
    for step in steps { try world.perform(step) }
    try SpecCheck.run(0, in: &world)
    return world
  }

  @Test(arguments: [plans, board], paths)
  func `a model that misses an operation inside is found out`(
    field: HistoryField, path: [Int]
  ) throws {
    var world = try world(field, [ScriptCall(field: 0, choice: 0, path: path)])
    let leaf = try #require(world.model.stores.indices.last)
    #expect(world.model.stores[leaf].operations.count > 0)
    world.model.stores[leaf].operations.removeLast()
    world.model.forgetShown()
    #expect(throws: CheckFailure.self) { try SpecCheck.run(0, in: &world) }
  }

  @Test(arguments: [plans, board], paths)
  func `a model that takes a fresh write for a plain one is found out`(
    field: HistoryField, path: [Int]
  ) throws {
    var world = try world(
      field,
      [
        ScriptCall(field: 0, choice: 0, path: path),
        ScriptCall(field: 0, choice: 2, key: 0),
        ScriptCall(field: 0, choice: 0, value: 1, path: path == [0, 0] ? [0, 1] : [0, 0]),
      ])
    for index in world.model.stores[0].operations.indices {
      world.model.stores[0].operations[index].isFresh = false
    }
    world.model.forgetShown()
    #expect(throws: CheckFailure.self) { try SpecCheck.run(0, in: &world) }
  }

  // MARK: Documents

  @Test(arguments: stride(from: 1, to: 200, by: 10).map { UInt64($0) })
  func `documents do what the semantics say of records in records`(seed: UInt64) {
    var options = FuzzOptions()
    options.fields = [Self.plans, Self.board]
    options.calls = 5...60
    let fuzzer = Fuzzer(generator: options.generator)
    for seed in seed..<seed + 10 {
      let failure = fuzzer.run(seed: seed).failure
      #expect(failure == nil, "seed \(seed)")
    }
  }
}

extension NaiveModel {
  /// Lets nothing found before count: what the model holds was changed from outside.
  fileprivate mutating func forgetShown() {
    for replica in replicas.indices { replicas[replica].revision += 1 }
  }
}
