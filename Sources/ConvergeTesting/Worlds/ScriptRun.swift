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
}

/// Runs scripts against real documents, with the naive model beside them.
package enum ScriptRun {
  /// Runs a script to its end or to the first check that does not hold.
  ///
  /// At the end everything is delivered everywhere and all checks are made.
  package static func run(_ script: Script, isRecorded: Bool = false) -> RunResult {
    var world = World(script, isRecorded: isRecorded)
    var failure: CheckFailure?
    var step: Int?
    do throws(CheckFailure) {
      for (index, scriptStep) in script.steps.enumerated() {
        step = index
        world.trace?.step = index
        try world.perform(scriptStep)
      }
      step = nil
      world.trace?.step = nil
      try FinalChecks.run(in: &world, seed: script.seed)
    } catch {
      failure = error
      failure?.step = step
    }
    world.counts.histories = 1
    world.counts.historySizes.add(world.counts.operations)
    let record = world.record(of: script, failure)
    return RunResult(
      counts: world.counts, failure: failure,
      history: isRecorded ? FinalChecks.completedHistory(of: &world) : nil, record: record)
  }
}
