// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

@Suite struct MarkerTests {
  @Test(arguments: Marker.allCases)
  func `each marker is reached by a script of a few steps`(marker: Marker) {
    let script = MarkerScripts.script(for: marker)
    let result = ScriptRun.run(script)
    #expect(result.failure == nil)
    #expect(result.counts.markers[marker] == 1)
    // Without its last step, which is what it is about, nothing is reached.
    var shorter = script
    shorter.steps.removeLast()
    #expect(ScriptRun.run(shorter).counts.markers[marker] == 0)
  }

  @Test func `a hundred short histories reach most`() async {
    var options = FuzzOptions()
    options.calls = 5...40
    var counts = RunCounts()
    for seed in 1...100 as ClosedRange<UInt64> {
      counts += ScriptRun.run(options.generator.script(seed: seed)).counts
    }
    #expect(counts.markers.unreached.count <= 15, "\(counts.markers.unreached)")
  }

  @Test func `only a full run must reach all`() throws {
    func report(_ words: [String], isComplete: Bool = true) throws -> CampaignReport<RunCounts> {
      guard case .run(let options, _) = try FuzzCommand.parse(words) else {
        throw UsageError.unknownCommand("")
      }
      var state = CampaignState<RunCounts>()
      var reached = MarkerSet()
      for marker in Marker.allCases where marker != .evictionVoid { reached.insert(marker) }
      state.counts.markers.add(reached)
      return CampaignReport(
        command: options.commandName, options: options, state: state, isComplete: isComplete,
        failures: [])
    }
    let full = try report(["run", "--seed", "7"])
    #expect(full.unreached == [.evictionVoid])
    #expect(full.lines.contains { $0.contains("not reached: evictionVoid") })
    #expect(full.json["markers"]?["gapDrained"] == .integer(1))
    for words in [
      ["collect"], ["run", "--count", "9"], ["run", "--time", "9"], ["run", "--ops", "9"],
      ["run", "--replicas", "2"], ["run", "--fields", "note"], ["run", "--shard", "1/2"],
    ] {
      #expect(try report(words).unreached == [])
    }
    #expect(try report(["run"], isComplete: false).unreached == [])
  }
}
