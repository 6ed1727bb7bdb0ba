// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// `converge-fuzz collect`: fuzzes the collection of garbage with histories made from seeds.
enum CollectCommand {
  /// How many histories pass between two lines of progress.
  private static let stride = 16

  static func run(_ options: FuzzOptions) -> ExitCode {
    let start = ContinuousClock.now
    var fuzzer = GarbageFuzzer(
      founders: founders(options), calls: calls(options), fields: options.fields,
      seed: options.seed)
    TrapReport.begin()
    var count = 0
    while !isDone(options.extent, count, since: start) {
      TrapReport.note(fuzzer.nextSeed)
      fuzzer.runNext()
      count += 1
      if count % stride == 0, Terminal.showsProgress {
        Terminal.showProgress("\(count) histories, \(fuzzer.failureCount) failed")
      }
    }
    Terminal.endProgress()
    report(fuzzer, count, seconds: (ContinuousClock.now - start).inSeconds)
    return fuzzer.failureCount == 0 ? .held : .failed
  }

  /// Two or three founders unless asked otherwise: with two, wrong cuts show soonest.
  private static func founders(_ options: FuzzOptions) -> ClosedRange<Int> {
    options.replicas == ScriptGenerator.replicaLimits ? 2...3 : options.replicas
  }

  private static func calls(_ options: FuzzOptions) -> ClosedRange<Int> {
    options.calls == ScriptGenerator.callLimits ? 10...60 : options.calls
  }

  private static func isDone(
    _ extent: FuzzOptions.Extent, _ count: Int, since start: ContinuousClock.Instant
  ) -> Bool {
    switch extent {
    case .count(let limit): count >= limit
    case .seconds(let seconds):
      count % stride == 0 && ContinuousClock.now - start >= .seconds(seconds)
    }
  }

  private static func report(_ fuzzer: GarbageFuzzer, _ count: Int, seconds: Double) {
    let counts = fuzzer.counts
    Terminal.printLine("\(count) histories, \(fuzzer.failureCount) failed")
    Terminal.printLine(
      "\(counts.operations) operations, \(counts.deliveries) deliveries, "
        + "\(counts.merges) merges of states, \(counts.joins) joins")
    Terminal.printLine(
      "dropped: \(counts.slots) slots, \(counts.elements) elements, \(counts.records) records, "
        + "\(counts.changes) changes; dead slots left: \(counts.deadSlots)")
    for (failure, script) in fuzzer.failures {
      Terminal.printLine(
        "failed: \(failure.check.rawValue), seed \(script.seed), step \(failure.step ?? 0), "
          + "replica \(failure.replica ?? -1): \(failure.detail)")
      Terminal.printLine("  \(script.founderCount) founders")
      for step in script.steps { Terminal.printLine("  \(step)") }
    }
    Terminal.printLine("time: \(seconds) s")
  }
}
