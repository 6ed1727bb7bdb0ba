// SPDX-License-Identifier: Apache-2.0

/// Where a replayed history first shows something else than it says.
package struct ReplayMismatch: Sendable, Equatable {
  /// The file's name, as the caller gave it.
  package var file: String
  /// The line, from 1.
  package var line: Int
  /// What was replayed on: `document` or `model`.
  package var subject: String
  /// The replica's name; nil where the line is about none.
  package var replica: String?
  /// The field's name, or `stamp`, `changes` or the like where it is no field.
  package var field: String
  /// The first difference.
  package var difference: String
}

extension ReplayMismatch: CustomStringConvertible {
  /// The mismatch on one line.
  package var description: String {
    let place = replica.map { " replica \($0)," } ?? ""
    return "\(file):\(line): \(subject),\(place) \(field): \(difference)"
  }
}
