// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct WallClockTests {
  @Test func `a fixed clock always tells its time`() {
    let clock = WallClock.fixed(-5)
    #expect([clock.now(), clock.now()] == [-5, -5])
  }

  @Test func `a clock asks its function`() {
    #expect(WallClock { 42 }.now() == 42)
  }
}
