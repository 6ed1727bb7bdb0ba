// SPDX-License-Identifier: Apache-2.0

/// Histories made from seeds, each by itself: what a campaign is made of.
package protocol SeededHistories: Sendable {
  associatedtype Counts: CampaignCounts
  associatedtype Failure: Sendable

  /// Runs the history of a seed up to its end or its first failure.
  func run(seed: UInt64) -> HistoryOutcome<Counts>
  /// The smallest history found that fails as the seed's does, or nil when that one holds.
  func shrunkFailure(seed: UInt64) -> Failure?
}

/// What running one seed's history came to.
package struct HistoryOutcome<Counts: CampaignCounts>: Sendable {
  /// What was done.
  package var counts: Counts
  /// The first check that did not hold, or nil.
  package var failure: CheckFailure?

  /// An outcome of these.
  package init(counts: Counts, failure: CheckFailure?) {
    self.counts = counts
    self.failure = failure
  }
}
