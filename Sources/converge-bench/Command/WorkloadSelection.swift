// SPDX-License-Identifier: Apache-2.0

/// Which workloads are run: all, or those whose paths begin as asked, such as `W1` or `W8.B1.4`.
struct WorkloadSelection: Equatable {
  /// Every workload and its parts, in the order in which they run.
  static let allPaths: [String] =
    ["W1", "W2", "W3", "W4", "memory"].flatMap { workload in
      SequentialWork.traceNames.map { "\(workload).\($0)" }
    }
    + ConcurrentWork.traceNames.map { "W5.\($0)" } + ["W6", "W7.settings", "W7.favorites"]
    + (1...11).map { "W8.B1.\($0)" } + (1...4).map { "W8.B2.\($0)" }
    + (1...5).map { "W8.B3.\($0)" } + ["W9", "SET"]

  static let all = WorkloadSelection(prefixes: [])

  /// Empty for all.
  private let prefixes: [String]

  private init(prefixes: [String]) {
    self.prefixes = prefixes
  }

  /// Understands a list separated by commas, or returns nil where a word selects nothing.
  init?(_ list: String) {
    let words = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard words.allSatisfy({ word in Self.allPaths.contains { Self.covers(word, $0) } }) else {
      return nil
    }
    prefixes = words
  }

  func contains(_ path: String) -> Bool {
    prefixes.isEmpty || prefixes.contains { Self.covers($0, path) }
  }

  private static func covers(_ prefix: String, _ path: String) -> Bool {
    path == prefix || path.hasPrefix(prefix + ".")
  }
}
