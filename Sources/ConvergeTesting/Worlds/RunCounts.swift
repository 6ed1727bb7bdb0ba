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
  /// Histories in which garbage is collected.
  package var collecting = 0
  /// Replicas admitted in the middle of a run.
  package var admissions = 0
  /// Replicas evicted.
  package var evictions = 0
  /// Garbage dropped: slots, elements, the contents of records and changes of logs.
  package var dropped = 0
  /// Restarts of a replica.
  package var restarts = 0
  /// Transactions whose closure threw.
  package var abandons = 0
  /// Calls in committed transactions, by datatype and call; in records by the inner field's.
  package var calls = Tally<DatatypeCall>()
  /// Whole states merged, by the way taken.
  package var mergePaths = Tally<MergePath>()
  /// Checks made, by id.
  package var checkIDs = Tally<CheckID>()
  /// For each marker the number of histories that reached it.
  package var markers = Tally<Marker>()
  /// The number of operations, for each history.
  package var historySizes = Histogram()
  /// How many of the changes made before its author had not seen, for each change: each pair of
  /// concurrent changes counts once.
  package var concurrency = Histogram()

  /// Nothing done yet.
  package init() {}

  /// Whole states merged.
  package var merges: Int { mergePaths.total }
  /// Checks made.
  package var checks: Int { checkIDs.total }

  /// Notes that a check is being made.
  mutating func check(_ id: CheckID, _ count: Int = 1) {
    checkIDs.add(id, count)
  }

  /// Adds another run's numbers.
  package static func += (left: inout RunCounts, right: RunCounts) {
    left.histories += right.histories
    left.operations += right.operations
    left.deliveries += right.deliveries
    left.repeats += right.repeats
    left.waits += right.waits
    left.collecting += right.collecting
    left.admissions += right.admissions
    left.evictions += right.evictions
    left.dropped += right.dropped
    left.restarts += right.restarts
    left.abandons += right.abandons
    left.calls += right.calls
    left.mergePaths += right.mergePaths
    left.checkIDs += right.checkIDs
    left.markers += right.markers
    left.historySizes += right.historySizes
    left.concurrency += right.concurrency
  }
}
