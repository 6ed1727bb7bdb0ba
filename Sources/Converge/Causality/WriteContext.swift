// SPDX-License-Identifier: Apache-2.0

/// What a datatype is told of an operation that it applies, its own or another replica's.
struct WriteContext: Sendable {
  /// The operation's first dot.
  var dot: LocalDot
  /// How many dots the operation covers, at least one.
  var count = 1
  /// The packed hybrid timestamp of the operation's change.
  var timestamp: UInt64
  /// What the operation's author had applied when making it, the earlier operations of the same
  /// change included.
  ///
  /// A dot is visible to the operation when this contains it.
  var seen: LocalVersionVector
  var replicas: ReplicaTable
  /// Whether the operation stands inside a record, so that a fresh write may clear it later.
  var isInRecord = false
  /// Whether what is removed must be remembered until all members know of it.
  var tracksRemovals = false

  var stamp: Stamp { Stamp(dot: dot, timestamp: timestamp) }

  var lastDot: LocalDot { dot.advanced(by: count - 1) }
}
