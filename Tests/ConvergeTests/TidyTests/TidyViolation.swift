// SPDX-License-Identifier: Apache-2.0

import Testing

/// A place in the tree where a rule is broken.
struct TidyViolation: Equatable, CustomStringConvertible, Sendable {
  /// The file or folder, below the package's root.
  let path: String
  /// The line, counted from 1, or 0 when the whole file is meant.
  let line: Int
  let rule: String

  init(_ path: String, line: Int = 0, _ rule: String) {
    self.path = path
    self.line = line
    self.rule = rule
  }

  var description: String { line > 0 ? "\(path):\(line): \(rule)" : "\(path): \(rule)" }
}

/// Records each violation as an issue of its own, so that a failure lists them all.
func expectNone(
  _ violations: [TidyViolation], sourceLocation: SourceLocation = #_sourceLocation
) {
  for violation in violations {
    Issue.record("\(violation)", sourceLocation: sourceLocation)
  }
}
