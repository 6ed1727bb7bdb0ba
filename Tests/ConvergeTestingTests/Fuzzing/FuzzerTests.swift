// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Testing

@Suite struct FuzzerTests {
  private func report(
    seed: UInt64, count: Int, calls: ClosedRange<Int>
  ) async -> CampaignReport<RunCounts> {
    var options = FuzzOptions()
    options.seed = seed
    options.extent = .count(count)
    options.calls = calls
    let campaign = Campaign(Fuzzer(generator: options.generator), seed: seed)
    var state = CampaignState<RunCounts>()
    await campaign.run(&state, to: count, jobs: 1)
    let failures = await campaign.shrunkFailures(state, jobs: 1)
    return CampaignReport(
      command: "run", options: options, state: state, isComplete: true,
      failures: failures.map { $0.json(options) })
  }

  @Test(arguments: stride(from: 1, to: 200, by: 10).map { UInt64($0) })
  func `documents do what the semantics say`(seed: UInt64) async {
    let report = await report(seed: seed, count: 10, calls: 5...60)
    #expect(report.failureCount == 0, "\(report.lines.joined(separator: "\n"))")
    #expect(report.counts.histories == 10)
  }

  @Test func `one seed gives one report`() async {
    let first = await report(seed: 7, count: 5, calls: 5...40)
    let second = await report(seed: 7, count: 5, calls: 5...40)
    #expect(first.lines == second.lines)
    #expect(first.json == second.json)
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `a recorded run replays as a history`(seed: UInt64) throws {
    let script = ScriptGenerator(calls: 5...60).script(seed: seed)
    let history = try #require(ScriptRun.run(script, isRecorded: true).history)
    let text = HistoryWriter.lines(of: history).joined(separator: "\n")
    let file = try ReplayFile(Array(text.utf8), name: "recorded")
    #expect(try file.run() == [])
  }
}
