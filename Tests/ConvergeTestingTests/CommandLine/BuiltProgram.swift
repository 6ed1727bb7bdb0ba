// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program that the package's build made beside these tests.
struct BuiltProgram {
  /// What a program has left behind.
  struct Outcome {
    var exitCode: Int32
    var output: String
    var errors: String

    /// The lines of the output that do not depend on the machine.
    var timelessLines: [Substring] {
      output.split(separator: "\n").filter { !$0.hasPrefix("time:") && !$0.contains("econd") }
    }
  }

  /// The fuzzer's command line, or nil where the tests do not run from the build's folder.
  static let fuzzer = BuiltProgram(name: "converge-fuzz")

  /// Whether programs write files of their own accord: those under the thread sanitizer do, and a
  /// limit on the size of files ends them.
  static let writesOfItself =
    ProcessInfo.processInfo.environment["CONVERGE_SANITIZER"] == "thread"

  private let path: String

  init?(name: String) {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    path = folder.appendingPathComponent(name).path
    guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
  }

  /// Runs it to its end.
  func run(_ arguments: [String]) throws -> Outcome {
    try launch(path, arguments)
  }

  /// Runs a line of the shell in which `$0` is the program.
  func run(shell line: String) throws -> Outcome {
    try launch("/bin/sh", ["-c", line, path])
  }

  private func launch(_ path: String, _ arguments: [String]) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // What is written to standard error is a few lines: it fits into the pipe.
    let written = try output.fileHandleForReading.readToEnd() ?? Data()
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(
      exitCode: process.terminationStatus, output: String(decoding: written, as: UTF8.self),
      errors: String(decoding: said, as: UTF8.self))
  }
}

/// A folder that goes when its user does.
final class ScratchFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("converge-\(ProcessInfo.processInfo.globallyUniqueString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }
}
