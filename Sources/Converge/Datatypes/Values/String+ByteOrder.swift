// SPDX-License-Identifier: Apache-2.0

// Swift's own `==` and `<` on strings are those of canonical equivalence, under which é and
// e + U+0301 are one; in Converge a string is its bytes.
extension String {
  /// Returns whether this string's UTF-8 bytes are those of the other.
  func hasSameBytes(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }

  /// Returns whether this string's UTF-8 bytes come before those of the other.
  func precedesByBytes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
