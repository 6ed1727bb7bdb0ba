// SPDX-License-Identifier: Apache-2.0

/// Runs histories that collect garbage, made from seeds, and shrinks what fails.
package struct GarbageFuzzer: SeededHistories {
  private static let shrinkLimit = 4000

  private let founders: ClosedRange<Int>
  private let calls: ClosedRange<Int>
  private let fields: [HistoryField]

  /// A fuzzer of histories with so many founders, calls and these fields.
  package init(founders: ClosedRange<Int>, calls: ClosedRange<Int>, fields: [HistoryField]) {
    self.founders = founders
    self.calls = calls
    self.fields = fields
  }

  /// The fuzzer that options ask for: two or three founders unless they say otherwise, as wrong
  /// cuts show soonest with two.
  package init(_ options: FuzzOptions) {
    self.init(
      founders: options.replicas == ScriptGenerator.replicaLimits ? 2...3 : options.replicas,
      calls: options.calls == ScriptGenerator.callLimits ? 10...60 : options.calls,
      fields: options.fields)
  }

  private func script(seed: UInt64) -> GarbageScript {
    GarbageComposer.script(seed: seed, founders: founders, calls: calls, fields: fields)
  }

  /// Runs a seed's history up to its first failure.
  package func run(seed: UInt64) -> HistoryOutcome<GarbageCounts> {
    let (counts, failure) = Self.run(script(seed: seed))
    return HistoryOutcome(counts: counts, failure: failure)
  }

  /// The smallest history found that fails the same check as the seed's; nil when that one holds.
  package func shrunkFailure(seed: UInt64) -> GarbageFailure? {
    let script = script(seed: seed)
    return Self.run(script).1.map { failure in
      let (failure, smallest, runs) = Self.shrunk(script, failure)
      return GarbageFailure(
        failure: failure, script: smallest, originalStepCount: script.steps.count,
        runCount: runs)
    }
  }

  /// Runs one history up to its first failure.
  package static func run(_ script: GarbageScript) -> (GarbageCounts, CheckFailure?) {
    var world = GarbageWorld(script)
    var place = 0
    do throws(CheckFailure) {
      for step in script.steps {
        try world.perform(step)
        place += 1
      }
      try world.settle()
    } catch {
      var failure = error
      failure.step = place
      var counts = world.counts
      counts.histories = 1
      return (counts, failure)
    }
    var counts = world.counts
    counts.histories = 1
    return (counts, nil)
  }

  private static func shrunk(
    _ script: GarbageScript, _ failure: CheckFailure
  ) -> (CheckFailure, GarbageScript, runs: Int) {
    var smallest = script
    var failure = failure
    var runs = 0
    var size = max(script.steps.count / 2, 1)
    while runs < shrinkLimit {
      let before = smallest.steps.count
      var start = 0
      while start < smallest.steps.count, runs < shrinkLimit {
        var candidate = smallest
        candidate.steps.removeSubrange(start..<min(start + size, candidate.steps.count))
        runs += 1
        if let other = run(candidate).1, other.check == failure.check {
          (smallest, failure) = (candidate, other)
        } else {
          start += size
        }
      }
      if size == 1, smallest.steps.count == before { break }
      size = max(size / 2, 1)
    }
    return (failure, smallest, runs)
  }
}

/// A check that failed, with the smallest history found that makes it fail.
package struct GarbageFailure: Sendable {
  /// The check and the first difference.
  package var failure: CheckFailure
  /// The small history.
  package var script: GarbageScript
  /// How many steps the history from the seed had.
  package var originalStepCount: Int
  /// How many histories were run to shrink it.
  package var runCount: Int

  /// The failure as a report holds it.
  package func json(_ options: FuzzOptions) -> JSONValue {
    failure.json(
      command: options.command("collect", seed: script.seed), seed: script.seed,
      replicaCount: script.founderCount, originalStepCount: originalStepCount,
      runCount: runCount, script: script.steps.enumerated().map { "\($0.offset)  \($0.element)" },
      history: [])
  }
}
