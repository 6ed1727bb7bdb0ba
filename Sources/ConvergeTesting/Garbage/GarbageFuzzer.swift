// SPDX-License-Identifier: Apache-2.0

/// Runs histories that collect garbage, one seed after another, and shrinks what fails.
package struct GarbageFuzzer {
  private static let shrinkLimit = 4000
  private static let shrunkLimit = 3

  private let founders: ClosedRange<Int>
  private let calls: ClosedRange<Int>
  private let fields: [HistoryField]
  /// The seed of the next history.
  package private(set) var nextSeed: UInt64
  /// What was done so far.
  package private(set) var counts = GarbageCounts()
  /// How many histories failed.
  package private(set) var failureCount = 0
  /// The first failures, shrunk.
  package private(set) var failures: [(failure: CheckFailure, script: GarbageScript)] = []

  /// A fuzzer whose first history has the given seed.
  package init(
    founders: ClosedRange<Int>, calls: ClosedRange<Int>, fields: [HistoryField], seed: UInt64
  ) {
    self.founders = founders
    self.calls = calls
    self.fields = fields
    nextSeed = seed
  }

  /// Runs the history of the next seed.
  package mutating func runNext() {
    let script = GarbageComposer.script(
      seed: nextSeed, founders: founders, calls: calls, fields: fields)
    nextSeed = (nextSeed &+ 1) & UInt64(Int64.max)
    let (counts, failure) = Self.run(script)
    self.counts += counts
    guard let failure else { return }
    failureCount += 1
    if failures.count < Self.shrunkLimit { failures.append(Self.shrunk(script, failure)) }
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
      return (world.counts, failure)
    }
    var counts = world.counts
    counts.histories = 1
    return (counts, nil)
  }

  private static func shrunk(
    _ script: GarbageScript, _ failure: CheckFailure
  ) -> (CheckFailure, GarbageScript) {
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
    return (failure, smallest)
  }
}
