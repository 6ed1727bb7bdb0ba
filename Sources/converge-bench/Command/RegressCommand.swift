// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Foundation

/// Which record costs are compared with.
struct RegressOptions: Equatable {
  /// The file of the record.
  var file = ""
  /// Whether the file is written anew, instead of being compared with.
  var isUpdate = false
}

/// Counts the instructions of fixed work, and compares them with what is recorded.
enum RegressCommand {
  static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> RegressOptions {
    var words = OptionWords(arguments, command: "regress", takesFiles: true)
    var options = RegressOptions()
    while let option = try words.next() {
      guard option == "--update" else { throw .unknownOption(option, command: "regress") }
      options.isUpdate = true
    }
    guard let file = words.files.first else { throw .missingFile(command: "regress") }
    guard words.files.count == 1 else { throw .unexpectedArgument(words.files[1]) }
    options.file = file
    return options
  }

  static func run(_ options: RegressOptions) throws(WorkError) -> ExitCode {
    var recorded = CostRecord()
    if !options.isUpdate {
      guard let record = CostRecord(try InputFile.json(options.file)) else {
        throw .malformed(options.file, "not a record of costs")
      }
      recorded = record
    }
    Terminal.printLine(
      "work".padded(14) + "instructions".padded(16, isRight: true)
        + "bytes".padded(12, isRight: true))
    let start = try cost(of: .start)
    var exitCode = ExitCode.held
    for work in FixedWork.allCases.dropFirst() {
      var cost = try cost(of: work)
      cost.instructions -= start.instructions
      var words = ""
      if options.isUpdate {
        recorded[work] = cost
      } else if let record = recorded[work] {
        switch cost.verdict(against: record) {
        case .held: words = "held"
        case .better: words = "better than recorded: record it with --update"
        case .worse(let reason):
          words = "WORSE: " + reason
          exitCode = .failed
        }
      } else {
        words = "NOT RECORDED"
        exitCode = .failed
      }
      Terminal.printLine(
        work.rawValue.padded(14)
          + Figure.thousands(cost.instructions).padded(16, isRight: true)
          + Figure.thousands(cost.bytes).padded(12, isRight: true) + "  " + words)
    }
    if options.isUpdate {
      try OutputFile.write(JSONWriter.indented(recorded.json) + "\n", to: options.file)
    }
    return exitCode
  }

  /// Counts in a process of its own, in which hashing draws no random seed.
  private static func cost(of work: FixedWork) throws(WorkError) -> WorkCost {
    let program = CommandLine.arguments[0]
    let output = ChildProcess.run(
      "valgrind",
      [
        "--tool=callgrind", "--callgrind-out-file=/dev/null", program, FixedWork.option,
        work.rawValue,
      ], environment: ["SWIFT_DETERMINISTIC_HASHING": "1"])
    let report = String(decoding: output.standardError, as: UTF8.self)
    let printed = String(decoding: output.standardOutput, as: UTF8.self)
    guard output.exitCode == 0, let instructions = WorkCost.instructions(inReport: report),
      let bytes = Int(printed.trimmingCharacters(in: .whitespacesAndNewlines))
    else { throw .malformed("valgrind", "cannot count \(work.rawValue); is it installed?") }
    return WorkCost(instructions: instructions, bytes: bytes)
  }
}
