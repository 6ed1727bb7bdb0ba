// SPDX-License-Identifier: Apache-2.0

/// Collects the options of `explore` from their values.
struct ExploreOptionsParser {
  /// The options that take a value.
  static let names = ["--replicas", "--ops", "--fields", "--clocks", "--jobs", "--save"]

  /// The most parts explored at the same time.
  private static let jobsLimit = 1024

  /// The options so far.
  private(set) var options = ExploreOptions()
  private var seen: [String] = []

  /// Understands the words after the command's name.
  static func parse(
    _ arguments: ArraySlice<String>
  ) throws(UsageError) -> (ExploreOptions, JSONDestination?) {
    var json: JSONDestination?
    var parser = ExploreOptionsParser()
    var words = arguments
    while let word = words.popFirst() {
      if try FuzzCommand.takesJSON(word, &json) { continue }
      guard word.hasPrefix("-") else { throw .unexpectedArgument(word) }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = String(parts[0])
      guard names.contains(option) else { throw .unknownOption(option, command: "explore") }
      guard let value = parts.count > 1 ? String(parts[1]) : words.popFirst() else {
        throw .missingValue(option)
      }
      try parser.take(value, for: option)
    }
    return (parser.options, json)
  }

  /// Takes one option's value.
  mutating func take(_ value: String, for option: String) throws(UsageError) {
    guard !seen.contains(option) else { throw .repeatedOption(option) }
    seen.append(option)
    switch option {
    case "--replicas":
      options.replicas = try number(value, option, within: ExploreOptions.replicaLimits)
    case "--ops":
      options.changes = try number(value, option, within: ExploreOptions.changeLimits)
    case "--fields":
      let all = ExploredAlphabet.all
      options.alphabets = try list(value, option, of: all.map { ($0.field.name, $0) })
    case "--clocks":
      let all = ExploredClocks.allCases
      options.clocks = try list(value, option, of: all.map { ($0.rawValue, $0) })
    case "--jobs":
      options.jobs = try number(value, option, within: 1...Self.jobsLimit)
    case "--save":
      guard !value.isEmpty else { throw .missingValue(option) }
      options.directory = value
    default:
      throw .unknownOption(option, command: "explore")
    }
  }

  private func number(
    _ value: String, _ option: String, within limits: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    guard let number = Int(value), limits.contains(number) else {
      throw .malformedValue(
        value, option: option,
        expected: "a number from \(limits.lowerBound) to \(limits.upperBound)")
    }
    return number
  }

  private func list<Item: Equatable>(
    _ value: String, _ option: String, of all: [(name: String, item: Item)]
  ) throws(UsageError) -> [Item] {
    var items: [Item] = []
    for name in value.split(separator: ",", omittingEmptySubsequences: false) {
      guard let item = all.first(where: { $0.name == name })?.item, !items.contains(item) else {
        throw .malformedValue(
          value, option: option,
          expected: "different names of " + all.map(\.name).joined(separator: ","))
      }
      items.append(item)
    }
    return items
  }
}
