// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// What the command line asks for.
enum BenchCommand: Equatable {
  case help
  case run(RunOptions)
  case report(ReportOptions)
  case growth(GrowthOptions)
  case regress(RegressOptions)
  /// What the program asks of itself, to measure memory in a process of its own.
  case memory(MemoryTask)
  /// What the program asks of itself, to count instructions in a process of its own.
  case fixed(FixedWork)
}

/// How workloads are run.
struct RunOptions: Equatable {
  static let defaultRuns = 5
  static let runLimit = 1_000

  var selection = WorkloadSelection.all
  /// A folder laid out as a checkout of the editing traces.
  var traces: String?
  var runs = defaultRuns
  /// The file that gets the records.
  var json: String?
  /// A file of facts that every program must find.
  var expected: String?
}

extension BenchCommand {
  /// Understands the words after the program's name.
  ///
  /// - Throws: `UsageError` for the first word that is not understood.
  static func parse(_ arguments: [String]) throws(UsageError) -> BenchCommand {
    if arguments.contains(where: { ["--help", "-h", "help"].contains($0) }) { return .help }
    if arguments.first == MemoryTask.option {
      guard let task = MemoryTask(arguments.dropFirst()) else {
        throw .missingValue(MemoryTask.option)
      }
      return .memory(task)
    }
    if arguments.first == FixedWork.option {
      guard let work = arguments.last.flatMap(FixedWork.init) else {
        throw .missingValue(FixedWork.option)
      }
      return .fixed(work)
    }
    if arguments.contains("--growth") {
      return .growth(try GrowthCommand.parse(arguments[...]))
    }
    switch arguments.first {
    case "report": return .report(try ReportCommand.parse(arguments.dropFirst()))
    case "regress": return .regress(try RegressCommand.parse(arguments.dropFirst()))
    case "run": return .run(try parseRun(arguments.dropFirst()))
    case let first? where !first.hasPrefix("-"): throw .unknownCommand(first)
    default: return .run(try parseRun(arguments[...]))
    }
  }

  private static func parseRun(_ arguments: ArraySlice<String>) throws(UsageError) -> RunOptions {
    var words = OptionWords(arguments, command: "run")
    var options = RunOptions()
    while let option = try words.next() {
      let value = try words.value(of: option)
      switch option {
      case "--workload":
        guard let selection = WorkloadSelection(value) else {
          throw .malformedValue(
            value, option: option, expected: "workloads such as W1,W6 or W8.B1.4")
        }
        options.selection = selection
      case "--traces": options.traces = value
      case "--runs": options.runs = try words.number(value, option, 1...RunOptions.runLimit)
      case "--json": options.json = value
      case "--expected": options.expected = value
      default: throw .unknownOption(option, command: "run")
      }
    }
    return options
  }
}
