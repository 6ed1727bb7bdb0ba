// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

@Suite struct CampaignReportTests {
  private static let options = {
    var options = FuzzOptions()
    options.seed = 5
    options.calls = 5...40
    return options
  }()

  private func report(seconds: Double) -> CampaignReport<RunCounts> {
    let edit = ScriptEdit(
      label: 3, replica: 1, wall: 7, calls: [ScriptCall(field: 0, choice: 2, index: 4)])
    let script = Script(
      seed: 9, replicaCount: 2, fields: [HistoryField("queue", .list)],
      steps: [
        .edit(edit), .deliver(label: 3, to: 0, isEncoded: true),
        .merge(from: 0, to: 1, by: .snapshot), .restart(1, fromSnapshot: true),
        .examine(0, isThorough: true),
      ])
    var failure = CheckFailure(.spec, replica: 1, "field \"queue\": expected 1, shown 2")
    failure.step = 4
    let shrunk = FuzzFailure(
      failure: failure, script: script, originalStepCount: 80, runCount: 321, history: nil)
    var state = CampaignState<RunCounts>()
    state.failureCount = 2
    state.seconds = seconds
    return CampaignReport(
      command: "run", options: Self.options, state: state, isComplete: true,
      failures: [shrunk.json(Self.options)])
  }

  @Test func `a failure tells check, seed, script, difference and the command to see it again`() {
    let text = report(seconds: 1).lines.joined(separator: "\n")
    #expect(text.contains("FAILED spec: seed 9"))
    #expect(text.contains("field \"queue\": expected 1, shown 2"))
    #expect(text.contains("after step 4, replica B; 5 of 80 steps left after 321 runs"))
    #expect(text.contains("0  B edits #3 at 7: queue(choice 2, index 4, extent 0, key 0, value 0)"))
    #expect(text.contains("1  #3 to A, as bytes"))
    #expect(text.contains("2  B takes in A by snapshot"))
    #expect(text.contains("as a test:"))
    #expect(text.contains("ScriptCall(field: 0, choice: 2, index: 4)"))
    #expect(text.contains("again: converge-fuzz run --seed 9 --count 1 --ops 5...40"))
    #expect(text.contains("failures   2"))
  }

  @Test func `the command of a failure is understood and runs the same history`() throws {
    let words = Self.options.command(seed: 9).split(separator: " ").dropFirst().map(String.init)
    guard case .run(let options, nil) = try FuzzCommand.parse(words) else {
      Issue.record("not a run")
      return
    }
    #expect(options.generator.script(seed: 9) == Self.options.generator.script(seed: 9))
  }

  @Test func `only marked lines and keys depend on the time taken`() throws {
    let quick = report(seconds: 1)
    let slow = report(seconds: 2)
    #expect(
      quick.lines.filter { !$0.hasPrefix("time:") } == slow.lines.filter { !$0.hasPrefix("time:") })
    func timeless(_ report: CampaignReport<RunCounts>) throws -> [String] {
      guard case .object(let members) = report.json else { return [] }
      return members.filter { !$0.name.contains("seconds") && !$0.name.contains("perSecond") }
        .map { JSONWriter.compact($0.value) }
    }
    #expect(try timeless(quick) == timeless(slow))
  }
}
