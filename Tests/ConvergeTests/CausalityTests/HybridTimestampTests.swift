// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct HybridTimestampTests {
  @Test func `the packed form holds milliseconds above the counter`() {
    let timestamp = HybridTimestamp(milliseconds: 1_700_000_000_000, counter: 1)
    #expect(timestamp.packed == 111_411_200_000_000_001)
    #expect(HybridTimestamp(packed: timestamp.packed) == timestamp)
    #expect(timestamp.milliseconds == 1_700_000_000_000)
    #expect(timestamp.counter == 1)
  }

  @Test func `the last timestamp fills both parts`() {
    #expect(HybridTimestamp.maximum.milliseconds == HybridTimestamp.maximumMilliseconds)
    #expect(HybridTimestamp.maximum.counter == .max)
    #expect(HybridTimestamp.zero.packed == 0)
  }

  @Test func `milliseconds decide before the counter`() {
    let early = HybridTimestamp(milliseconds: 1, counter: .max)
    let late = HybridTimestamp(milliseconds: 2, counter: 0)
    #expect(early < late)
    #expect(
      HybridTimestamp(milliseconds: 2, counter: 0) < HybridTimestamp(milliseconds: 2, counter: 1))
  }
}
