// SPDX-License-Identifier: Apache-2.0

/// A universally unique identifier (UUID) as a replicated value, sixteen bytes.
public struct UniqueID: Hashable, Sendable {
  /// The first eight bytes, the first of them most significant.
  public let high: UInt64

  /// The last eight bytes, the first of them most significant.
  public let low: UInt64

  /// Creates the identifier whose bytes are those of `high` and then those of `low`, big-endian.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

extension UniqueID: Comparable {
  /// Returns whether the left identifier's bytes come before the right one's.
  public static func < (lhs: UniqueID, rhs: UniqueID) -> Bool {
    lhs.high != rhs.high ? lhs.high < rhs.high : lhs.low < rhs.low
  }
}

extension UniqueID: ReplicatedValue {
  /// The identifier in a document.
  public var replicatedValue: Value { .uuid(high: high, low: low) }

  /// Creates an identifier, or nil when the document's value is none.
  public init?(replicatedValue: Value) {
    guard case .uuid(let high, let low) = replicatedValue else { return nil }
    self.init(high: high, low: low)
  }
}

extension UniqueID: CustomStringConvertible {
  /// The bytes as thirty-two hexadecimal digits.
  public var description: String { high.hexadecimal + low.hexadecimal }
}
