// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Dispatch
import Foundation

/// The fuzzer's command line: reads files, prints reports, and says by its exit code how it went.
@main
enum ConvergeFuzz {
  /// Understands the command line and does what it says.
  ///
  /// Not asynchronous: a main thread that waits for signals only is more than valgrind takes.
  static func main() {
    Interruption.admit()
    Task.detached { await runAndExit() }
    DispatchSemaphore(value: 0).wait()
  }

  private static func runAndExit() async {
    // A limit on the size of files is an error like a full disk, not the end.
    signal(SIGXFSZ, SIG_IGN)
    let command: FuzzCommand
    do {
      command = try FuzzCommand.parse(Array(CommandLine.arguments.dropFirst()))
    } catch {
      Terminal.fail("\(error)\ntry: converge-fuzz --help")
    }
    let exitCode: ExitCode
    do throws(InputError) {
      exitCode = try await run(command)
    } catch {
      if Terminal.isOutputLost { Terminal.warn("standard output cannot be written") }
      Terminal.fail("\(error)")
    }
    if Terminal.isOutputLost { Terminal.fail("standard output cannot be written") }
    exit(exitCode.rawValue)
  }

  private static func run(
    _ command: FuzzCommand
  ) async throws(InputError) -> ExitCode {
    switch command {
    case .help:
      Terminal.printLine(FuzzCommand.helpText)
      return .held
    case .run(let options, let json):
      return try await RunCommand.run(options, json)
    case .explore(let options, let json):
      return try await ExploreCommand.run(options, json)
    case .summarize(let files, let json):
      return try SummarizeCommand.run(files, json)
    case .export(let export):
      return ExportCommand.run(export)
    case .replay(let files, let json):
      return try ReplayCommand.run(files, json)
    case .trace(let file, let json):
      return try TraceCommand.run(file, json)
    }
  }
}

/// How a command went, for the shell.
enum ExitCode: Int32 {
  case held = 0
  case failed = 1
  case unusable = 2
  case interrupted = 130
  case terminated = 143
}
