// SPDX-License-Identifier: Apache-2.0

/// The check that bytes are well-formed UTF-8.
///
/// - SeeAlso: The Unicode Standard 16.0, section 3.9, table 3-7 (well-formed UTF-8 byte sequences),
///   <https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/#G27506>.
enum UTF8Validation {
  /// Returns whether a part of an array is well-formed UTF-8.
  ///
  /// - Complexity: O(*n*), *n* the bytes of the part.
  /// - Precondition: The range lies within the array.
  static func isValid(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    var index = range.lowerBound
    let end = range.upperBound
    while index < end {
      let lead = bytes[index]
      index += 1
      if lead < 0x80 { continue }
      guard let (count, second) = continuation(after: lead), count <= end - index,
        second.contains(bytes[index])
      else { return false }
      for position in index + 1..<index + count where bytes[position] & 0xC0 != 0x80 {
        return false
      }
      index += count
    }
    return true
  }

  /// Returns how many bytes follow a lead byte, and which the first of them may be.
  private static func continuation(after lead: UInt8) -> (Int, ClosedRange<UInt8>)? {
    switch lead {
    case 0xC2...0xDF: (1, 0x80...0xBF)
    case 0xE0: (2, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE, 0xEF: (2, 0x80...0xBF)
    case 0xED: (2, 0x80...0x9F)
    case 0xF0: (3, 0x90...0xBF)
    case 0xF1...0xF3: (3, 0x80...0xBF)
    case 0xF4: (3, 0x80...0x8F)
    default: nil
    }
  }
}
