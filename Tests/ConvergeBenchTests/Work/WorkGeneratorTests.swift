// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import converge_bench

@Suite struct WorkGeneratorTests {
  @Test func `the first numbers of seed 1 are those of the workloads`() {
    var generator = WorkGenerator(seed: 1)
    #expect(generator.next() == 10_451_216_379_200_822_465)
    #expect(generator.next() == 13_757_245_211_066_428_519)
    #expect(generator.next() == 17_911_839_290_282_890_590)
  }
}
