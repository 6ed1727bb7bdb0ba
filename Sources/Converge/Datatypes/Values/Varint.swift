// SPDX-License-Identifier: Apache-2.0

/// Unsigned LEB128 in its shortest form: seven bits a byte, the lowest first.
enum Varint {
  /// Why bytes are not a number.
  enum Failure: Error, Hashable {
    /// The bytes end before the number does.
    case truncated

    /// The number exceeds 64 bits, or has a shorter form.
    case notCanonical
  }

  /// Appends a number's one to ten bytes.
  @inline(__always)
  static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    // Nearly all numbers are small.
    if value < 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value))
    } else {
      appendLong(value, to: &bytes)
    }
  }

  private static func appendLong(_ value: UInt64, to bytes: inout [UInt8]) {
    var short = ShortBytes()
    short.appendVarint(value)
    bytes.append(topOf: short.top, count: short.count)
  }

  /// Reads a number and moves the offset behind it; on a throw the offset stays.
  static func read(
    _ bytes: [UInt8], at offset: inout Int, end: Int
  ) throws(Failure) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    var index = offset
    while index < end {
      let byte = bytes[index]
      index += 1
      // The tenth byte holds the 64th bit alone.
      guard shift < 63 || byte <= 1 else { throw .notCanonical }
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 {
        guard byte > 0 || shift == 0 else { throw .notCanonical }
        offset = index
        return value
      }
      shift &+= 7
    }
    throw .truncated
  }
}
