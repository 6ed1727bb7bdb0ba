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
    let result = result(seed: seed)
    return HistoryOutcome(counts: result.counts, failure: result.failure)
  }

  /// What running a seed's script comes to.
  func result(seed: UInt64) -> RunResult {
    ScriptRun.run(generator.script(seed: seed), app: app)
  }

  /// The smallest script found that fails the same check as the seed's, or nil when that one holds.
  package func shrunkFailure(seed: UInt64) -> FuzzFailure? {
    let script = generator.script(seed: seed)
    let result = ScriptRun.run(script, app: app)
    return result.failure.map { shrunk(script.drawing(result.drawn), $0) }
  }

  /// The smallest script that fails the same check, as a failure to report.
  private func shrunk(_ script: Script, _ failure: CheckFailure) -> FuzzFailure {
    var shrinker = Shrinker(limit: Self.shrinkLimit) { candidate in
      ScriptRun.run(candidate, app: app).failure?.isSameCheck(as: failure) ?? false
    }
    let smallest = shrinker.shrink(script)
    // Histories know calls alone; an app's steps are told in its own words.
    let result = ScriptRun.run(smallest, app: app, isRecorded: app == nil, isTold: app != nil)
    return FuzzFailure(
      failure: result.failure ?? failure, script: smallest, originalStepCount: script.steps.count,
      runCount: shrinker.runCount, history: result.history, record: result.record,
      isRepeatable: result.failure != nil, drawn: result.drawn)
  }
}
