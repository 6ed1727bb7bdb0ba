// SPDX-License-Identifier: Apache-2.0

/// The identity of one writer: sixteen random bytes, one per incarnation of an installation.
///
/// Two writers must never share an identity. Ids are ordered as their bytes are, which is the
/// order of the pairs (`high`, `low`).
public struct ReplicaID: Hashable, Sendable {
  /// The number of bytes of an id.
  public static let byteCount = 16

  /// The first eight bytes, the first of them most significant.
  public let high: UInt64

  /// The last eight bytes, the first of them most significant.
  public let low: UInt64

  /// Creates the id whose bytes are those of `high` and then those of `low`, big-endian.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates the id with the given bytes, or nil when they are not sixteen.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for byte in bytes {
      high = (high &<< 8) | (low &>> 56)
      low = (low &<< 8) | UInt64(byte)
    }
    self.init(high: high, low: low)
  }

  /// Returns a new random id drawn from the given generator.
  ///
  /// For an id that lives, the generator must be a cryptographic one such as
  /// `SystemRandomNumberGenerator`; a seeded one is for tests.
  public static func random(using generator: inout some RandomNumberGenerator) -> ReplicaID {
    let high: UInt64 = generator.next()
    let low: UInt64 = generator.next()
    return ReplicaID(high: high, low: low)
  }

  /// The sixteen bytes of the id.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    for word in [high, low] {
      for shift in stride(from: 56 as UInt64, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word &>> shift))
      }
    }
    return bytes
  }
}

extension ReplicaID: Comparable {
  /// Returns whether the left id's bytes come before the right one's.
  public static func < (lhs: ReplicaID, rhs: ReplicaID) -> Bool {
    lhs.high != rhs.high ? lhs.high < rhs.high : lhs.low < rhs.low
  }
}

extension ReplicaID: CustomStringConvertible {
  /// The bytes as thirty-two hexadecimal digits.
  public var description: String { high.hexadecimal + low.hexadecimal }
}

extension UInt64 {
  /// The number as sixteen hexadecimal digits.
  var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
