// SPDX-License-Identifier: Apache-2.0

/// Dots of one replica with consecutive counters.
struct DotRange: Hashable, Sendable {
  var first: LocalDot
  /// How many, at least one.
  var count: Int

  var last: LocalDot { first.advanced(by: count - 1) }

  func overlaps(_ other: DotRange) -> Bool {
    first.bits <= other.last.bits && other.first.bits <= last.bits
  }

  func contains(_ dot: LocalDot) -> Bool {
    first.bits <= dot.bits && dot.bits <= last.bits
  }
}
