// SPDX-License-Identifier: Apache-2.0

/// A check that failed in an exploration, shrunk and ready to be reported.
package struct ExploredFailure: Sendable {
  /// The most scripts run to shrink one failure: they are short to begin with.
  private static let shrinkLimit = 1000

  /// What was explored.
  let explorer: Explorer
  /// How many changes the history had in which the failure was found.
  let changeCount: Int
  /// The failure as it was found.
  let found: CheckFailure
  /// The failure of the small script, which may be another check; nil where no script fails.
  let failure: CheckFailure?
  /// The smallest script found, or the one that leads to what was found.
  let script: Script
  /// How many steps the script had at first.
  let originalStepCount: Int
  /// How many scripts were run to shrink it.
  let runCount: Int
  /// The script's run in the history format.
  package let history: History?

  /// Shrinks a failure.
  init(_ found: FoundFailure, in explorer: Explorer) {
    self.explorer = explorer
    self.found = found.failure
    changeCount = found.script.callCount
    originalStepCount = found.script.steps.count
    // A script makes other checks than an exploration, and may see a fault by another one first.
    let check = ScriptRun.run(found.script).failure?.check
    var smallest = found.script
    var runCount = 0
    if let check {
      var shrinker = Shrinker(limit: Self.shrinkLimit) {
        ScriptRun.run($0).failure?.check == check
      }
      smallest = shrinker.shrink(smallest)
      runCount = shrinker.runCount
    }
    let result = ScriptRun.run(smallest, isRecorded: true)
    failure = result.failure
    script = smallest
    history = result.history
    self.runCount = runCount
  }

  /// The name of a file for the failure's history.
  package var fileName: String {
    "explore-\(explorer.alphabet.field.name)-\(found.check.rawValue).jsonl"
  }

  /// The command that finds it again, as soon as it can be found.
  private var command: String {
    "converge-fuzz explore --fields \(explorer.alphabet.field.name) "
      + "--replicas \(explorer.writerCount) --ops \(changeCount) "
      + "--clocks \(explorer.clocks.rawValue)"
  }

  private var place: String {
    guard let failure else {
      return "found by exploring only: the script does not fail by itself"
    }
    let step = failure.step.map { "after step \($0)" } ?? "after the final exchange"
    let check = failure.check == found.check ? "" : ", as \(failure.check.rawValue)"
    return "\(step)\(check); \(script.steps.count) of \(originalStepCount) steps left "
      + "after \(runCount) runs"
  }

  /// The failure in lines of text.
  package var lines: [String] {
    let replica = found.replica.map { ", replica \(ScriptText.name(ofReplica: $0))" } ?? ""
    return [
      "FAILED \(found.check.rawValue): \(explorer.title)\(replica)", "  \(found.detail)",
      "  \(place)", "  the script, with \(script.replicaCount) replicas:",
    ] + ScriptText.lines(of: script).map { "    " + $0 }
      + (historyLines.isEmpty ? [] : ["  as a history:"] + historyLines.map { "    " + $0 })
      + ["  again: \(command)", ""]
  }

  private var historyLines: [String] { history.map { HistoryWriter.lines(of: $0) } ?? [] }

  /// The failure as a report in JSON holds it.
  var json: JSONValue {
    .object([
      JSONMember("check", .string(found.check.rawValue)),
      JSONMember("field", .string(explorer.alphabet.field.name)),
      JSONMember("clocks", .string(explorer.clocks.rawValue)),
      JSONMember("detail", .string(found.detail)),
      JSONMember(
        "replica", found.replica.map { .string(ScriptText.name(ofReplica: $0)) } ?? .null),
      JSONMember("changes", .integer(Int64(changeCount))),
      JSONMember("scriptCheck", failure.map { .string($0.check.rawValue) } ?? .null),
      JSONMember("originalSteps", .integer(Int64(originalStepCount))),
      JSONMember("shrinkRuns", .integer(Int64(runCount))),
      JSONMember("script", .array(ScriptText.lines(of: script).map { .string($0) })),
      JSONMember("history", .array(historyLines.map { .string($0) })),
      JSONMember("again", .string(command)),
    ])
  }
}
