// SPDX-License-Identifier: Apache-2.0

/// FNV-1a with 64 bits, as sixteen hexadecimal digits: what results are compared by.
enum Checksum {
  static func of(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
