// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Foundation
import Synchronization

/// `explore`: visits all histories of a size, one exploration after another.
enum ExploreCommand {
  /// Explores, and prints each exploration's lines as soon as it is done.
  static func run(
    _ options: ExploreOptions, _ json: JSONDestination?
  ) async throws(InputError) -> ExitCode {
    if let directory = options.directory { try Files.makeDirectory(directory) }
    let jobs = options.jobs ?? ProcessInfo.processInfo.activeProcessorCount
    var report = ExplorationReport()
    for explorer in options.explorers {
      let start = ContinuousClock.now
      let progress = ExploreProgress(explorer.alphabet.field.name)
      let result = await explorer.explore(jobs: jobs) { progress.add($0) }
      Terminal.endProgress()
      report.add(result, of: explorer, seconds: (ContinuousClock.now - start).inSeconds)
      if json != .standardOutput { for line in report.lastLines { Terminal.printLine(line) } }
    }
    try Files.write(report.sumLines, report.json, to: json)
    if let directory = options.directory {
      for failure in report.failures {
        guard let history = failure.history else { continue }
        try Files.write(
          HistoryWriter.lines(of: history), to: directory + "/" + failure.fileName)
      }
    }
    return report.counts.failures == 0 ? .held : .failed
  }
}

/// The progress line of one exploration, to which several threads add.
private final class ExploreProgress: Sendable {
  private let name: String
  private let count = Mutex(0)

  init(_ name: String) {
    self.name = name
  }

  func add(_ histories: Int) {
    guard Terminal.showsProgress else { return }
    count.withLock { count in
      count += histories
      Terminal.showProgress("\(name): \(count) histories")
    }
  }
}
