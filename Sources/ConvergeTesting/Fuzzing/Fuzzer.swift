// SPDX-License-Identifier: Apache-2.0

/// Runs histories made from consecutive seeds and shrinks those in which a check fails.
///
/// History i of a run is made from the run's seed plus i, so any of them runs again by itself.
package struct Fuzzer {
  /// The most scripts run to shrink one failure; known failures need a few hundred.
  private static let shrinkLimit = 4000
  /// The most failures that are shrunk; the others are only counted.
  private static let shrunkLimit = 3

  private let generator: ScriptGenerator
  /// The seed of the history that runs next.
  package private(set) var nextSeed: UInt64
  /// What has been done so far, without the runs made to shrink.
  package private(set) var counts = RunCounts()
  /// How many histories failed.
  package private(set) var failureCount = 0
  /// The failures that were shrunk, at most one for each check.
  package private(set) var failures: [FuzzFailure] = []

  /// A fuzzer that begins with a seed.
  package init(generator: ScriptGenerator, seed: UInt64) {
    self.generator = generator
    nextSeed = seed
  }

  /// Runs the next history.
  package mutating func runNext() {
    let script = generator.script(seed: nextSeed)
    // Histories hold seeds as 64-bit integers with a sign, and the command line takes no negative.
    nextSeed = (nextSeed &+ 1) & UInt64(Int64.max)
    let result = ScriptRun.run(script)
    counts += result.counts
    guard let failure = result.failure else { return }
    failureCount += 1
    if failures.count < Self.shrunkLimit,
      !failures.contains(where: { $0.failure.check == failure.check })
    {
      failures.append(Self.shrunk(script, failure))
    }
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
      runCount: shrinker.runCount, history: result.history)
  }
}

/// A check that failed, with the smallest script found that makes it fail.
package struct FuzzFailure: Sendable {
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
}
