// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct OrderedORMapTests {
  private struct Plans: Schema {
    let plans = Field("plans", OrderedORMap<String, Plan>.self)
  }

  private static let raw = Field("plans", OrderedORMap<Value, NoSchema>.self)

  private static func filled(_ count: Int = 2) -> Replicas<Plans> {
    var replicas = Replicas(Plans(), count)
    replicas.edit(0) { for key in ["a", "b", "c", "d"] { $0.plans[key: key].title.set(key) } }
    replicas.exchange()
    return replicas
  }

  private func shown(_ replicas: Replicas<Plans>, _ replica: Int = 0) -> String {
    replicas[replica].plans.keys.joined()
  }

  private func line(_ replicas: Replicas<Plans>, _ key: String) -> String? {
    replicas[0].plans[key: key]?.line
  }

  // MARK: One replica

  @Test func `insert and append make empty records, and a write puts an absent key at the end`() {
    var replicas = Replicas(Plans())
    let change = replicas.edit(0) {
      $0.plans.append("b")
      $0.plans.insert("a", at: 0)
      $0.plans[key: "c"].title.set("C")
      $0.plans[key: "a"].votes.increment()
      #expect($0.plans.current.keys == ["a", "b", "c"] && $0.plans[key: "c"].isPresent)
    }
    #expect(change?.operationCount == 5)
    replicas.exchange()
    let plans = replicas[1].plans
    #expect(Array(plans) == ["a", "b", "c"] && plans.count == 3 && plans[1] == "b")
    #expect(plans.index(of: "c") == 2 && plans.index(of: "q") == nil)
    #expect(plans.contains("b") && !plans.contains("q") && plans[key: "q"] == nil)
    #expect(plans[key: "b"]?.fieldNames.isEmpty == true)
    #expect(plans[key: "c"]?.line == "C" && plans[key: "a"]?.line == "votes:1")
  }

  @Test func `an insert that finds the key present ignores its index and keeps the content`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0.plans.insert("d", at: 0) }
    replicas.edit(0) { $0.plans.append("a") }
    replicas.edit(0) { $0.plans.insert("b", at: 77) }
    replicas.exchange()
    #expect(shown(replicas, 1) == "abcd" && line(replicas, "d") == "d")
  }

  @Test func `remove and removeAll take records away`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0.plans.remove("b") }
    replicas.exchange()
    #expect(shown(replicas, 1) == "acd")
    #expect(replicas.edit(1) { $0.plans.removeAll() }?.operationCount == 3)
    replicas.edit(0) { $0.plans.append("e") }
    replicas.exchange()
    #expect(shown(replicas) == "e")
  }

  @Test func `a move makes the key's index the one given`() {
    for source in 0..<4 {
      for target in 0..<4 {
        var replicas = Self.filled()
        let key = replicas[0].plans[source]
        #expect(replicas.edit(0) { $0.plans.move(key, to: target) }?.operationCount == 1)
        var expected = ["a", "b", "c", "d"]
        expected.insert(expected.remove(at: source), at: target)
        #expect(replicas[0].plans.keys == expected)
        replicas.exchange()
      }
    }
  }

  @Test func `move before and move after put a key beside another`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0.plans.move("d", before: "b") }
    #expect(shown(replicas) == "adbc")
    replicas.edit(0) { $0.plans.move("a", after: "b") }
    #expect(shown(replicas) == "dbac")
    for call in 0..<3 {
      let change = replicas.edit(0) {
        if call == 0 { $0.plans.move("a", after: "a") }
        if call == 1 { $0.plans.move("q", before: "a") }
        if call == 2 { $0.plans.move("d", to: 0) }
      }
      #expect(change?.operationCount == 1 && shown(replicas) == "dbac")
    }
    replicas.exchange()
    #expect(replicas[1].plans[key: "d"]?.line == "d")
  }

  // MARK: Several replicas

  @Test func `a removal loses to a concurrent write, and the record stays whole in its place`() {
    var replicas = Self.filled()
    replicas.edit(0, at: 9_000) { $0.plans.remove("b") }
    replicas.edit(1, at: 1) { $0.plans[key: "b"].votes.increment() }
    replicas.exchange()
    #expect(shown(replicas) == "abcd" && line(replicas, "b") == "b votes:1")
  }

  @Test func `an insert that finds the key present defends it`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0.plans.remove("b") }
    replicas.edit(1) { $0.plans.append("b") }
    replicas.exchange()
    #expect(shown(replicas) == "abcd" && line(replicas, "b") == "b")
  }

  @Test func `a move is no write: it neither defends nor brings back`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0.plans.remove("b") }
    replicas.edit(1, at: 9_000) { $0.plans.move("b", to: 3) }
    replicas.exchange()
    #expect(shown(replicas) == "acd")
    // The place it gave counts when the key comes back without one.
    replicas.edit(0) { $0.plans[key: "b"].votes.increment() }
    replicas.exchange()
    #expect(shown(replicas) == "acdb" && line(replicas, "b") == "votes:1")
  }

  @Test func `of concurrent moves one wins`() {
    var replicas = Self.filled(3)
    replicas.edit(0, at: 5_000) { $0.plans.move("a", to: 1) }
    replicas.edit(1, at: 7_000) { $0.plans.move("a", to: 3) }
    replicas.edit(2, at: 6_000) { $0.plans.move("a", to: 2) }
    replicas.exchange()
    #expect(shown(replicas) == "bcda")
  }

  @Test func `keys created at the same time are one record, at the greater place`() {
    var replicas = Self.filled()
    replicas.edit(0, at: 5_000) {
      $0.plans.insert("x", at: 4)
      $0.plans[key: "x"].title.set("X")
    }
    replicas.edit(1, at: 4_000) {
      $0.plans.insert("x", at: 0)
      $0.plans[key: "x"].votes.increment()
    }
    replicas.exchange()
    #expect(shown(replicas) == "abcdx" && line(replicas, "x") == "X votes:1")
  }

  @Test func `a key created anew starts empty, where it was put`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0.plans.remove("c") }
    replicas.edit(0) { $0.plans.insert("c", at: 0) }
    #expect(shown(replicas) == "cabd" && line(replicas, "c") == "")
    replicas.edit(0) {
      $0.plans.remove("a")
      $0.plans[key: "a"].votes.increment()
      $0.plans[key: "a"].note.append("n")
    }
    replicas.exchange()
    #expect(shown(replicas, 1) == "cbda" && line(replicas, "a") == "votes:1 note:n")
  }

  @Test func `a key created anew keeps what was written at the same time`() {
    var replicas = Self.filled()
    replicas.edit(0) {
      $0.plans.remove("a")
      $0.plans.append("a")
    }
    replicas.edit(1) { $0.plans[key: "a"].tags.insert("t") }
    replicas.exchange()
    #expect(shown(replicas) == "bcda" && line(replicas, "a") == "tags:t")
  }

  @Test func `a move inside an absent record has no effect, and is a change`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0.plans[key: "a"].shelf.insert(contentsOf: ["x", "y"], at: 0) }
    replicas.edit(0) { $0.plans.remove("a") }
    let change = replicas.edit(0) { $0.plans[key: "a"].shelf.move("x", to: 1) }
    #expect(change?.operationCount == 1 && shown(replicas) == "bcd")
    replicas.exchange()
    #expect(shown(replicas, 1) == "bcd")
  }

  // MARK: Keys

  @Test func `keys of another type are not shown, not counted and not lost`() {
    var replicas = Replicas(Plans())
    let keys: [Value] = [1, "a", 1.0, "b", true, "c"]
    replicas.edit(0) { for key in keys { $0[Self.raw].append(key) } }
    replicas.exchange()
    #expect(shown(replicas, 1) == "abc" && replicas[1].plans.index(of: "b") == 1)
    replicas.edit(1) {
      $0.plans.insert("x", at: 1)
      $0.plans.move("c", to: 0)
      $0.plans[key: "z"].title.set("Z")
    }
    #expect(shown(replicas, 1) == "caxbz")
    replicas.exchange()
    #expect(replicas[0][Self.raw].count == 8 && replicas[0][Self.raw].contains(true))
  }

  @Test func `keys are told apart by their bytes`() {
    let keys: [Value] = ["\u{E9}", "e\u{301}", 1, 1.0, true, "1", -0.0, 0.0, .double(.nan)]
    var replicas = Replicas(Plans())
    replicas.edit(0) { for key in keys + [.double(-.nan)] { $0[Self.raw].append(key) } }
    replicas.exchange()
    let shown = replicas[1][Self.raw].keys.map { ValueBytes(of: $0) }
    #expect(shown == keys.map { ValueBytes(of: $0) })
  }
}
