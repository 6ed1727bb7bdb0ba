// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct OrderedORSetTests {
  private static let shelf = Field("shelf", OrderedORSet<String>.self)
  private static let values = Field("shelf", OrderedORSet<Value>.self)
  private static let numbers = Field("shelf", OrderedORSet<Int>.self)

  /// Two replicas that both show `a`, `b`, `c`, `d`.
  private static func filled(_ count: Int = 2) -> Replicas<NoSchema> {
    var replicas = Replicas(NoSchema(), count)
    replicas.edit(0) { $0[shelf].insert(contentsOf: ["a", "b", "c", "d"], at: 0) }
    replicas.exchange()
    return replicas
  }

  private func shown(_ replicas: Replicas<NoSchema>, _ replica: Int = 0) -> String {
    replicas[replica][Self.shelf].elements.joined()
  }

  // MARK: One replica

  @Test func `insert, append and insert contentsOf put elements where they say`() {
    var replicas = Replicas(NoSchema())
    replicas.edit(0) {
      $0[Self.shelf].append("c")
      $0[Self.shelf].insert("a", at: 0)
      $0[Self.shelf].insert(contentsOf: ["x", "y"], at: 1)
      #expect($0[Self.shelf].current.elements == ["a", "x", "y", "c"])
    }
    replicas.exchange()
    let view = replicas[1][Self.shelf]
    #expect(view.elements == ["a", "x", "y", "c"])
    #expect(Array(view) == view.elements && view.count == 4 && view[2] == "y")
    #expect(view.index(of: "c") == 3 && view.index(of: "q") == nil && view.contains("x"))
  }

  @Test func `an insert that finds the element present ignores its index`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0[Self.shelf].insert("d", at: 0) }
    replicas.edit(0) { $0[Self.shelf].append("a") }
    replicas.edit(0) { $0[Self.shelf].insert("b", at: 400) }
    #expect(shown(replicas) == "abcd")
    replicas.edit(0) { $0[Self.shelf].insert(contentsOf: ["x", "a", "y"], at: 2) }
    #expect(shown(replicas) == "abxycd")
    replicas.exchange()
  }

  @Test func `remove, removeAll and toggle`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0[Self.shelf].remove("b") }
    #expect(shown(replicas) == "acd")
    replicas.edit(0) {
      $0[Self.shelf].toggle("a")
      $0[Self.shelf].toggle("b")
    }
    #expect(shown(replicas) == "cdb")
    replicas.exchange()
    #expect(replicas.edit(1) { $0[Self.shelf].removeAll() }?.operationCount == 3)
    replicas.edit(0) { $0[Self.shelf].append("e") }
    replicas.exchange()
    #expect(shown(replicas) == "e" && shown(replicas, 1) == "e")
  }

  @Test func `a move makes the element's index the one given`() {
    for source in 0..<4 {
      for target in 0..<4 {
        var replicas = Self.filled()
        let element = replicas[0][Self.shelf][source]
        let change = replicas.edit(0) { $0[Self.shelf].move(element, to: target) }
        var expected = ["a", "b", "c", "d"]
        expected.insert(expected.remove(at: source), at: target)
        #expect(replicas[0][Self.shelf].elements == expected)
        #expect(replicas[0][Self.shelf].index(of: element) == target)
        #expect(change?.operationCount == 1)
        replicas.exchange()
      }
    }
  }

  @Test func `move before and move after put an element beside another`() {
    for source in ["a", "b", "c", "d"] {
      for target in ["a", "b", "c", "d"] where target != source {
        var replicas = Self.filled()
        replicas.edit(0) { $0[Self.shelf].move(source, before: target) }
        var order = ["a", "b", "c", "d"].filter { $0 != source }
        let place = order.firstIndex(of: target) ?? 0
        order.insert(source, at: place)
        #expect(replicas[0][Self.shelf].elements == order)
        replicas.edit(0) { $0[Self.shelf].move(source, after: target) }
        order.swapAt(place, place + 1)
        #expect(replicas[0][Self.shelf].elements == order)
      }
    }
  }

  @Test func `moves that lead nowhere change nothing, and are changes`() {
    var replicas = Self.filled()
    let calls: [(OrderedORSet<String>.Editor) -> Void] = [
      { $0.move("b", to: 1) }, { $0.move("q", to: 0) }, { $0.move("q", before: "a") },
      { $0.move("a", before: "q") }, { $0.move("a", after: "a") }, { $0.remove("q") },
      { $0.insert(contentsOf: [], at: 0) },
    ]
    for call in calls {
      #expect(replicas.edit(0) { call($0[Self.shelf]) }?.operationCount == 1)
      #expect(shown(replicas) == "abcd")
    }
    replicas.exchange()
  }

  // MARK: Several replicas

  @Test func `an insert survives a concurrent removal, and stands where it stood`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0[Self.shelf].insert("b", at: 3) }
    replicas.edit(1, at: 9_000) { $0[Self.shelf].remove("b") }
    #expect(shown(replicas, 1) == "acd")
    replicas.exchange()
    #expect(shown(replicas) == "abcd")
  }

  @Test func `a removal takes only the inserts that it has seen`() {
    var replicas = Replicas(NoSchema(), 3)
    replicas.edit(0) { $0[Self.shelf].append("a") }
    replicas.edit(1) { $0[Self.shelf].append("a") }
    replicas.pull(2, from: 0)
    replicas.edit(2) { $0[Self.shelf].remove("a") }
    replicas.exchange()
    #expect(shown(replicas) == "a")
  }

  @Test func `concurrent inserts of one element leave it once, at the greater place`() {
    var replicas = Self.filled()
    replicas.edit(0, at: 5_000) { $0[Self.shelf].insert("x", at: 4) }
    replicas.edit(1, at: 4_000) { $0[Self.shelf].insert("x", at: 0) }
    replicas.exchange()
    #expect(shown(replicas) == "abcdx")
  }

  @Test func `of concurrent moves one wins, and the element stands once`() {
    var replicas = Self.filled(3)
    replicas.edit(0, at: 5_000) { $0[Self.shelf].move("a", to: 1) }
    replicas.edit(1, at: 7_000) { $0[Self.shelf].move("a", to: 3) }
    replicas.edit(2, at: 6_000) { $0[Self.shelf].move("a", to: 2) }
    replicas.exchange()
    #expect(shown(replicas) == "bcda")
  }

  @Test func `a move brings nothing back`() {
    var replicas = Self.filled()
    replicas.edit(0, at: 9_000) { $0[Self.shelf].move("a", to: 3) }
    replicas.edit(1) { $0[Self.shelf].remove("a") }
    replicas.exchange()
    #expect(shown(replicas) == "bcd")
  }

  @Test func `a move whose element was removed and inserted anew still orders by time`() {
    var replicas = Self.filled()
    replicas.edit(1, at: 4_000) {
      $0[Self.shelf].remove("a")
      $0[Self.shelf].insert("a", at: 2)
    }
    replicas.edit(0, at: 9_000) { $0[Self.shelf].move("a", to: 3) }
    replicas.exchange()
    // The move's slot is the greatest place ever given, though the move saw an earlier insert.
    #expect(shown(replicas) == "bcda")
  }

  @Test func `slots of earlier memberships count, so what comes back stands by the greatest`() {
    var replicas = Self.filled(3)
    replicas.edit(0, at: 9_000) { $0[Self.shelf].move("a", to: 3) }
    replicas.pull(1, from: 0)
    replicas.edit(1, at: 9_500) { $0[Self.shelf].remove("a") }
    // This one saw neither: it defends the first membership and gives no place.
    replicas.edit(2, at: 1) { $0[Self.shelf].insert("a", at: 0) }
    replicas.exchange()
    #expect(shown(replicas) == "bcda")
  }

  @Test func `an insert after a removal gives a new place`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0[Self.shelf].remove("d") }
    replicas.edit(0) { $0[Self.shelf].insert("d", at: 1) }
    replicas.exchange()
    #expect(shown(replicas, 1) == "adbc")
  }

  @Test func `runs inserted at one place at the same time are not mixed`() {
    var replicas = Replicas(NoSchema())
    replicas.edit(0) { for element in ["a1", "a2", "a3"] { $0[Self.shelf].append(element) } }
    replicas.edit(1) {
      for element in ["b3", "b2", "b1"] { $0[Self.shelf].insert(element, at: 0) }
    }
    replicas.exchange()
    #expect(shown(replicas) == "a1a2a3b1b2b3")
  }

  // MARK: Values

  @Test func `elements are told apart by their bytes`() {
    let values: [Value] = ["\u{E9}", "e\u{301}", 1, 1.0, true, "1", -0.0, 0.0, .double(.nan)]
    var replicas = Replicas(NoSchema())
    replicas.edit(0) { $0[Self.values].insert(contentsOf: values + [.double(-.nan)], at: 0) }
    replicas.exchange()
    let shown = replicas[1][Self.values].elements.map { ValueBytes(of: $0) }
    #expect(shown == values.map { ValueBytes(of: $0) })
    #expect(replicas[1][Self.values].index(of: .double(.signalingNaN)) == 8)
    #expect(replicas[1][Self.shelf].elements.map(\.utf8.count) == [2, 3, 1])
  }

  @Test func `elements of another type are not shown, not counted and not lost`() {
    var replicas = Replicas(NoSchema())
    replicas.edit(0) { $0[Self.values].insert(contentsOf: [1, "a", 2, "b", 3, "c"], at: 0) }
    replicas.exchange()
    #expect(shown(replicas, 1) == "abc" && replicas[1][Self.shelf].index(of: "b") == 1)
    replicas.edit(1) {
      $0[Self.shelf].insert("x", at: 1)
      $0[Self.shelf].move("c", to: 0)
      $0[Self.shelf].append("z")
    }
    #expect(shown(replicas, 1) == "caxbz")
    replicas.exchange()
    #expect(replicas[0][Self.numbers].elements == [1, 2, 3])
    replicas.edit(1) { $0[Self.shelf].move("c", after: "z") }
    #expect(shown(replicas, 1) == "axbzc")
    replicas.exchange()
    #expect(replicas[0][Self.values].count == 8)
  }
}
