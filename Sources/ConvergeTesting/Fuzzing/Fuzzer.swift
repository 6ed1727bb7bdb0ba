// SPDX-License-Identifier: Apache-2.0

/// Runs histories made from seeds and shrinks those in which a check fails.
package struct Fuzzer: SeededHistories {
  /// The most scripts run to shrink one failure; known failures need a few hundred.
  private static let shrinkLimit = 4000

  private let generator: ScriptGenerator
  /// The app that acts, or nil where scripts make calls.
  private let app: AppRules?

  /// A fuzzer of the scripts that a generator makes.
  package init(generator: ScriptGenerator) {
    self.init(generator: generator, app: nil)
  }

  /// A fuzzer of the scripts that a generator makes for an app.
  init(generator: ScriptGenerator, app: AppRules?) {
    self.generator = generator
    self.app = app
  }

  /// Runs a seed's script up to the first check that does not hold.
  package func run(seed: UInt64) -> HistoryOutcome<RunCounts> {
    let result = self.result(seed: seed)
    return HistoryOutcome(counts: result.counts, failure: result.failure)
  }

  /// What running a seed's script comes to.
  func result(seed: UInt64) -> RunResult {
    ScriptRun.run(generator.script(seed: seed), app: app)
  }

  /// The smallest script found that fails the same check as the seed's, or nil when that one holds.
  package func shrunkFailure(seed: UInt64) -> FuzzFailure? {
    let result = self.result(seed: seed)
    return result.failure.map { shrunk($0, of: result, seed: seed) }
  }

  /// The smallest script that fails the same check as the seed's did, as a failure to report.
  func shrunk(_ failure: CheckFailure, of result: RunResult, seed: UInt64) -> FuzzFailure {
    let whole = generator.script(seed: seed)
    var script = whole.drawing(result.drawn)
    // What comes after the failure was not run, and of an app's actions it is not known what they
    // draw.
    if let step = failure.step { script.steps.removeSubrange((step + 1)...) }
    var shrinker = Shrinker(limit: Self.shrinkLimit) { candidate in
      ScriptRun.run(candidate, app: app).failure?.isSameCheck(as: failure) ?? false
    }
    let smallest = shrinker.shrink(script)
    // Histories know calls alone; an app's steps are told in its own words.
    let last = ScriptRun.run(smallest, app: app, isRecorded: app == nil, isTold: app != nil)
    return FuzzFailure(
      failure: last.failure ?? failure, script: smallest, originalStepCount: whole.steps.count,
      runCount: shrinker.runCount, history: last.history, record: last.record,
      isRepeatable: last.failure != nil, drawn: last.drawn)
  }
}
