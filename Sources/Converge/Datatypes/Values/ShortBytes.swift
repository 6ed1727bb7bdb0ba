// SPDX-License-Identifier: Apache-2.0

/// Up to sixteen bytes without memory of their own, read from the first on and added to at the end.
struct ShortBytes: Hashable, Sendable {
  static let maximumCount = 16

  /// The bytes that are left, at the top of a number, zeros below.
  private(set) var top: UInt128 = 0
  private(set) var count = 0

  init() {}

  init(_ top: UInt128, count: Int) {
    self.top = top
    self.count = count
  }

  /// Whether all that are left are below 128.
  var isASCII: Bool { top & 0x8080_8080_8080_8080_8080_8080_8080_8080 == 0 }

  @inline(__always)
  mutating func readByte() -> UInt8? {
    guard count > 0 else { return nil }
    let byte = UInt8(truncatingIfNeeded: top &>> 120)
    top = top &<< 8
    count -= 1
    return byte
  }

  /// Reads a number in its shortest form, of at most 56 bits.
  mutating func readVarint() -> UInt64? {
    guard let first = readByte() else { return nil }
    if first < 0x80 { return UInt64(first) }
    var value = UInt64(first & 0x7F)
    for shift in stride(from: 7 as UInt64, to: 56, by: 7) {
      guard let byte = readByte() else { return nil }
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 { return byte > 0 ? value : nil }
    }
    return nil
  }

  /// Appends a byte.
  ///
  /// - Precondition: There is room for it.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    precondition(count < Self.maximumCount, "There are more than sixteen bytes.")
    top |= UInt128(byte) &<< UInt128(120 - 8 * count)
    count += 1
  }

  /// Appends a number as eight bytes, the least significant first.
  ///
  /// - Precondition: There is room for it.
  @inline(__always)
  mutating func append(word: UInt64) {
    precondition(count <= Self.maximumCount - 8, "There are more than sixteen bytes.")
    top |= UInt128(word.byteSwapped) &<< UInt128(64 - 8 * count)
    count += 8
  }

  /// Appends a number in its shortest form.
  ///
  /// - Precondition: There is room for it.
  @inline(__always)
  mutating func appendVarint(_ value: UInt64) {
    var value = value
    while value >= 0x80 {
      append(UInt8(truncatingIfNeeded: value) | 0x80)
      value &>>= 7
    }
    append(UInt8(truncatingIfNeeded: value))
  }
}
