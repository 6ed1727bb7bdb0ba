// SPDX-License-Identifier: Apache-2.0

/// Collects the options of `run` and `collect` from their values.
struct FuzzOptionsParser {
  /// The options that take a value.
  static let names = [
    "--seed", "--count", "--time", "--replicas", "--ops", "--fields", "--save", "--jobs",
    "--shard", "--checkpoint", "--report",
  ]
  /// The options that take none.
  static let flags = ["--fail-fast"]

  /// The most histories that run at the same time.
  private static let jobsLimit = 1024

  /// The most seconds that a run may take: a day.
  private static let secondsLimit = 86_400

  /// The options so far.
  private(set) var options = FuzzOptions()
  private var seen: [String] = []

  /// Takes one option's value.
  mutating func take(_ value: String, for option: String) throws(UsageError) {
    guard !seen.contains(option) else { throw .repeatedOption(option) }
    seen.append(option)
    if seen.contains("--count"), seen.contains("--time") {
      throw .conflictingOptions("--count", "--time")
    }
    switch option {
    case "--seed":
      // Seeds stand in histories as 64-bit integers with a sign.
      guard let seed = Int64(value), seed >= 0 else {
        throw .malformedValue(value, option: option, expected: "a number from 0 to \(Int64.max)")
      }
      options.seed = UInt64(seed)
    case "--count":
      options.extent = .count(try number(value, option, limit: Int.max))
    case "--time":
      options.extent = .seconds(try number(value, option, limit: Self.secondsLimit))
    case "--replicas":
      options.replicas = try range(value, option, within: ScriptGenerator.replicaLimits)
    case "--ops":
      options.calls = try range(value, option, within: ScriptGenerator.callLimits)
    case "--fields":
      options.fields = try fields(value, option)
    case "--save":
      guard !value.isEmpty else { throw .missingValue(option) }
      options.directory = value
    case "--report":
      guard !value.isEmpty else { throw .missingValue(option) }
      options.reportDirectory = value
    case "--jobs":
      options.jobs = try number(value, option, limit: Self.jobsLimit)
    case "--shard":
      guard let shard = Shard(value) else {
        throw .malformedValue(
          value, option: option, expected: "one of so many, such as 1/4 to 4/4")
      }
      options.shard = shard
    case "--checkpoint":
      guard !value.isEmpty else { throw .missingValue(option) }
      options.checkpoint = value
    default:
      throw .unknownOption(option, command: "run")
    }
  }

  /// Takes an option without a value.
  mutating func take(flag: String) throws(UsageError) {
    guard !seen.contains(flag) else { throw .repeatedOption(flag) }
    seen.append(flag)
    options.stopsAtFailure = true
  }

  private func number(_ value: String, _ option: String, limit: Int) throws(UsageError) -> Int {
    guard let number = Int(value), (1...limit).contains(number) else {
      throw .malformedValue(value, option: option, expected: "a number from 1 to \(limit)")
    }
    return number
  }

  /// A range as `2...5`, or one number for a range of one.
  private func range(
    _ value: String, _ option: String, within limits: ClosedRange<Int>
  ) throws(UsageError) -> ClosedRange<Int> {
    let parts = value.split(separator: "...", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(parts.count), let lower = parts[0], let upper = parts[parts.count - 1],
      limits.contains(lower), limits.contains(upper), lower <= upper
    else {
      throw .malformedValue(
        value, option: option,
        expected: "a range such as \(limits.lowerBound)...\(limits.upperBound), within that one")
    }
    return lower...upper
  }

  private func fields(_ value: String, _ option: String) throws(UsageError) -> [HistoryField] {
    let names = value.split(separator: ",", omittingEmptySubsequences: false)
    var fields: [HistoryField] = []
    for name in names {
      guard let field = ScriptGenerator.allFields.first(where: { $0.name == name }),
        !fields.contains(field)
      else {
        throw .malformedValue(
          value, option: option,
          expected: "different names of "
            + ScriptGenerator.allFields.map(\.name).joined(separator: ","))
      }
      fields.append(field)
    }
    return fields
  }
}
