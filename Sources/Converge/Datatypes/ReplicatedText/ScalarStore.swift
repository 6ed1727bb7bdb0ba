// SPDX-License-Identifier: Apache-2.0

/// Unicode scalars by number, only ever added to.
///
/// One byte a scalar while all are ASCII, four once one is not: a text of the usual kind costs a
/// byte a character, and any scalar is found in O(1).
struct ScalarStore: Sendable {
  private var ascii: [UInt8] = []
  private var wide: [UInt32] = []

  var count: Int { wide.isEmpty ? ascii.count : wide.count }

  mutating func append(_ scalar: Unicode.Scalar) {
    if wide.isEmpty {
      if scalar.isASCII {
        ascii.append(UInt8(truncatingIfNeeded: scalar.value))
        return
      }
      wide = ascii.map(UInt32.init)
      ascii = []
    }
    wide.append(scalar.value)
  }

  mutating func append(_ piece: TextPiece) {
    if wide.isEmpty, piece.utf8.count == piece.scalarCount {
      ascii.append(contentsOf: piece.utf8)
    } else {
      for scalar in String(decoding: piece.utf8, as: UTF8.self).unicodeScalars { append(scalar) }
    }
  }

  /// Appends scalars that stand as UTF-8 in bytes.
  mutating func append(_ bytes: [UInt8], _ utf8: Range<Int>, count: Int) {
    guard wide.isEmpty, utf8.count == count else {
      return append(TextPiece(utf8: bytes[utf8], scalarCount: count))
    }
    ascii.append(bytes, in: utf8)
  }

  /// Appends ASCII, whose bytes stand at the top of a number.
  mutating func append(topOf bytes: UInt128, count: Int) {
    if wide.isEmpty { return ascii.append(topOf: bytes, count: count) }
    for place in 0..<count {
      wide.append(UInt32(truncatingIfNeeded: bytes &>> UInt128(120 - 8 * place)) & 0xFF)
    }
  }

  mutating func append(_ text: String) {
    guard wide.isEmpty else {
      for scalar in text.unicodeScalars { append(scalar) }
      return
    }
    // Nearly all text that is typed comes letter by letter.
    if text.utf8.count == 1 {
      let byte = text.utf8[text.utf8.startIndex]
      if byte < 0x80 { return ascii.append(byte) }
    }
    let start = ascii.count
    for byte in text.utf8 {
      guard byte < 0x80 else {
        ascii.removeSubrange(start...)
        for scalar in text.unicodeScalars { append(scalar) }
        return
      }
      ascii.append(byte)
    }
  }

  subscript(number: Int) -> Unicode.Scalar {
    if wide.isEmpty { return Unicode.Scalar(ascii[number]) }
    // Only scalars are ever stored.
    return Unicode.Scalar(wide[number]) ?? "\u{FFFD}"
  }

  /// A scalar by its number, where all are ASCII.
  @inline(__always)
  func letter(_ number: Int) -> UInt8? { wide.isEmpty ? ascii[number] : nil }

  /// How many bytes of UTF-8 a range of scalars is.
  func byteCount(of range: Range<Int>) -> Int {
    wide.isEmpty
      ? range.count : range.reduce(0) { $0 + UTF8.width(self[$1]) }
  }

  /// Appends a range of scalars as UTF-8.
  func appendUTF8(_ range: Range<Int>, to bytes: inout [UInt8]) {
    if wide.isEmpty {
      bytes.append(ascii, in: range)
    } else {
      for number in range { bytes.append(contentsOf: UTF8.encode(self[number]) ?? .init()) }
    }
  }
}
