// SPDX-License-Identifier: Apache-2.0

/// What running a script came to.
package struct RunResult: Sendable {
  /// What was done.
  package var counts: RunCounts
  /// The first check that did not hold, or nil.
  package var failure: CheckFailure?
  /// The run in the history format, when it was recorded, with what the model expects.
  package var history: History?
  /// The run as a report shows it, when it was recorded.
  package var record: RunRecord?
  /// What each action of an app drew, by its edit's label.
  var drawn: [Int: DrawnChoices] = [:]
  /// For each of the app's actions, how often it changed something.
  var actionCounts: [Int] = []
}

/// Runs scripts against real documents, with the naive model beside them.
package enum ScriptRun {
  /// Runs a script to its end or to the first check that does not hold.
  ///
  /// At the end everything is delivered everywhere and all checks are made.
  package static func run(_ script: Script, isRecorded: Bool = false) -> RunResult {
    run(script, app: nil, isRecorded: isRecorded)
  }

  /// Runs a script, in which an app may act; histories know no actions.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - app: the app that acts.
  ///   - isRecorded: whether a history is written.
  ///   - isTold: whether what an app draws is noted in words.
  /// - Returns: what it came to.
  static func run(
    _ script: Script, app: AppRules?, isRecorded: Bool = false, isTold: Bool = false
  ) -> RunResult {
    var world = World(script, app: app, isRecorded: isRecorded, isTold: isTold)
    var failure: CheckFailure?
    var step: Int?
    var reached = MarkerSet()
    do throws(CheckFailure) {
      for (index, scriptStep) in script.steps.enumerated() {
        step = index
        world.trace?.step = index
        try world.perform(scriptStep)
      }
      step = nil
      // What everyone comes by in the end is no merit of the script.
      reached = world.markers.reached
      world.trace?.step = nil
      try FinalChecks.run(in: &world, seed: script.seed)
    } catch {
      failure = error
      failure?.step = step
    }
    reached.formUnion(MarkerSurvey.markers(of: world.model))
    world.counts.markers.add(reached)
    world.counts.histories = 1
    world.counts.collecting = world.hasMembers ? 1 : 0
    world.counts.historySizes.add(world.counts.operations)
    let record = world.record(of: script, failure)
    return RunResult(
      counts: world.counts, failure: failure,
      history: isRecorded ? FinalChecks.completedHistory(of: &world) : nil, record: record,
      drawn: world.drawn, actionCounts: world.actionCounts)
  }
}
