// SPDX-License-Identifier: Apache-2.0

/// A place that a run should come by: where implementations go wrong, or a rule decides.
///
/// A marker is reached by what can be seen from outside: what calls answer, what the model holds. A
/// full run that leaves one unreached fails, so that the dice cannot come to miss a rule unnoticed.
/// The names are stable; reports use them.
package enum Marker: Int, Tallied {
  // What travels.
  case gapDrained
  case waitedForAuthor
  case waitedForOthers
  case repeatedDelivery
  case mergedByLog
  case mergedByJoin
  case mergedBySnapshot
  case deltaOfChanges
  case deltaOfSnapshot
  case pendingLost
  case restartedFromSnapshot
  case rolledBack

  // Clocks.
  case equalMilliseconds
  case clockSetBack
  case clockUnusable
  case clockTie

  // Datatypes.
  case concurrentSets
  case valueConflict
  case counterWrapped
  case enableWon
  case insertWon
  case insertedTwice
  case moveLost
  case elementMovedTwice
  case removedWhileMoved
  case replacedWhileMoved
  case updateWon
  case freshRecord
  case freshInnerRecord
  case siblingTie
  case runSplit
  case typedIntoRemoved
  case removedTwice

  // Members and garbage.
  case acknowledged
  case slotDropped
  case elementForgotten
  case recordDropped
  case logShortened
  case heldUp
  case joinedFromFork
  case joinedFromSnapshot
  case admittedTwice
  case evicted
  case evictionVoid
  case waitedForMembers
  case evictedRefused

  /// The place among all cases.
  package var ordinal: Int { rawValue }
  /// The name in reports.
  package var tallyName: String { String(describing: self) }
}

/// Which markers a history has reached.
package struct MarkerSet: Sendable, Equatable {
  private var bits: UInt64 = 0

  /// No marker.
  package init() {}

  /// Whether a marker was reached.
  package func contains(_ marker: Marker) -> Bool { bits & (1 << UInt64(marker.rawValue)) != 0 }

  /// Notes that a marker was reached.
  package mutating func insert(_ marker: Marker) {
    bits |= 1 << UInt64(marker.rawValue)
  }

  /// Notes those that another set has.
  package mutating func formUnion(_ other: MarkerSet) {
    bits |= other.bits
  }
}
