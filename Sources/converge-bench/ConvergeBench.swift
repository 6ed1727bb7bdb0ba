// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Foundation

/// The benchmarks' command line: measures, prints, and says by its exit code whether all was right.
@main
enum ConvergeBench {
  /// Understands the command line and does what it says.
  static func main() {
    do {
      let command = try BenchCommand.parse(Array(CommandLine.arguments.dropFirst()))
      exit(try run(command).rawValue)
    } catch let error as UsageError {
      Terminal.fail("\(error)\ntry: converge-bench --help")
    } catch {
      Terminal.fail("\(error)")
    }
  }

  private static func run(_ command: BenchCommand) throws -> ExitCode {
    switch command {
    case .help:
      Terminal.printLine(BenchCommand.helpText)
      return .held
    case .report(let options):
      return try ReportCommand.run(options)
    case .growth(let options):
      return try GrowthCommand.run(options)
    case .regress(let options):
      return try RegressCommand.run(options)
    case .fixed(let work):
      Terminal.printLine(String(try work.run()))
      return .held
    case .memory(let task):
      Terminal.printLine(JSONWriter.compact(try task.run()))
      return .held
    case .run(let options):
      return try RunCommand.run(options)
    }
  }
}
