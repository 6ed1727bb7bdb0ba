// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Standard output and standard error.
enum Terminal {
  /// Prints a line to standard output.
  static func printLine(_ line: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
    } catch {
      fail("standard output cannot be written")
    }
  }

  /// Says what is wrong with the usage or the input, and ends the process.
  static func fail(_ message: String) -> Never {
    // Where standard error is closed or full, nobody can be told.
    try? FileHandle.standardError.write(contentsOf: Data("converge-bench: \(message)\n".utf8))
    exit(ExitCode.unusable.rawValue)
  }
}

/// How a command went, for the shell.
enum ExitCode: Int32 {
  case held = 0
  case failed = 1
  case unusable = 2
}
