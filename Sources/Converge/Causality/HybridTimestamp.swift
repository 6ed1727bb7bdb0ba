// SPDX-License-Identifier: Apache-2.0

/// A time of a hybrid logical clock: 48 bits of milliseconds since 1970 and 16 of counter.
///
/// Timestamps are ordered by milliseconds, then by counter, which is the order of `packed`.
///
/// - SeeAlso: ``HybridLogicalClock``
public struct HybridTimestamp: Hashable, Sendable {
  /// The time before every change.
  public static let zero = HybridTimestamp(packed: 0)

  /// The last time that there is.
  public static let maximum = HybridTimestamp(packed: .max)

  /// The greatest number of milliseconds that fits 48 bits.
  public static let maximumMilliseconds: UInt64 = (1 &<< 48) - 1

  /// The greatest number of milliseconds that a change may bring: a year before the end.
  ///
  /// With 65,536 counters for each millisecond of that year, nothing from outside can bring a
  /// clock to where it is used up.
  static let lastUsableMilliseconds = maximumMilliseconds - 365 * 86_400_000

  /// The milliseconds in the upper 48 bits and the counter in the lower 16.
  public let packed: UInt64

  /// Creates the time with the given packed form; every number is one.
  public init(packed: UInt64) {
    self.packed = packed
  }

  /// Creates a time of milliseconds since 1970 and a counter.
  ///
  /// - Precondition: The milliseconds fit 48 bits.
  public init(milliseconds: UInt64, counter: UInt16) {
    precondition(milliseconds <= Self.maximumMilliseconds, "the milliseconds must fit 48 bits")
    packed = (milliseconds &<< 16) | UInt64(counter)
  }

  /// The milliseconds since 1970.
  public var milliseconds: UInt64 { packed &>> 16 }

  /// The place among the times of one millisecond.
  public var counter: UInt16 { UInt16(truncatingIfNeeded: packed) }
}

extension HybridTimestamp: Comparable {
  /// Returns whether the left time is the earlier one.
  public static func < (lhs: HybridTimestamp, rhs: HybridTimestamp) -> Bool {
    lhs.packed < rhs.packed
  }
}

extension HybridTimestamp: CustomStringConvertible {
  /// The milliseconds, a plus sign and the counter.
  public var description: String { "\(milliseconds)+\(counter)" }
}
