// SPDX-License-Identifier: Apache-2.0

/// Visits all histories of a size over an alphabet, depth first, each once.
///
/// The work falls into parts by the first change, so that several threads can share it; what is
/// found and counted does not depend on how.
package struct Explorer: Sendable {
  /// The calls that are made.
  package let alphabet: ExploredAlphabet
  /// What the clocks read.
  package let clocks: ExploredClocks
  /// How many replicas write.
  package let writerCount: Int
  /// How many changes a history has at most.
  package let changeCount: Int

  /// An explorer of all histories of this size.
  ///
  /// - Precondition: a history has no more than 8 changes.
  package init(
    _ alphabet: ExploredAlphabet, clocks: ExploredClocks, writerCount: Int, changeCount: Int
  ) {
    precondition(changeCount <= ChangeSet.limit, "A history of too many changes.")
    self.alphabet = alphabet
    self.clocks = clocks
    self.writerCount = writerCount
    self.changeCount = changeCount
  }

  /// The number of parts.
  package var partCount: Int { writerCount * alphabet.letters.count }

  /// Visits the histories that begin with one change.
  ///
  /// - Parameters:
  ///   - part: which change.
  ///   - progress: is called now and then with the number of histories visited since.
  /// - Returns: what was covered and found.
  package func explorePart(
    _ part: Int, progress: @escaping (Int) -> Void = { _ in }
  ) -> ExplorationResult {
    var search = Search(changeCount: changeCount, progress: progress)
    var start = Exploration(alphabet, clocks: clocks, writerCount: writerCount)
    search.visitLonger(
      &start, by: part / alphabet.letters.count, letter: part % alphabet.letters.count,
      after: ChangeSet.none)
    return search.result
  }
}

/// What a part of an exploration came to.
package struct ExplorationResult: Sendable {
  /// What was covered.
  package var counts = ExplorationCounts()
  /// The first failure of each check.
  var failures: [FoundFailure] = []

  /// Nothing found yet.
  package init() {}

  /// Adds what a later part came to.
  package static func += (left: inout ExplorationResult, right: ExplorationResult) {
    left.counts += right.counts
    for failure in right.failures { left.add(failure) }
  }

  mutating func add(_ failure: FoundFailure) {
    if !failures.contains(where: { $0.failure.check == failure.failure.check }) {
      failures.append(failure)
    }
  }
}

/// A depth-first search.
private struct Search {
  private static let progressStride = 64

  let changeCount: Int
  let progress: (Int) -> Void
  var result = ExplorationResult()
  var unreported = 0

  /// Visits a history with one change more than another, and all that begin with it.
  mutating func visitLonger(
    _ exploration: inout Exploration, by author: Int, letter: Int, after context: ChangeSet
  ) {
    var longer: Exploration
    do throws(CheckFailure) {
      guard
        let extended = try exploration.extended(by: author, letter: letter, after: context)
      else { return }
      longer = extended
    } catch {
      return fail(exploration, error)
    }
    result.counts.addHistory(ofChanges: longer.history.entries.count)
    report()
    do throws(CheckFailure) {
      try longer.makeLastChange()
      try longer.check()
      if longer.history.entries.count < changeCount { try longer.complete() }
    } catch {
      return fail(longer, error)
    }
    longer.countOrders()
    add(longer)
    if longer.history.entries.count < changeCount { visitAllLonger(&longer) }
  }

  private mutating func visitAllLonger(_ exploration: inout Exploration) {
    for (author, context) in exploration.history.extensions() {
      for letter in exploration.alphabet.letters.indices {
        visitLonger(&exploration, by: author, letter: letter, after: context)
      }
    }
  }

  private mutating func fail(_ exploration: Exploration, _ failure: CheckFailure) {
    add(exploration)
    result.counts.failures += 1
    result.add(FoundFailure(exploration, failure))
  }

  private mutating func add(_ exploration: Exploration) {
    result.counts += exploration.counts
    result.counts.checks += exploration.world.counts.checkIDs
  }

  private mutating func report() {
    unreported += 1
    guard unreported == Self.progressStride else { return }
    progress(unreported)
    unreported = 0
  }
}
