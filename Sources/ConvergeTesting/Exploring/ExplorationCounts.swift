// SPDX-License-Identifier: Apache-2.0

/// What an exploration has covered, in numbers.
package struct ExplorationCounts: Sendable, Equatable {
  /// Histories, by their number of changes.
  package var histories: [Int] = []
  /// Histories in which a check failed; longer ones that begin with them are not visited.
  package var failures = 0
  /// Replicas at moments: each once, by what has come to them.
  package var states = 0
  /// Ways into them: a last change that arrives or is made.
  package var ways = 0
  /// Orders in which all changes can come to a replica, its own made in between.
  package var orders = 0
  /// Merges of whole states.
  package var merges = 0
  /// Checks made, by id.
  package var checks = Tally<CheckID>()

  /// Nothing covered yet.
  package init() {}

  /// How many histories were visited.
  package var historyCount: Int { histories.reduce(0, +) }

  /// Counts one history of so many changes.
  mutating func addHistory(ofChanges count: Int) {
    if histories.count <= count {
      histories += Array(repeating: 0, count: count + 1 - histories.count)
    }
    histories[count] += 1
  }

  /// Adds what another one has covered.
  package static func += (left: inout ExplorationCounts, right: ExplorationCounts) {
    let count = max(left.histories.count, right.histories.count)
    left.histories = (0..<count).map { index in
      (index < left.histories.count ? left.histories[index] : 0)
        + (index < right.histories.count ? right.histories[index] : 0)
    }
    left.failures += right.failures
    left.states += right.states
    left.ways += right.ways
    left.orders += right.orders
    left.merges += right.merges
    left.checks += right.checks
  }
}
