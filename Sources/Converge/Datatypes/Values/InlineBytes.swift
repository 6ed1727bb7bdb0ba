// SPDX-License-Identifier: Apache-2.0

/// Up to fifteen bytes in fifteen bytes, so that one more can say which they are.
///
/// ```
/// bytes 0 … 7   high
/// bytes 8 … 11  middle
/// bytes 12, 13  low
/// last          byte 14 where there are fifteen, else how many there are
/// ```
///
/// All big-endian; places past the end are zero. Whether there are fifteen is told from outside.
struct InlineBytes: Sendable {
  static let maximumCount = 15

  private var high: UInt64
  private var middle: UInt32
  private var low: UInt16
  private(set) var last: UInt8

  /// Creates the bytes at the top of a number, whose places below them are zero.
  init(top content: UInt128, count: Int) {
    let rest = UInt64(truncatingIfNeeded: content)
    high = UInt64(truncatingIfNeeded: content &>> 64)
    middle = UInt32(truncatingIfNeeded: rest &>> 32)
    low = UInt16(truncatingIfNeeded: rest &>> 16)
    last =
      count == Self.maximumCount
      ? UInt8(truncatingIfNeeded: rest &>> 8) : UInt8(truncatingIfNeeded: count)
  }

  /// The first fourteen bytes at the top of a number, and below them sixteen bits: the given ones
  /// and `last`.
  ///
  /// With a mark that is set where there are fifteen bytes, the numbers of two byte strings are
  /// in the order of the byte strings.
  func number(mark: UInt64) -> UInt128 {
    let rest = UInt64(middle) &<< 32 | UInt64(low) &<< 16 | mark | UInt64(last)
    return UInt128(high) &<< 64 | UInt128(rest)
  }
}
