// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// `run`: fuzzes until the count or the time is reached.
enum RunCommand {
  /// How many histories pass between two looks at the clock.
  private static let stride = 16

  /// Runs the fuzzer and prints its report.
  static func run(
    _ options: FuzzOptions, _ json: JSONDestination?
  ) throws(InputError) -> ExitCode {
    if let directory = options.directory { try Files.makeDirectory(directory) }
    let start = ContinuousClock.now
    var fuzzer = Fuzzer(generator: options.generator, seed: options.seed)
    TrapReport.begin()
    while !isDone(options.extent, fuzzer, since: start) {
      TrapReport.note(fuzzer.nextSeed)
      fuzzer.runNext()
      if fuzzer.counts.histories % stride == 0 { showProgress(options, fuzzer, since: start) }
    }
    Terminal.endProgress()
    let report = FuzzReport(
      options: options, fuzzer: fuzzer, seconds: (ContinuousClock.now - start).inSeconds)
    try Files.write(report.lines, report.json, to: json)
    if let directory = options.directory { try save(report, to: directory) }
    return report.failureCount == 0 ? .held : .failed
  }

  private static func isDone(
    _ extent: FuzzOptions.Extent, _ fuzzer: Fuzzer, since start: ContinuousClock.Instant
  ) -> Bool {
    switch extent {
    case .count(let count): fuzzer.counts.histories >= count
    case .seconds(let seconds):
      fuzzer.counts.histories % stride == 0
        && ContinuousClock.now - start >= .seconds(seconds)
    }
  }

  private static func showProgress(
    _ options: FuzzOptions, _ fuzzer: Fuzzer, since start: ContinuousClock.Instant
  ) {
    guard Terminal.showsProgress else { return }
    let goal = if case .count(let count) = options.extent { " of \(count)" } else { "" }
    let seconds = (ContinuousClock.now - start).inSeconds
    Terminal.showProgress(
      "\(fuzzer.counts.histories)\(goal) histories, "
        + "\(Int(Double(fuzzer.counts.histories) / seconds)) a second, "
        + "\(fuzzer.failureCount) failed")
  }

  private static func save(_ report: FuzzReport, to directory: String) throws(InputError) {
    for failure in report.failures {
      guard let history = failure.history else { continue }
      let name = "\(failure.failure.check.rawValue)-\(failure.script.seed).jsonl"
      try Files.write(HistoryWriter.lines(of: history), to: directory + "/" + name)
    }
  }
}

extension Duration {
  /// This duration as a number of seconds.
  var inSeconds: Double { self / .seconds(1) }
}
