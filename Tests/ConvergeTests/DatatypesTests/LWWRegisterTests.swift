// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct LWWRegisterTests {
  private struct Settings: Schema {
    let theme = Field("theme", LWWRegister<String>.self, default: "system")
    let size = Field("size", LWWRegister<Int?>.self)
  }

  private static func raw(_ name: String) -> Field<LWWRegister<Value?>> {
    Field(name, LWWRegister<Value?>.self)
  }

  @Test func `set shows the value, and a default is shown before and never written`() {
    var replicas = Replicas(Settings())
    #expect(replicas[0].theme.value == "system" && !replicas[0].theme.isSet)
    #expect(replicas[0].size.value == nil)
    replicas.edit(0) {
      $0.theme.set("dark")
      #expect($0.theme.current.value == "dark")
    }
    #expect(replicas[0].theme.value == "dark" && replicas[0].theme.isSet)
    #expect(replicas[0].size.value == nil && !replicas[0].size.isSet)
    replicas.exchange()
    #expect(replicas[1].theme.value == "dark")
  }

  @Test func `clear sets nothing, so that the default shows again`() {
    var replicas = Replicas(Settings())
    replicas.edit(0) { $0.theme.set("dark") }
    replicas.exchange()
    replicas.edit(1) { $0.theme.clear() }
    replicas.exchange()
    #expect(replicas[0].theme.value == "system" && replicas[0].theme.isSet)
    #expect(replicas[0][Self.raw("theme")].value == nil)
  }

  @Test func `the later of concurrent sets wins, and the loser is a conflict`() {
    var replicas = Replicas(Settings(), 3)
    replicas.edit(0, at: 2_000) { $0.theme.set("late") }
    replicas.edit(1, at: 1_000) { $0.theme.set("early") }
    replicas.edit(2, at: 1_500) { $0.theme.set("between") }
    replicas.exchange()
    for document in replicas.documents {
      #expect(document.theme.value == "late")
      #expect(document.theme.conflicts == ["between", "early"])
    }
  }

  @Test func `of sets at one time that of the greater replica wins`() {
    var replicas = Replicas(Settings())
    replicas.edit(0) { $0.theme.set("one") }
    replicas.edit(1) { $0.theme.set("two") }
    replicas.exchange()
    #expect(replicas[0].theme.value == "two")
    #expect(replicas[0].theme.conflicts == ["one"])
  }

  @Test func `of sets in one change the last wins, and leaves no conflict`() {
    var replicas = Replicas(Settings())
    let change = replicas.edit(0) {
      $0.theme.set("first")
      $0.theme.set("second")
    }
    #expect(change?.operationCount == 2)
    replicas.exchange()
    #expect(replicas[1].theme.value == "second" && replicas[1].theme.conflicts.isEmpty)
  }

  @Test func `a set that has seen the conflict ends it, whatever the wall clocks say`() {
    var replicas = Replicas(Settings())
    replicas.edit(0, at: 9_000) { $0.theme.set("one") }
    replicas.edit(1, at: 8_000) { $0.theme.set("two") }
    replicas.exchange()
    replicas.edit(1, at: 10) { $0.theme.set("settled") }
    replicas.exchange()
    #expect(replicas[0].theme.value == "settled" && replicas[0].theme.conflicts.isEmpty)
  }

  @Test func `setting what is set already still orders`() {
    var replicas = Replicas(Settings())
    replicas.edit(0, at: 1_000) { $0.theme.set("dark") }
    replicas.exchange()
    replicas.edit(0, at: 3_000) { $0.theme.set("dark") }
    replicas.edit(1, at: 2_000) { $0.theme.set("light") }
    replicas.exchange()
    #expect(replicas[0].theme.value == "dark" && replicas[0].theme.conflicts == ["light"])
  }

  @Test func `clearing is a set like any other`() {
    var replicas = Replicas(Settings())
    replicas.edit(0, at: 1_000) { $0.theme.set("dark") }
    replicas.edit(1, at: 2_000) { $0.theme.clear() }
    replicas.exchange()
    #expect(replicas[0].theme.value == "system")
    #expect(replicas[0][Self.raw("theme")].conflicts == ["dark"])
  }

  @Test func `a value of another type reads as the default and is not lost`() {
    var replicas = Replicas(Settings())
    replicas.edit(0) { $0[Self.raw("theme")].set(17) }
    replicas.exchange()
    #expect(replicas[1].theme.value == "system" && replicas[1].theme.isSet)
    #expect(replicas[1][Self.raw("theme")].value == 17)
    replicas.edit(0) { $0[Self.raw("size")].set("large") }
    replicas.edit(1) { $0.size.set(5) }
    replicas.exchange()
    #expect(replicas[0].size.value == 5 && replicas[0].size.conflicts.isEmpty)
    #expect(replicas[0][Self.raw("size")].conflicts == ["large"])
  }

  @Test func `values are kept apart by their bytes`() {
    let values: [Value] = [
      "\u{E9}", "e\u{301}", 1, 1.0, true, "1", -0.0, 0.0, .null, .double(.nan), [], .bytes([]),
    ]
    for value in values {
      var replicas = Replicas(NoSchema())
      replicas.edit(0) { $0[Self.raw("x")].set(value) }
      replicas.exchange()
      #expect(ValueBytes(of: replicas[1][Self.raw("x")].value) == ValueBytes(of: value))
    }
  }
}
