// SPDX-License-Identifier: Apache-2.0

extension Int {
  /// The number as people read it, with its thousands set apart.
  var grouped: String { Int64(self).grouped(by: "\u{202f}") }
}

extension Int64 {
  /// The number with its thousands set apart.
  func grouped(by separator: String) -> String {
    var groups: [String] = []
    var rest = String(magnitude)
    while rest.count > 3 {
      groups.insert(String(rest.suffix(3)), at: 0)
      rest = String(rest.dropLast(3))
    }
    return (self < 0 ? "-" : "") + ([rest] + groups).joined(separator: separator)
  }
}
