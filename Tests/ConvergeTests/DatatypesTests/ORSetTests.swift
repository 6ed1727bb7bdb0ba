// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct ORSetTests {
  private static let tags = Field("tags", ORSet<String>.self)
  private static let numbers = Field("tags", ORSet<Int>.self)
  private static let values = Field("tags", ORSet<Value>.self)

  @Test func `insert, remove and toggle change the members, shown ascending`() {
    var replicas = Replicas(NoSchema())
    replicas.edit(0) {
      $0[Self.tags].insert("b")
      $0[Self.tags].insert(contentsOf: ["c", "a"])
      #expect($0[Self.tags].current.count == 3)
    }
    replicas.exchange()
    #expect(replicas[1][Self.tags].elements == ["a", "b", "c"])
    #expect(Array(replicas[1][Self.tags]) == ["a", "b", "c"])
    replicas.edit(1) {
      $0[Self.tags].remove("b")
      $0[Self.tags].toggle("a")
      $0[Self.tags].toggle("d")
    }
    replicas.exchange()
    #expect(replicas[0][Self.tags].elements == ["c", "d"])
    #expect(replicas[0][Self.tags].contains("d") && !replicas[0][Self.tags].contains("a"))
    #expect(replicas[0][Self.tags].count == 2 && !replicas[0][Self.tags].isEmpty)
  }

  @Test func `removeAll removes what is visible, and no more`() {
    var replicas = Replicas(NoSchema())
    replicas.edit(0) { $0[Self.tags].insert(contentsOf: ["a", "b"]) }
    replicas.exchange()
    let change = replicas.edit(0) { $0[Self.tags].removeAll() }
    #expect(change?.operationCount == 2)
    #expect(replicas[0][Self.tags].isEmpty)
    replicas.edit(1) { $0[Self.tags].insert("c") }
    replicas.exchange()
    #expect(replicas[0][Self.tags].elements == ["c"])
  }

  @Test func `an insert survives a concurrent removal`() {
    var replicas = Replicas(NoSchema())
    replicas.edit(0) { $0[Self.tags].insert("a") }
    replicas.exchange()
    replicas.edit(0, at: 1) { $0[Self.tags].insert("a") }
    replicas.edit(1, at: 9_000) { $0[Self.tags].remove("a") }
    #expect(replicas[1][Self.tags].isEmpty)
    replicas.exchange()
    #expect(replicas[1][Self.tags].elements == ["a"])
  }

  @Test func `a removal takes only the inserts that it has seen`() {
    var replicas = Replicas(NoSchema(), 3)
    replicas.edit(0) { $0[Self.tags].insert("a") }
    replicas.edit(1) { $0[Self.tags].insert("a") }
    replicas.pull(2, from: 0)
    replicas.edit(2) { $0[Self.tags].remove("a") }
    replicas.exchange()
    #expect(replicas[2][Self.tags].elements == ["a"])
    replicas.edit(2) { $0[Self.tags].remove("a") }
    replicas.exchange()
    #expect(replicas[0][Self.tags].isEmpty)
  }

  @Test func `a removal that has seen an insert arrives before it and still takes it`() {
    var replicas = Replicas(NoSchema(), 3)
    let insert = replicas.edit(0) { $0[Self.tags].insert("a") }
    replicas.pull(1, from: 0)
    let removal = replicas.edit(1) { $0[Self.tags].remove("a") }
    replicas[2].apply(removal)
    replicas[2].apply(insert)
    #expect(replicas[2][Self.tags].isEmpty)
    #expect(replicas[2].pendingCount == 0)
  }

  @Test func `a removed member leaves no bytes behind`() {
    var replicas = Replicas(NoSchema())
    let long = String(repeating: "x", count: 500)
    replicas.edit(0) { $0[Self.tags].insert(long) }
    replicas.edit(0) { $0[Self.tags].remove(long) }
    #expect(replicas[0].snapshot().count < 100)
    replicas.exchange()
    #expect(replicas[1][Self.tags].isEmpty)
  }

  @Test func `members are told apart by their bytes, and shown in their order`() {
    var replicas = Replicas(NoSchema())
    let values: [Value] = [
      "\u{E9}", "e\u{301}", 1, 1.0, true, "1", -0.0, 0.0, .double(.nan), -1, 300,
    ]
    replicas.edit(0) { $0[Self.values].insert(contentsOf: values) }
    replicas.edit(1) { $0[Self.values].insert(.double(-.nan)) }
    replicas.exchange()
    #expect(replicas[0][Self.values].count == values.count)
    let shown = replicas[1][Self.values].elements.map { ValueBytes(of: $0) }
    #expect(shown == values.map { ValueBytes(of: $0) }.sorted())
    #expect(replicas[1][Self.numbers].elements == [-1, 1, 300])
    replicas.edit(1) { $0[Self.tags].remove("\u{E9}") }
    replicas.exchange()
    #expect(
      replicas[0][Self.tags].elements.map { Array($0.utf8) } == [[0x31], [0x65, 0xCC, 0x81]])
  }

  @Test func `members of another type are not shown, not counted and not lost`() {
    var replicas = Replicas(NoSchema())
    replicas.edit(0) { $0[Self.values].insert(contentsOf: ["a", 1]) }
    replicas.exchange()
    #expect(replicas[1][Self.numbers].elements == [1])
    #expect(replicas[1][Self.numbers].count == 1)
    replicas.edit(1) { $0[Self.numbers].insert(2) }
    replicas.exchange()
    #expect(replicas[0][Self.values].elements == [1, 2, "a"])
  }

  @Test func `calls without effect are changes, and a call for nothing is one too`() {
    var replicas = Replicas(NoSchema())
    #expect(replicas.edit(0) { $0[Self.tags].remove("a") }?.operationCount == 1)
    #expect(replicas.edit(0) { $0[Self.tags].removeAll() }?.operationCount == 1)
    #expect(replicas.edit(0) { $0[Self.tags].insert(contentsOf: []) }?.operationCount == 1)
    replicas.exchange()
    #expect(replicas[1][Self.tags].isEmpty)
  }
}
