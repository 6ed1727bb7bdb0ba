// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct MVRegisterTests {
  private static let names = Field("names", MVRegister<String>.self)
  private static let numbers = Field("names", MVRegister<Int>.self)

  @Test func `set shows one value in place of all that were shown`() {
    var replicas = Replicas(NoSchema())
    #expect(replicas[0][Self.names].values.isEmpty)
    replicas.edit(0) {
      $0[Self.names].set("a")
      $0[Self.names].set("b")
      #expect($0[Self.names].current.values == ["b"])
    }
    replicas.exchange()
    #expect(replicas[1][Self.names].values == ["b"])
  }

  @Test func `concurrent sets are all shown, ascending, until one has seen them`() {
    var replicas = Replicas(NoSchema(), 3)
    replicas.edit(0, at: 3_000) { $0[Self.names].set("c") }
    replicas.edit(1, at: 2_000) { $0[Self.names].set("a") }
    replicas.edit(2, at: 1_000) { $0[Self.names].set("b") }
    replicas.exchange()
    #expect(replicas[2][Self.names].values == ["a", "b", "c"])
    replicas.edit(2, at: 1) { $0[Self.names].set("z") }
    replicas.exchange()
    #expect(replicas[0][Self.names].values == ["z"])
  }

  @Test func `a set retires only what it has seen`() {
    var replicas = Replicas(NoSchema(), 3)
    replicas.edit(0) { $0[Self.names].set("a") }
    replicas.edit(1) { $0[Self.names].set("b") }
    replicas.pull(2, from: 0)
    replicas.edit(2) { $0[Self.names].set("c") }
    replicas.exchange()
    #expect(replicas[0][Self.names].values == ["b", "c"])
  }

  @Test func `equal values of concurrent sets are shown once, and stay while one set stays`() {
    var replicas = Replicas(NoSchema(), 3)
    replicas.edit(0) { $0[Self.names].set("a") }
    replicas.edit(1) { $0[Self.names].set("a") }
    replicas.pull(2, from: 0)
    replicas.edit(2) { $0[Self.names].set("b") }
    replicas.edit(0) { $0[Self.names].set("b") }
    replicas.exchange()
    #expect(replicas[0][Self.names].values == ["a", "b"])
  }

  @Test func `values of another type are not shown and not lost`() {
    var replicas = Replicas(NoSchema())
    replicas.edit(0) { $0[Self.names].set("a") }
    replicas.edit(1) { $0[Self.numbers].set(1) }
    replicas.exchange()
    #expect(replicas[0][Self.names].values == ["a"])
    #expect(replicas[0][Self.numbers].values == [1])
  }

  @Test func `values that differ in bytes alone are several`() {
    let field = Field("x", MVRegister<Value>.self)
    let values: [Value] = ["\u{E9}", "e\u{301}", 1, 1.0, true, "1", -0.0, 0.0, .double(.nan)]
    var replicas = Replicas(NoSchema(), values.count)
    for (replica, value) in values.enumerated() {
      replicas.edit(replica) { $0[field].set(value) }
    }
    replicas.exchange()
    let shown = replicas[0][field].values
    #expect(shown.map { ValueBytes(of: $0) } == values.map { ValueBytes(of: $0) }.sorted())
  }
}
