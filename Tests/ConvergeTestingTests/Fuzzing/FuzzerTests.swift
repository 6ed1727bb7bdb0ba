// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Testing

@Suite struct FuzzerTests {
  private func report(seed: UInt64, count: Int, calls: ClosedRange<Int>) -> FuzzReport {
    var options = FuzzOptions()
    options.seed = seed
    options.extent = .count(count)
    options.calls = calls
    var fuzzer = Fuzzer(generator: options.generator, seed: seed)
    for _ in 0..<count { fuzzer.runNext() }
    return FuzzReport(options: options, fuzzer: fuzzer, seconds: 0)
  }

  @Test(arguments: stride(from: 1, to: 200, by: 10).map { UInt64($0) })
  func `documents do what the semantics say`(seed: UInt64) {
    let report = report(seed: seed, count: 10, calls: 5...60)
    #expect(report.failureCount == 0, "\(report.lines.joined(separator: "\n"))")
  }

  @Test func `one seed gives one report`() {
    let first = report(seed: 7, count: 5, calls: 5...40)
    let second = report(seed: 7, count: 5, calls: 5...40)
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
