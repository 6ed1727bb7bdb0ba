// SPDX-License-Identifier: Apache-2.0

/// How far a campaign has come: the histories up to a position, without gaps.
///
/// It is a function of the campaign and the position alone, however the histories were spread over
/// cores and however often the campaign was stopped. Failures are kept as seeds, from which they
/// can be shrunk at any time.
package struct CampaignState<Counts: CampaignCounts>: Sendable, Equatable {
  /// How many histories of the shard were run.
  package var position = 0
  /// What was done in them.
  package var counts = Counts()
  /// How many of them failed.
  package var failureCount = 0
  /// The first failure of each check, at most so many as are shrunk.
  package var firstFailures: [FirstFailure] = []
  /// How long it took, in seconds, all sittings together.
  package var seconds = 0.0

  /// Nothing done yet.
  package init() {}

  /// Adds the outcome of the next history.
  package mutating func take(_ outcome: HistoryOutcome<Counts>, seed: UInt64) {
    position += 1
    counts += outcome.counts
    guard let failure = outcome.failure else { return }
    failureCount += 1
    FirstFailure(seed: seed, check: failure.check.rawValue).join(&firstFailures)
  }
}

/// A failure that a report shows: the first of its check.
package struct FirstFailure: Sendable, Equatable {
  /// The most failures that are shrunk and shown; the others are only counted.
  package static let limit = 3

  /// The seed of the history.
  package var seed: UInt64
  /// The check that failed.
  package var check: String

  /// Adds this failure to those of earlier histories, unless there are enough.
  func join(_ others: inout [FirstFailure]) {
    if others.count < Self.limit, !others.contains(where: { $0.check == check }) {
      others.append(self)
    }
  }
}
