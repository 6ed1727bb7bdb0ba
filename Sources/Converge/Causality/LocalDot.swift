// SPDX-License-Identifier: Apache-2.0

/// A dot in eight bytes, whose replica is a place in its document's `ReplicaTable`.
///
/// ```
/// bits 63…40  place of the replica in the table
/// bits 39…0   counter, 1, 2, …
/// ```
///
/// Comparing two local dots as numbers says nothing about their order: that is decided by the
/// replica ids, which `ReplicaTable.precedes(_:_:)` looks up.
struct LocalDot: Hashable, Sendable {
  /// The greatest counter that fits.
  ///
  /// Decoders refuse greater ones.
  static let maximumCounter: UInt64 = (1 << 40) - 1

  /// The greatest number of replicas that a document can name.
  static let maximumReplicas = 1 << 24

  /// The greatest counter of its own that a replica takes in from outside: no bytes can use up the
  /// counters that it needs to go on.
  static let maximumOwnCounter: UInt64 = 1 << 39

  /// No dot: the root of a sequence, or an empty place.
  static let none = LocalDot(bits: 0)

  let bits: UInt64

  init(bits: UInt64) {
    self.bits = bits
  }

  init(replica: Int, counter: UInt64) {
    bits = UInt64(truncatingIfNeeded: replica) << 40 | counter
  }

  var replica: Int { Int(truncatingIfNeeded: bits >> 40) }

  var counter: UInt64 { bits & LocalDot.maximumCounter }

  var isNone: Bool { bits == 0 }

  /// The dot that many counters later, of the same replica.
  func advanced(by distance: Int) -> LocalDot {
    LocalDot(bits: bits &+ UInt64(truncatingIfNeeded: distance))
  }

  /// How many counters this dot is after an earlier one of the same replica.
  func distance(from earlier: LocalDot) -> Int {
    Int(truncatingIfNeeded: bits &- earlier.bits)
  }
}
