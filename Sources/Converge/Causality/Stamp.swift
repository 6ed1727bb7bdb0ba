// SPDX-License-Identifier: Apache-2.0

/// What last-writer-wins order compares: a write's dot and its change's packed timestamp.
struct Stamp: Hashable, Sendable {
  var dot: LocalDot
  var timestamp: UInt64
  /// Whether a fresh write took this one back.
  ///
  /// It counts only where no other is left: a member of an ordered set must stand somewhere, even
  /// when the only places it ever had were taken back.
  var isTakenBack = false
}

extension ReplicaTable {
  /// Whether one write is greater than another in last-writer-wins order: by hybrid timestamp,
  /// then replica id, then place in the change; those taken back last.
  func isGreater(_ first: Stamp, than second: Stamp) -> Bool {
    if first.isTakenBack != second.isTakenBack { return second.isTakenBack }
    if first.timestamp != second.timestamp { return first.timestamp > second.timestamp }
    return precedes(second.dot, first.dot)
  }
}
