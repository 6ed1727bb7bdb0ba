// SPDX-License-Identifier: Apache-2.0

/// A check that failed, with the smallest script found that makes it fail.
///
/// As an error of a test it tells what failed, the steps that lead there in the app's words, and
/// how to run them again.
public struct FuzzFailure: Error, Sendable {
  /// The check and the first difference, for the small script.
  package var failure: CheckFailure
  /// The small script.
  package var script: Script
  /// How many steps the script from the seed had.
  package var originalStepCount: Int
  /// How many scripts were run to shrink it.
  package var runCount: Int
  /// The small script's run in the history format, with what the model expects.
  package var history: History?
  /// The small script's run as a report shows it.
  package var record: RunRecord?
  /// Whether the small script failed again when it was run once more.
  var isRepeatable = true
  /// What each action of an app drew, by its edit's label.
  var drawn: [Int: DrawnChoices] = [:]
  /// The app's words.
  var names = AppNames(devices: [], actions: [])

  /// What happened, where it was told by hand.
  let told: [String]?

  /// A failure of a run.
  init(
    failure: CheckFailure, script: Script, originalStepCount: Int, runCount: Int,
    history: History?, record: RunRecord? = nil, isRepeatable: Bool = true,
    drawn: [Int: DrawnChoices] = [:]
  ) {
    self.failure = failure
    self.script = script
    self.originalStepCount = originalStepCount
    self.runCount = runCount
    self.history = history
    self.record = record
    self.isRepeatable = isRepeatable
    self.drawn = drawn
    told = nil
  }

  /// A failure of a scenario that was told by hand.
  init(scenario failure: CheckFailure, devices: [String], steps: [String], seed: UInt64) {
    self.failure = failure
    script = Script(seed: seed, replicaCount: devices.count, fields: [], steps: [])
    originalStepCount = steps.count
    runCount = 1
    names = AppNames(devices: devices, actions: [])
    told = steps
  }
}

extension FuzzFailure {
  /// The failure as a report holds it.
  package func json(_ options: FuzzOptions) -> JSONValue {
    failure.json(
      command: options.command(seed: script.seed), seed: script.seed,
      replicaCount: script.replicaCount, originalStepCount: originalStepCount,
      runCount: runCount, script: ScriptText.lines(of: script),
      table: record.map { StepTable.lines(of: $0) } ?? [],
      history: history.map { HistoryWriter.lines(of: $0) } ?? [],
      test: SwiftTest.lines(of: self))
  }
}

extension CheckFailure {
  /// The failure with the script that it was found in, as a report holds it.
  func json(
    command: String, seed: UInt64, replicaCount: Int, originalStepCount: Int, runCount: Int,
    script: [String], table: [String] = [], history: [String], test: [String] = []
  ) -> JSONValue {
    func text(_ name: String, _ lines: [String]) -> JSONMember {
      JSONMember(name, .array(lines.map { .string($0) }))
    }
    return .object([
      JSONMember("check", .string(check.rawValue)),
      JSONMember("seed", .integer(Int64(bitPattern: seed))),
      JSONMember("detail", .string(detail)),
      JSONMember("step", step.map { .integer(Int64($0)) } ?? .null),
      JSONMember("replica", replica.map { .string(ScriptText.name(ofReplica: $0)) } ?? .null),
      JSONMember("replicas", .integer(Int64(replicaCount))),
      JSONMember("originalSteps", .integer(Int64(originalStepCount))),
      JSONMember("shrinkRuns", .integer(Int64(runCount))),
      text("script", script), text("table", table), text("history", history), text("test", test),
      JSONMember("again", .string(command)),
    ])
  }
}
