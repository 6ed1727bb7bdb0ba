// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program that runs to its end.
enum ChildProcess {
  struct Output {
    /// What a shell would show; nil when the program cannot be started.
    let exitCode: Int32?
    let standardOutput: Data
    let standardError: Data
  }

  /// Runs a program, found as a shell finds it, with additions to the environment.
  static func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:]
  ) -> Output {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    let errorFile = FileManager.default.temporaryDirectory
      .appendingPathComponent("converge-bench-\(ProcessInfo.processInfo.globallyUniqueString)")
    defer { try? FileManager.default.removeItem(at: errorFile) }
    // A pipe could fill while the other is read; a file cannot.
    _ = FileManager.default.createFile(atPath: errorFile.path, contents: nil)
    process.standardError = FileHandle(forWritingAtPath: errorFile.path)
    do {
      try process.run()
      let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return Output(
        exitCode: process.terminationStatus, standardOutput: bytes,
        standardError: FileManager.default.contents(atPath: errorFile.path) ?? Data())
    } catch {
      return Output(exitCode: nil, standardOutput: Data(), standardError: Data())
    }
  }
}
