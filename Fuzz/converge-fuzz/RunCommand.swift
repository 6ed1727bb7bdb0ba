// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// `run` and `collect`: fuzz with histories made from seeds.
enum RunCommand {
  /// Runs the fuzzer, prints its report, saves the shrunk failures and writes the page.
  static func run(
    _ options: FuzzOptions, _ json: JSONDestination?
  ) async throws(InputError) -> ExitCode {
    // Directories that cannot be made show now, not after hours.
    for directory in [options.directory, options.reportDirectory] {
      if let directory { try Files.makeDirectory(directory) }
    }
    let command = CampaignCommand(
      name: options.commandName, options: options, histories: Fuzzer(generator: options.generator)
    ) { $0.json(options) }
    return try await command.run(json) { report, failures throws(InputError) in
      if let directory = options.reportDirectory {
        let page = ReportPage(report, options: options, failures: failures)
        let name = directory + "/report.html"
        try Files.replace(name, with: [page.html])
        if json != .standardOutput { Terminal.printLine("page       \(name)") }
      }
      if let directory = options.directory { try save(failures, to: directory) }
    }
  }

  private static func save(
    _ failures: [FuzzFailure], to directory: String
  ) throws(InputError) {
    for failure in failures {
      guard let history = failure.history else { continue }
      let name = "\(failure.failure.check.rawValue)-\(failure.script.seed).jsonl"
      try Files.write(HistoryWriter.lines(of: history), to: directory + "/" + name)
    }
  }
}
