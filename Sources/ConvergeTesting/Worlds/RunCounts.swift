// SPDX-License-Identifier: Apache-2.0

/// What a run has done, in numbers.
package struct RunCounts: Sendable, Equatable {
  /// Histories run.
  package var histories = 0
  /// Calls made in committed transactions.
  package var operations = 0
  /// Changes handed to a replica, repeats among them.
  package var deliveries = 0
  /// Deliveries of what was known before.
  package var repeats = 0
  /// Deliveries that had to wait for others.
  package var waits = 0
  /// Whole states merged.
  package var merges = 0
  /// Checks made.
  package var checks = 0

  /// Nothing done yet.
  package init() {}

  /// Adds another run's numbers.
  package static func += (left: inout RunCounts, right: RunCounts) {
    left.histories += right.histories
    left.operations += right.operations
    left.deliveries += right.deliveries
    left.repeats += right.repeats
    left.waits += right.waits
    left.merges += right.merges
    left.checks += right.checks
  }
}
