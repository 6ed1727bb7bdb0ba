// SPDX-License-Identifier: Apache-2.0

@testable import ConvergeTesting

/// A run that a report shows as one in which a check failed, though the library is right.
enum SampleFailure {
  /// A script in which each kind of event of a plain run occurs.
  static let script = Script(
    seed: 26, replicaCount: 3,
    fields: [
      HistoryField("theme", .register),
      HistoryField(
        "plans", .records,
        of: [
          HistoryField("done", .flag),
          HistoryField("steps", .list),
        ]),
    ],
    steps: [
      .edit(
        ScriptEdit(
          label: 0, replica: 0, wall: 1_700_000_000_000,
          calls: [
            ScriptCall(field: 0, choice: 0, value: 1),
            ScriptCall(field: 1, choice: 0, path: [0, 1]),
          ])),
      .edit(
        ScriptEdit(
          label: 1, replica: 1, wall: -1,
          calls: [
            ScriptCall(field: 0, choice: 0, index: 1, extent: 2, key: 3, value: 4)
          ])),
      .edit(
        ScriptEdit(
          label: 2, replica: 0, wall: 1_700_000_000_000,
          calls: [
            ScriptCall(field: 0, choice: 0, value: 2)
          ])),
      .deliver(label: 2, to: 1, isEncoded: true),
      .deliver(label: 0, to: 1, isEncoded: false),
      .deliver(label: 0, to: 1, isEncoded: false),
      .deliver(label: 2, to: 2, isEncoded: false),
      .restart(2, fromSnapshot: true),
      .merge(from: 1, to: 2, by: .snapshot),
      .abandon(
        ScriptEdit(
          label: 3, replica: 0, wall: 5,
          calls: [
            ScriptCall(field: 0, choice: 0)
          ])),
      .examine(0, isThorough: true),
    ])

  /// The script's run, told as if replica C had failed after the last step but two.
  static func failure() -> FuzzFailure {
    var result = ScriptRun.run(script, isRecorded: true)
    var failure = CheckFailure(
      .spec, replica: 2, "field \"theme\": expected \"a\", shown \"<b>&\"")
    failure.step = 8
    result.record?.failure = failure
    result.record?.events.removeAll { $0.step.map { $0 > 8 } ?? true }
    result.record?.states[2].shown[0] = .string("<b>&")
    return FuzzFailure(
      failure: failure, script: script, originalStepCount: 80, runCount: 321,
      history: result.history, record: result.record)
  }

  /// A report on a run of some histories of which this one failed.
  static func page(withFailure: Bool) -> String {
    var options = FuzzOptions()
    options.calls = 5...10
    var state = CampaignState<RunCounts>()
    for seed: UInt64 in 0..<12 {
      state.counts += ScriptRun.run(options.generator.script(seed: seed)).counts
    }
    let report = CampaignReport(
      command: "run", campaign: [], shard: .whole, isComplete: true, counts: state.counts,
      failureCount: withFailure ? 1 : 0, failures: [], seconds: 0.5)
    return ReportPage(report, options: options, failures: withFailure ? [failure()] : []).html
  }
}
