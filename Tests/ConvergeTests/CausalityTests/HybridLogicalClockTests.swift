// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct HybridLogicalClockTests {
  private let noon: UInt64 = 1_700_000_000_000

  private func time(_ milliseconds: UInt64, _ counter: UInt16) -> HybridTimestamp {
    HybridTimestamp(milliseconds: milliseconds, counter: counter)
  }

  @Test func `a fresh clock starts at the wall clock and counts within a millisecond`() throws {
    var clock = HybridLogicalClock()
    #expect(try clock.send(wall: Int64(noon)) == time(noon, 0))
    #expect(try clock.send(wall: Int64(noon)) == time(noon, 1))
    #expect(try clock.send(wall: Int64(noon) + 1) == time(noon + 1, 0))
    #expect(clock.last == time(noon + 1, 0))
  }

  @Test func `a wall clock set back never makes time go back`() throws {
    var clock = HybridLogicalClock(time(noon, 0))
    #expect(try clock.send(wall: Int64(noon) - 5_000) == time(noon, 1))
    #expect(try clock.send(wall: Int64(noon) - 1) == time(noon, 2))
    #expect(try clock.send(wall: Int64(noon) + 1) == time(noon + 1, 0))
  }

  @Test func `a change made after one from ahead exceeds it`() throws {
    var clock = HybridLogicalClock(time(noon, 0))
    clock.observe(time(noon + 900, 7))
    #expect(try clock.send(wall: Int64(noon)) == time(noon + 900, 8))
    #expect(try clock.send(wall: Int64(noon) + 901) == time(noon + 901, 0))
  }

  @Test func `the counter carries into the milliseconds`() throws {
    var clock = HybridLogicalClock(time(noon, 65_534))
    #expect(try clock.send(wall: Int64(noon)) == time(noon, 65_535))
    #expect(try clock.send(wall: Int64(noon)) == time(noon + 1, 0))
    #expect(try clock.send(wall: Int64(noon)) == time(noon + 1, 1))
  }

  @Test func `at the last timestamp send throws and the clock stays`() throws {
    var clock = HybridLogicalClock(HybridTimestamp(packed: .max - 1))
    #expect(try clock.send(wall: Int64(noon)) == .maximum)
    #expect(throws: ClockError.exhausted) { try clock.send(wall: Int64(noon)) }
    #expect(throws: ClockError.exhausted) { try clock.send(wall: (1 << 48) - 1) }
    #expect(clock.last == .maximum)
    clock.observe(time(noon, 1))
    #expect(clock.last == .maximum)
  }

  @Test(arguments: [-1, .min, 1 << 48, .max] as [Int64])
  func `a wall clock outside 48 bits is ignored`(wall: Int64) throws {
    var clock = HybridLogicalClock(time(noon, 0))
    #expect(try clock.send(wall: wall) == time(noon, 1))
    #expect(throws: ClockError.drift(remote: time(noon + 11, 0), limit: noon + 10)) {
      try clock.observe(time(noon + 11, 0), wall: wall, maximumDrift: 10)
    }
  }

  @Test func `the greatest wall clock that fits counts`() throws {
    var clock = HybridLogicalClock(time(noon, 9))
    let last = HybridTimestamp.maximumMilliseconds
    #expect(try clock.send(wall: Int64(last)) == time(last, 0))
  }

  @Test func `the bound on drift is inclusive and a refusal leaves the clock`() throws {
    var clock = HybridLogicalClock()
    try clock.observe(time(noon + 60_000, 0), wall: Int64(noon), maximumDrift: 60_000)
    #expect(clock.last == time(noon + 60_000, 0))
    #expect(throws: ClockError.drift(remote: time(noon + 60_001, 0), limit: noon + 60_000)) {
      try clock.observe(time(noon + 60_001, 0), wall: Int64(noon), maximumDrift: 60_000)
    }
    #expect(try clock.send(wall: Int64(noon)) == time(noon + 60_000, 1))
  }

  @Test func `an extreme drift or none at all does not overflow`() throws {
    var clock = HybridLogicalClock()
    try clock.observe(.maximum, wall: (1 << 48) - 1, maximumDrift: .max)
    #expect(clock.last == .maximum)
    var other = HybridLogicalClock()
    #expect(throws: ClockError.drift(remote: time(noon + 1, 0), limit: noon)) {
      try other.observe(time(noon + 1, 0), wall: Int64(noon), maximumDrift: .min)
    }
    #expect(other.last == .zero)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `observing is idempotent and free of order`(seed: UInt64) {
    var generator = ValueGenerator(seed: seed)
    let times = (0..<20).map { _ in HybridTimestamp(packed: generator.next() &>> 4) }
    var forward = HybridLogicalClock()
    var shuffled = HybridLogicalClock()
    for time in times { forward.observe(time) }
    for time in (times + times).shuffled(using: &generator) { shuffled.observe(time) }
    #expect(forward == shuffled)
    #expect(forward.last == times.max())
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `every timestamp exceeds all given or seen before`(seed: UInt64) throws {
    var generator = ValueGenerator(seed: seed)
    var clock = HybridLogicalClock()
    for _ in 0..<500 {
      let before = clock.last
      let wall = Int64(noon) + Int64(generator.number(below: 100)) - 50
      if generator.next() & 1 == 0 {
        let sent = try clock.send(wall: wall)
        #expect(sent > before && sent == clock.last)
        #expect(Int64(sent.milliseconds) >= wall)
      } else {
        let offset = UInt64(generator.number(below: 60))
        let remote = time(noon + offset, UInt16(truncatingIfNeeded: generator.next()))
        clock.observe(remote)
        #expect(clock.last == max(before, remote))
      }
    }
  }
}
