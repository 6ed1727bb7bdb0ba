// SPDX-License-Identifier: Apache-2.0

/// Runs histories made from seeds and shrinks those in which a check fails.
package struct Fuzzer: SeededHistories {
  /// The most scripts run to shrink one failure; known failures need a few hundred.
  private static let shrinkLimit = 4000

  private let generator: ScriptGenerator

  /// A fuzzer of the scripts that a generator makes.
  package init(generator: ScriptGenerator) {
    self.generator = generator
  }

  /// Runs a seed's script up to the first check that does not hold.
  package func run(seed: UInt64) -> HistoryOutcome<RunCounts> {
    let result = ScriptRun.run(generator.script(seed: seed))
    return HistoryOutcome(counts: result.counts, failure: result.failure)
  }

  /// The smallest script found that fails the same check as the seed's, or nil when that one holds.
  package func shrunkFailure(seed: UInt64) -> FuzzFailure? {
    let script = generator.script(seed: seed)
    return ScriptRun.run(script).failure.map { Self.shrunk(script, $0) }
  }

  /// The smallest script that fails the same check, as a failure to report.
  private static func shrunk(_ script: Script, _ failure: CheckFailure) -> FuzzFailure {
    var shrinker = Shrinker(limit: shrinkLimit) { candidate in
      ScriptRun.run(candidate).failure?.check == failure.check
    }
    let smallest = shrinker.shrink(script)
    let result = ScriptRun.run(smallest, isRecorded: true)
    return FuzzFailure(
      failure: result.failure ?? failure, script: smallest, originalStepCount: script.steps.count,
      runCount: shrinker.runCount, history: result.history, record: result.record)
  }
}
