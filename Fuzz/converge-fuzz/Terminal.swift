// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Standard output and standard error.
enum Terminal {
  /// Whether a progress line can be drawn.
  static let showsProgress = isatty(2) == 1

  private static let hasLostOutput = Atomic<Bool>(false)

  /// Whether standard output could not be written: files still can.
  static var isOutputLost: Bool { hasLostOutput.load(ordering: .relaxed) }

  /// Prints a line to standard output, unless that could not be written before.
  static func printLine(_ line: String) {
    guard !isOutputLost else { return }
    do {
      try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
    } catch {
      hasLostOutput.store(true, ordering: .relaxed)
    }
  }

  /// Draws a progress line over the one before; nothing where standard error is no terminal.
  static func showProgress(_ text: String) {
    guard showsProgress else { return }
    say("\r\u{1b}[K\(text)")
  }

  /// Wipes the progress line.
  static func endProgress() {
    showProgress("")
  }

  /// Says something beside what is printed.
  static func warn(_ message: String) {
    say("converge-fuzz: \(message)\n")
  }

  /// Writes to standard error; where that is closed or full, nobody can be told.
  private static func say(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Says what is wrong with the usage or the input, and ends the process.
  static func fail(_ message: String) -> Never {
    warn(message)
    exit(ExitCode.unusable.rawValue)
  }
}
