// SPDX-License-Identifier: Apache-2.0

/// A moment as a replicated value, in whole milliseconds since 1970.
public struct Instant: Hashable, Sendable {
  /// The milliseconds since 1970, negative before it.
  public var milliseconds: Int64

  /// Creates the moment so many milliseconds after the start of 1970.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }
}

extension Instant: Comparable {
  /// Returns whether the left moment is the earlier one.
  public static func < (lhs: Instant, rhs: Instant) -> Bool {
    lhs.milliseconds < rhs.milliseconds
  }
}

extension Instant: ReplicatedValue {
  /// The moment in a document.
  public var replicatedValue: Value { .date(milliseconds: milliseconds) }

  /// Creates a moment, or nil when the document's value is none.
  public init?(replicatedValue: Value) {
    guard case .date(let milliseconds) = replicatedValue else { return nil }
    self.init(milliseconds: milliseconds)
  }
}
