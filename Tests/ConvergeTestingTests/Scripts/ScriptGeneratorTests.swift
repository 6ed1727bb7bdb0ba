// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Testing

@Suite struct ScriptGeneratorTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `one seed gives one script, within the limits`(seed: UInt64) {
    let generator = ScriptGenerator(replicas: 3...4, calls: 10...30)
    let script = generator.script(seed: seed)
    #expect(script == generator.script(seed: seed))
    #expect((3...4).contains(script.replicaCount))
    #expect((10...30).contains(script.callCount))
  }

  @Test func `different seeds give different scripts`() {
    let generator = ScriptGenerator()
    #expect(generator.script(seed: 1) != generator.script(seed: 2))
  }

  @Test func `the generator's numbers are those of the paper's authors`() {
    // The first outputs of SplitMix64 from seed 0, as published with Java's SplittableRandom.
    var random = SplitMix64(seed: 0)
    #expect(random.next() == 0xe220_a839_7b1d_cdaf)
    #expect(random.next() == 0x6e78_9e6a_a1b9_65f4)
    #expect(random.next() == 0x06c4_5d18_8009_454f)
  }
}
