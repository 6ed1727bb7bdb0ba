// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Testing

@Suite struct ModelClockTests {
  @Test func `a clock set back never makes time go back`() {
    var clock = ModelClock()
    #expect(clock.send(wall: 100) == Stamp(packed: 100 << 16))
    #expect(clock.send(wall: 50) == Stamp(packed: 100 << 16 | 1))
    #expect(clock.send(wall: 101) == Stamp(packed: 101 << 16))
  }

  @Test func `a counter that overflows carries into the milliseconds`() {
    var clock = ModelClock(last: Stamp(packed: 7 << 16 | 0xffff))
    #expect(clock.send(wall: 7) == Stamp(packed: 8 << 16))
  }

  @Test func `the very last timestamp has none after it`() {
    var clock = ModelClock(last: Stamp(packed: .max))
    #expect(clock.send(wall: 1) == nil)
    #expect(clock.last == Stamp(packed: .max))
  }

  @Test func `a wall clock outside 48 bits is ignored`() {
    var clock = ModelClock(last: Stamp(packed: 7 << 16))
    #expect(clock.send(wall: -1) == Stamp(packed: 7 << 16 | 1))
    #expect(clock.send(wall: 1 << 48) == Stamp(packed: 7 << 16 | 2))
  }
}
