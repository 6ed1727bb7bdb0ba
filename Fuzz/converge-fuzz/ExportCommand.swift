// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// `export`: prints histories made from seeds, for other programs to replay.
enum ExportCommand {
  /// Prints the histories; one that fails a check is printed as far as it ran.
  static func run(_ export: HistoryExport) -> ExitCode {
    var exitCode = ExitCode.held
    for number in 0..<export.count where !Terminal.isOutputLost {
      let (lines, failure) = export.history(number)
      Terminal.printLine(lines.joined(separator: "\n"))
      if let failure {
        exitCode = .failed
        Terminal.warn("\(failure.check.rawValue) failed: \(lines.first ?? "")")
      }
    }
    return exitCode
  }
}
