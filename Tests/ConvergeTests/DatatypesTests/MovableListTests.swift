// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct MovableListTests {
  private static let list = Field("list", MovableList<String>.self)
  private static let values = Field("list", MovableList<Value>.self)
  private static let numbers = Field("list", MovableList<Int>.self)

  private static func filled(_ count: Int = 2) -> Replicas<NoSchema> {
    var replicas = Replicas(NoSchema(), count)
    replicas.edit(0) { $0[list].insert(contentsOf: ["a", "b", "c", "d"], at: 0) }
    replicas.exchange()
    return replicas
  }

  private func shown(_ replicas: Replicas<NoSchema>, _ replica: Int = 0) -> String {
    replicas[replica][Self.list].elements.joined()
  }

  // MARK: One replica

  @Test func `insert, append and insert contentsOf put elements where they say`() {
    var replicas = Replicas(NoSchema())
    let change = replicas.edit(0) {
      $0[Self.list].append("c")
      $0[Self.list].insert("a", at: 0)
      $0[Self.list].insert(contentsOf: ["x", "y"], at: 1)
      #expect($0[Self.list].current.elements == ["a", "x", "y", "c"])
    }
    #expect(change?.operationCount == 4)
    replicas.exchange()
    let view = replicas[1][Self.list]
    #expect(Array(view) == ["a", "x", "y", "c"] && view.count == 4 && view[1] == "x")
  }

  @Test func `equal elements are fine`() {
    var replicas = Replicas(NoSchema())
    replicas.edit(0) { $0[Self.list].insert(contentsOf: ["a", "a", "a"], at: 0) }
    replicas.edit(0) { $0[Self.list].remove(at: 1) }
    replicas.edit(0) { $0[Self.list].insert("b", at: 1) }
    replicas.exchange()
    #expect(shown(replicas, 1) == "aba")
  }

  @Test func `remove and removeAll take one operation an element`() {
    var replicas = Self.filled()
    #expect(replicas.edit(0) { $0[Self.list].remove(at: 1, count: 2) }?.operationCount == 2)
    #expect(shown(replicas) == "ad")
    #expect(replicas.edit(0) { $0[Self.list].removeAll() }?.operationCount == 2)
    replicas.edit(1) { $0[Self.list].append("e") }
    replicas.exchange()
    #expect(shown(replicas) == "e")
  }

  @Test func `replace keeps the place`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0[Self.list].replace(at: 2, with: "C") }
    replicas.exchange()
    #expect(shown(replicas, 1) == "abCd")
  }

  @Test func `a move makes the element's index the one given`() {
    for source in 0..<4 {
      for target in 0..<4 {
        var replicas = Self.filled()
        let change = replicas.edit(0) { $0[Self.list].move(from: source, to: target) }
        var expected = ["a", "b", "c", "d"]
        expected.insert(expected.remove(at: source), at: target)
        #expect(replicas[0][Self.list].elements == expected)
        #expect(change?.operationCount == 1)
        replicas.exchange()
      }
    }
  }

  @Test func `moving to its own index makes no slot`() {
    var replicas = Self.filled()
    let before = replicas[0].snapshot().count
    replicas.edit(0) { for _ in 0..<20 { $0[Self.list].move(from: 2, to: 2) } }
    #expect(replicas[0].snapshot().count <= before + 2)
    #expect(shown(replicas) == "abcd")
    replicas.exchange()
  }

  @Test func `calls for nothing are changes`() {
    var replicas = Self.filled()
    let calls: [(MovableList<String>.Editor) -> Void] = [
      { $0.move(from: 1, to: 1) }, { $0.remove(at: 4, count: 0) },
      { $0.insert(contentsOf: [], at: 2) },
    ]
    for call in calls {
      #expect(replicas.edit(0) { call($0[Self.list]) }?.operationCount == 1)
    }
    #expect(shown(replicas) == "abcd")
    replicas.exchange()
  }

  // MARK: Several replicas

  @Test func `a removal is final: it beats moves and replacements`() {
    var replicas = Self.filled(3)
    replicas.edit(0) { $0[Self.list].remove(at: 0) }
    replicas.edit(1, at: 9_000) { $0[Self.list].move(from: 0, to: 3) }
    replicas.edit(2, at: 9_000) { $0[Self.list].replace(at: 0, with: "A") }
    replicas.exchange()
    #expect(shown(replicas) == "bcd")
  }

  @Test func `a removal is as final when it comes first`() throws {
    var replicas = Self.filled(3)
    let removal = replicas.edit(0) { $0[Self.list].remove(at: 0) }
    let move = replicas.edit(1) { $0[Self.list].move(from: 0, to: 3) }
    let replacement = replicas.edit(1) { $0[Self.list].replace(at: 3, with: "A") }
    replicas[2].apply(removal)
    #expect(replicas[2].apply(move) == .applied(released: 0))
    #expect(replicas[2].apply(replacement) == .applied(released: 0))
    #expect(shown(replicas, 2) == "bcd")
    replicas.exchange()
  }

  @Test func `of concurrent moves one wins, and the element stands once`() {
    var replicas = Self.filled(3)
    replicas.edit(0, at: 5_000) { $0[Self.list].move(from: 0, to: 1) }
    replicas.edit(1, at: 7_000) { $0[Self.list].move(from: 0, to: 3) }
    replicas.edit(2, at: 6_000) { $0[Self.list].move(from: 0, to: 2) }
    replicas.exchange()
    #expect(shown(replicas) == "bcda")
  }

  @Test func `of concurrent replacements one wins`() {
    var replicas = Self.filled()
    replicas.edit(0, at: 6_000) { $0[Self.list].replace(at: 0, with: "X") }
    replicas.edit(1, at: 5_000) { $0[Self.list].replace(at: 0, with: "Y") }
    replicas.exchange()
    #expect(shown(replicas) == "Xbcd")
  }

  @Test func `a move and a replacement at the same time do both`() {
    var replicas = Self.filled()
    replicas.edit(0, at: 5_000) { $0[Self.list].move(from: 0, to: 3) }
    replicas.edit(1, at: 6_000) { $0[Self.list].replace(at: 0, with: "A") }
    replicas.exchange()
    #expect(shown(replicas) == "bcdA")
  }

  @Test func `moving a range leaves behind what is inserted into it at the same time`() {
    // Kleppmann, "Moving Elements in List CRDTs", section 5: an open problem, kept as it is.
    var replicas = Self.filled()
    replicas.edit(0) {
      $0[Self.list].move(from: 0, to: 3)
      $0[Self.list].move(from: 0, to: 3)
    }
    replicas.edit(1) { $0[Self.list].insert("X", at: 1) }
    #expect(shown(replicas) == "cdab")
    replicas.exchange()
    #expect(shown(replicas) == "Xcdab")
  }

  @Test func `inserts at one place at the same time are not mixed`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0[Self.list].insert(contentsOf: ["1", "2", "3"], at: 2) }
    replicas.edit(1) { for text in ["z", "y", "x"] { $0[Self.list].insert(text, at: 2) } }
    replicas.exchange()
    #expect(["ab123xyzcd", "abxyz123cd"].contains(shown(replicas)))
  }

  @Test func `an insert beside a removed element keeps its place`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0[Self.list].remove(at: 1, count: 2) }
    replicas.edit(1) { $0[Self.list].insert("x", at: 2) }
    replicas.exchange()
    #expect(shown(replicas) == "axd")
  }

  // MARK: Values

  @Test func `elements of another type are not shown, not counted and not lost`() {
    var replicas = Replicas(NoSchema())
    replicas.edit(0) { $0[Self.values].insert(contentsOf: [1, "a", 2, "b", 3, "c"], at: 0) }
    replicas.exchange()
    #expect(shown(replicas, 1) == "abc" && replicas[1][Self.list].count == 3)
    replicas.edit(1) {
      $0[Self.list].replace(at: 1, with: "B")
      $0[Self.list].move(from: 2, to: 0)
      $0[Self.list].insert("x", at: 1)
      $0[Self.list].remove(at: 2)
      $0[Self.list].append("z")
    }
    #expect(shown(replicas, 1) == "cxBz")
    replicas.exchange()
    #expect(replicas[0][Self.numbers].elements == [1, 2, 3])
    #expect(replicas[0][Self.values].count == 7)
    replicas.edit(0) { $0[Self.values].replace(at: 0, with: 5) }
    replicas.exchange()
  }

  @Test func `elements keep the bytes of their values`() {
    let values: [Value] = ["\u{E9}", "e\u{301}", 1, 1.0, true, "1", -0.0, 0.0, .double(.nan)]
    var replicas = Replicas(NoSchema())
    replicas.edit(0) { $0[Self.values].insert(contentsOf: values, at: 0) }
    replicas.exchange()
    let shown = replicas[1][Self.values].elements.map { ValueBytes(of: $0) }
    #expect(shown == values.map { ValueBytes(of: $0) })
  }
}
