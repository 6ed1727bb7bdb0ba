// SPDX-License-Identifier: Apache-2.0

/// Histories made from consecutive seeds, or one shard of them, run on several cores.
package struct Campaign<Histories: SeededHistories>: Sendable {
  /// How far such a campaign has come.
  package typealias State = CampaignState<Histories.Counts>

  private let histories: Histories
  private let firstSeed: UInt64
  private let shard: Shard

  /// A campaign that begins with a seed.
  package init(_ histories: Histories, seed: UInt64, shard: Shard = .whole) {
    self.histories = histories
    firstSeed = seed
    self.shard = shard
  }

  /// Runs the histories from the state's position up to another, or until told to stop.
  ///
  /// Histories run beside each other and are joined in the order of their seeds, so that the state
  /// does not depend on the number of jobs.
  ///
  /// - Parameters:
  ///   - state: How far the campaign has come; it goes on from there.
  ///   - end: The position to stop at.
  ///   - jobs: How many histories run at the same time, at least one.
  ///   - willRun: Is told each seed before its history runs, on the thread that runs it.
  ///   - goesOn: Is shown the state before the first history and after each that is joined; when it
  ///     returns false, the campaign stops, and those that run meanwhile are forgotten.
  package func run(
    _ state: inout State, to end: Int, jobs: Int,
    willRun: @escaping @Sendable (UInt64) -> Void = { _ in },
    goesOn: (inout State) -> Bool = { _ in true }
  ) async {
    guard state.position < end, goesOn(&state) else { return }
    await withTaskGroup(of: (position: Int, outcome: HistoryOutcome<Histories.Counts>).self) {
      group in
      var next = state.position
      func start() {
        guard next < end else { return }
        let position = next
        next += 1
        group.addTask {
          let seed = shard.seed(at: position, from: firstSeed)
          willRun(seed)
          return (position, histories.run(seed: seed))
        }
      }
      for _ in 0..<max(jobs, 1) { start() }
      // Those that ended before an earlier one did.
      var early: [Int: HistoryOutcome<Histories.Counts>] = [:]
      while let ended = await group.next() {
        start()
        early[ended.position] = ended.outcome
        while let outcome = early.removeValue(forKey: state.position) {
          state.take(outcome, seed: shard.seed(at: state.position, from: firstSeed))
          guard goesOn(&state) else { return }
        }
      }
    }
  }

  /// The failures that a report shows, each shrunk.
  package func shrunkFailures(
    _ state: State, jobs: Int, willRun: @escaping @Sendable (UInt64) -> Void = { _ in }
  ) async -> [Histories.Failure] {
    await withTaskGroup(of: (place: Int, failure: Histories.Failure?).self) { group in
      var waiting = state.firstFailures.enumerated().makeIterator()
      func start() {
        guard let (place, failure) = waiting.next() else { return }
        group.addTask {
          willRun(failure.seed)
          return (place, histories.shrunkFailure(seed: failure.seed))
        }
      }
      for _ in 0..<max(jobs, 1) { start() }
      var failures: [Int: Histories.Failure] = [:]
      while let ended = await group.next() {
        start()
        failures[ended.place] = ended.failure
      }
      return state.firstFailures.indices.compactMap { failures[$0] }
    }
  }
}
