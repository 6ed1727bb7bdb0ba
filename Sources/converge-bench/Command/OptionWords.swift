// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// The words of a command line, taken one after another: options with a value each, and files.
struct OptionWords {
  private var words: ArraySlice<String>
  private let command: String
  private var seen: Set<String> = []
  private var attached: String?
  /// The words that are no options.
  private(set) var files: [String] = []

  /// Whether words that are no options are taken for files.
  private let takesFiles: Bool

  init(_ words: ArraySlice<String>, command: String, takesFiles: Bool = false) {
    self.words = words
    self.command = command
    self.takesFiles = takesFiles
  }

  /// The next option, without its value, or nil after the last.
  mutating func next() throws(UsageError) -> String? {
    while let word = words.popFirst() {
      guard word.hasPrefix("-") else {
        guard takesFiles else { throw .unexpectedArgument(word) }
        files.append(word)
        continue
      }
      // Both `--runs 3` and `--runs=3` are understood.
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = String(parts[0])
      guard seen.insert(option).inserted else { throw .repeatedOption(option) }
      attached = parts.count > 1 ? String(parts[1]) : nil
      return option
    }
    return nil
  }

  /// The value of the option that was returned last.
  mutating func value(of option: String) throws(UsageError) -> String {
    guard let value = attached ?? words.popFirst(), !value.isEmpty else {
      throw .missingValue(option)
    }
    return value
  }

  /// A value as a number of a range.
  func number(
    _ value: String, _ option: String, _ range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    guard let number = Int(value), range.contains(number) else {
      throw .malformedValue(
        value, option: option,
        expected: "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
