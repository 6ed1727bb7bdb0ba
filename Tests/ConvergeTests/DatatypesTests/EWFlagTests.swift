// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct EWFlagTests {
  private static let flag = Field("flag", EWFlag.self)

  @Test func `enable, disable and toggle switch the flag`() {
    var replicas = Replicas(NoSchema())
    #expect(!replicas[0][Self.flag].isOn)
    replicas.edit(0) { $0[Self.flag].enable() }
    replicas.exchange()
    #expect(replicas[1][Self.flag].isOn)
    replicas.edit(1) { $0[Self.flag].disable() }
    replicas.exchange()
    #expect(!replicas[0][Self.flag].isOn)
    replicas.edit(0) { $0[Self.flag].toggle() }
    #expect(replicas[0][Self.flag].isOn)
    replicas.edit(0) {
      $0[Self.flag].toggle()
      #expect(!$0[Self.flag].current.isOn)
    }
    #expect(!replicas[0][Self.flag].isOn)
  }

  @Test func `an enable wins over a concurrent disable`() {
    var replicas = Replicas(NoSchema())
    replicas.edit(0) { $0[Self.flag].enable() }
    replicas.exchange()
    replicas.edit(0, at: 1) { $0[Self.flag].enable() }
    replicas.edit(1, at: 9_000) { $0[Self.flag].disable() }
    #expect(!replicas[1][Self.flag].isOn)
    replicas.exchange()
    #expect(replicas[0][Self.flag].isOn)
  }

  @Test func `a disable retires only the enables that it has seen`() {
    var replicas = Replicas(NoSchema(), 3)
    replicas.edit(0) { $0[Self.flag].enable() }
    replicas.edit(1) { $0[Self.flag].enable() }
    replicas.pull(2, from: 0)
    replicas.edit(2) { $0[Self.flag].disable() }
    replicas.exchange()
    #expect(replicas[0][Self.flag].isOn)
    replicas.edit(2) { $0[Self.flag].disable() }
    replicas.exchange()
    #expect(!replicas[0][Self.flag].isOn)
  }

  @Test func `disabling what is off does nothing, and is a change`() {
    var replicas = Replicas(NoSchema())
    replicas.edit(0) { $0[Self.flag].enable() }
    #expect(replicas.edit(1) { $0[Self.flag].disable() }?.operationCount == 1)
    replicas.exchange()
    #expect(replicas[1][Self.flag].isOn)
  }
}
