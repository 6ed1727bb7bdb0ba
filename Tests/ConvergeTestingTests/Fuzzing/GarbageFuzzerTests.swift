// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

@Suite("Garbage fuzzer")
struct GarbageFuzzerTests {
  @Test(arguments: [UInt64(1), 1_000, 103_448])
  func `collecting never changes what is shown`(seed: UInt64) {
    let fuzzer = GarbageFuzzer(
      founders: 2...3, calls: 10...40, fields: ScriptGenerator.allFields)
    var state = CampaignState<GarbageCounts>()
    for seed in seed..<seed + 8 { state.take(fuzzer.run(seed: seed), seed: seed) }
    #expect(state.failureCount == 0)
    #expect(state.counts.histories == 8)
    #expect(state.counts.changes > 0)
  }

  @Test func `one seed gives one history`() {
    let scripts = (0..<2).map { _ in
      GarbageComposer.script(
        seed: 5, founders: 2...3, calls: 10...60, fields: ScriptGenerator.allFields)
    }
    #expect(scripts[0] == scripts[1])
    #expect(!scripts[0].steps.isEmpty)
  }
}
