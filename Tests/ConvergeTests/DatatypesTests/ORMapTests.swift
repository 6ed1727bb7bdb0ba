// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct ORMapTests {
  private struct Plans: Schema {
    let plans = Field("plans", ORMap<String, Plan>.self)
  }

  private static let raw = Field("plans", ORMap<Value, NoSchema>.self)

  private static func filled(_ count: Int = 2) -> Replicas<Plans> {
    var replicas = Replicas(Plans(), count)
    replicas.edit(0) {
      $0.plans["a"].title.set("old")
      $0.plans["a"].votes.increment(by: 5)
    }
    replicas.exchange()
    return replicas
  }

  private func line(_ replicas: Replicas<Plans>, _ replica: Int = 0) -> String? {
    replicas[replica].plans["a"]?.line
  }

  // MARK: One replica

  @Test func `a write creates a record, and keys are shown ascending`() {
    var replicas = Replicas(Plans())
    replicas.edit(0) {
      #expect(!$0.plans["b"].isPresent)
      $0.plans["b"].title.set("B")
      $0.plans["a"].votes.increment()
      #expect($0.plans["b"].isPresent && $0.plans.current.count == 2)
    }
    replicas.exchange()
    let plans = replicas[1].plans
    #expect(plans.keys == ["a", "b"] && plans.count == 2)
    #expect(plans.contains("a") && !plans.contains("c") && plans["c"] == nil)
    #expect(plans["b"]?.title.value == "B" && plans["a"]?.title.value == "untitled")
  }

  @Test func `remove and removeAll take records away`() {
    var replicas = Replicas(Plans())
    replicas.edit(0) { for key in ["a", "b", "c"] { $0.plans[key].title.set(key) } }
    replicas.edit(0) { $0.plans.remove("b") }
    replicas.exchange()
    #expect(replicas[1].plans.keys == ["a", "c"] && replicas[1].plans["b"] == nil)
    #expect(replicas.edit(1) { $0.plans.removeAll() }?.operationCount == 2)
    replicas.edit(0) { $0.plans["d"].title.set("d") }
    replicas.exchange()
    #expect(replicas[0].plans.keys == ["d"])
    #expect(replicas.edit(0) { $0.plans.remove("q") }?.operationCount == 1)
  }

  @Test func `a field shows when a live write to it exists`() throws {
    var replicas = Replicas(Plans())
    replicas.edit(0) {
      $0.plans["a"].title.clear()
      $0.plans["a"].votes.increment()
      $0.plans["a"].votes.decrement()
    }
    replicas.exchange()
    let record = try #require(replicas[1].plans["a"])
    #expect(record.fieldNames.map(\.name) == ["title", "votes"])
    #expect(record.fieldNames.map(\.datatype) == [.lwwRegister, .pnCounter])
    #expect(record.title.isSet && record.votes.value == 0)
    #expect(record[Field("title", LWWRegister<Value?>.self)].value == nil)
  }

  @Test func `fields of one name and two datatypes are two`() throws {
    var replicas = Replicas(Plans())
    let other = Field("title", PNCounter.self)
    replicas.edit(0) { $0.plans["a"].title.set("x") }
    replicas.edit(1) { $0.plans["a"][other].increment(by: 3) }
    replicas.exchange()
    let record = try #require(replicas[0].plans["a"])
    #expect(record.title.value == "x" && record[other].value == 3)
    #expect(record.fieldNames.map(\.datatype) == [.lwwRegister, .pnCounter])
  }

  // MARK: Removals and concurrent writes

  @Test func `a removal loses to a concurrent update, and the whole record stays`() {
    var replicas = Self.filled()
    replicas.edit(0, at: 9_000) { $0.plans.remove("a") }
    replicas.edit(1, at: 1) { $0.plans["a"].tags.insert("t") }
    #expect(line(replicas) == nil)
    replicas.exchange()
    #expect(line(replicas) == "old votes:5 tags:t")
  }

  @Test func `every operation inside defends a record, removals and calls for nothing too`() {
    let calls: [(RecordEditor<Plan>) -> Void] = [
      { $0.title.set("old") }, { $0.title.clear() }, { $0.owners.set("x") },
      { $0.votes.increment(by: 0) }, { $0.done.enable() }, { $0.done.disable() },
      { $0.tags.remove("q") }, { $0.tags.removeAll() }, { $0.tags.insert(contentsOf: []) },
      { $0.shelf.remove("q") }, { $0.shelf.move("q", to: 0) }, { $0.shelf.removeAll() },
      { $0.steps.insert(contentsOf: [], at: 0) }, { $0.steps.remove(at: 0, count: 0) },
      { $0.steps.removeAll() }, { $0.note.insert("", at: 0) }, { $0.note.replace(with: "") },
      { $0.note.removeAll() }, { $0.parts.remove("q") }, { $0.parts.removeAll() },
      { $0.chapters.remove("q") }, { $0.chapters.move("q", to: 0) }, { $0.chapters.removeAll() },
      { $0.chapters.move("q", after: "p") }, { $0.shelf.move("q", before: "p") },
    ]
    for (number, call) in calls.enumerated() {
      var replicas = Self.filled()
      replicas.edit(0, at: 9_000) { $0.plans.remove("a") }
      replicas.edit(1, at: 1) { call($0.plans["a"]) }
      replicas.exchange()
      #expect(replicas[0].plans["a"]?.votes.value == 5, "call \(number)")
    }
  }

  @Test func `a removal takes only the writes that it has seen`() {
    var replicas = Replicas(Plans(), 3)
    replicas.edit(0) { $0.plans["a"].title.set("one") }
    replicas.edit(1) { $0.plans["a"].votes.increment(by: 2) }
    replicas.pull(2, from: 0)
    replicas.edit(2) { $0.plans.remove("a") }
    #expect(line(replicas, 2) == nil)
    replicas.exchange()
    // What the removal saw comes back whole with the write that it did not see.
    #expect(line(replicas) == "one votes:2")
    replicas.edit(2) { $0.plans.remove("a") }
    replicas.exchange()
    #expect(line(replicas) == nil)
  }

  @Test func `a removal or move inside an absent record has no effect, and is a change`() {
    let calls: [(RecordEditor<Plan>) -> Void] = [
      { $0.tags.remove("q") }, { $0.tags.removeAll() }, { $0.shelf.remove("q") },
      { $0.shelf.move("q", to: 0) }, { $0.shelf.move("q", after: "p") }, { $0.shelf.removeAll() },
      { $0.steps.remove(at: 0, count: 0) }, { $0.steps.removeAll() }, { $0.note.removeAll() },
      { $0.note.replace(with: "") }, { $0.parts.remove("q") }, { $0.parts["q"].tags.remove("x") },
      { $0.parts["q"].parts.removeAll() }, { $0.chapters.remove("q") },
      { $0.chapters.move("q", to: 0) }, { $0.chapters[key: "q"].tags.remove("x") },
    ]
    for (number, call) in calls.enumerated() {
      var replicas = Self.filled()
      replicas.edit(0) { $0.plans.remove("a") }
      let change = replicas.edit(0) {
        call($0.plans["a"])
        #expect(!$0.plans["a"].isPresent)
      }
      #expect(change?.operationCount == 1, "call \(number)")
      replicas.exchange()
      #expect(replicas[1].plans.keys.isEmpty, "call \(number)")
    }
  }

  // MARK: Keys

  @Test func `keys are told apart by their bytes`() {
    let keys: [Value] = ["\u{E9}", "e\u{301}", 1, 1.0, true, "1", -0.0, 0.0, .double(.nan), .null]
    let number = Field("n", PNCounter.self)
    var replicas = Replicas(Plans())
    replicas.edit(0) { for key in keys { $0[Self.raw][key][number].increment() } }
    replicas.edit(1) { $0[Self.raw][.double(-.nan)][number].increment() }
    replicas.exchange()
    let shown = replicas[0][Self.raw]
    #expect(shown.keys.map { ValueBytes(of: $0) } == keys.map { ValueBytes(of: $0) }.sorted())
    #expect(shown[.double(.nan)]?[number].value == 2 && shown["\u{E9}"]?[number].value == 1)
    #expect(replicas[0].plans.keys.map(\.utf8.count) == [1, 3, 2])
  }

  @Test func `keys of another type are not shown, not counted and not lost`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0[Self.raw][7][Field("n", PNCounter.self)].increment() }
    replicas.exchange()
    #expect(replicas[1].plans.keys == ["a"] && replicas[1].plans.count == 1)
    #expect(replicas[1][Self.raw].keys == [7, "a"])
  }
}
