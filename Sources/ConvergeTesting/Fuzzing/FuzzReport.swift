// SPDX-License-Identifier: Apache-2.0

/// What a run of the fuzzer reports, as text and as JSON.
package struct FuzzReport: Sendable {
  /// What was asked for.
  package var options: FuzzOptions
  /// What was done.
  package var counts: RunCounts
  /// How many histories failed.
  package var failureCount: Int
  /// The failures that were shrunk.
  package var failures: [FuzzFailure]
  /// How long the run took, in seconds.
  package var seconds: Double

  /// A report on a fuzzer's work.
  package init(options: FuzzOptions, fuzzer: Fuzzer, seconds: Double) {
    self.init(
      options: options, counts: fuzzer.counts, failureCount: fuzzer.failureCount,
      failures: fuzzer.failures, seconds: seconds)
  }

  /// A report of these parts.
  init(
    options: FuzzOptions, counts: RunCounts, failureCount: Int, failures: [FuzzFailure],
    seconds: Double
  ) {
    self.options = options
    self.counts = counts
    self.failureCount = failureCount
    self.failures = failures
    self.seconds = seconds
  }

  private var historiesPerSecond: Double {
    seconds > 0 ? Double(counts.histories) / seconds : 0
  }

  /// The report in lines of text; only those that begin with `time:` depend on the machine.
  package var lines: [String] {
    var lines = failures.flatMap { failureLines($0) }
    lines += [
      "histories  \(counts.histories)", "operations \(counts.operations)",
      "deliveries \(counts.deliveries)", "repeats    \(counts.repeats)",
      "waits      \(counts.waits)", "merges     \(counts.merges)", "checks     \(counts.checks)",
      "failures   \(failureCount)",
      "time: \(rounded(seconds)) seconds, \(Int(historiesPerSecond)) histories a second",
    ]
    return lines
  }

  private func failureLines(_ failure: FuzzFailure) -> [String] {
    let place = failure.failure.step.map { "after step \($0)" } ?? "after the final exchange"
    let replica = failure.failure.replica.map { ", replica \(ScriptText.name(ofReplica: $0))" }
    return [
      "FAILED \(failure.failure.check.rawValue): seed \(failure.script.seed)",
      "  \(failure.failure.detail)",
      "  \(place)\(replica ?? ""); \(failure.script.steps.count) of "
        + "\(failure.originalStepCount) steps left after \(failure.runCount) runs",
      "  the script, with \(failure.script.replicaCount) replicas:",
    ] + ScriptText.lines(of: failure.script).map { "    " + $0 } + ["  as a history:"]
      + historyLines(failure).map { "    " + $0 }
      + ["  again: \(options.command(seed: failure.script.seed))", ""]
  }

  private func historyLines(_ failure: FuzzFailure) -> [String] {
    failure.history.map { HistoryWriter.lines(of: $0) } ?? []
  }

  /// The report as JSON; only keys with `seconds` or `perSecond` depend on the machine.
  package var json: JSONValue {
    var members = [JSONMember("command", .string("run"))]
    members += [
      JSONMember("seed", .integer(Int64(options.seed))),
      JSONMember("replicas", range(options.replicas)), JSONMember("ops", range(options.calls)),
      JSONMember("fields", .array(options.fields.map { .string($0.name) })),
    ]
    members += [
      number("histories", counts.histories), number("operations", counts.operations),
      number("deliveries", counts.deliveries), number("repeats", counts.repeats),
      number("waits", counts.waits), number("merges", counts.merges),
      number("checks", counts.checks), number("failures", failureCount),
      JSONMember("shrunkFailures", .array(failures.map { failureJSON($0) })),
      JSONMember("seconds", .double(rounded(seconds))),
      JSONMember("perSecond", .double(rounded(historiesPerSecond))),
    ]
    return .object(members)
  }

  private func failureJSON(_ failure: FuzzFailure) -> JSONValue {
    .object([
      JSONMember("check", .string(failure.failure.check.rawValue)),
      JSONMember("seed", .integer(Int64(bitPattern: failure.script.seed))),
      JSONMember("detail", .string(failure.failure.detail)),
      JSONMember("step", failure.failure.step.map { .integer(Int64($0)) } ?? .null),
      JSONMember(
        "replica",
        failure.failure.replica.map { .string(ScriptText.name(ofReplica: $0)) } ?? .null),
      number("replicas", failure.script.replicaCount),
      number("originalSteps", failure.originalStepCount), number("shrinkRuns", failure.runCount),
      JSONMember("script", .array(ScriptText.lines(of: failure.script).map { .string($0) })),
      JSONMember("history", .array(historyLines(failure).map { .string($0) })),
      JSONMember("again", .string(options.command(seed: failure.script.seed))),
    ])
  }

  private func number(_ name: String, _ value: Int) -> JSONMember {
    JSONMember(name, .integer(Int64(value)))
  }

  private func range(_ range: ClosedRange<Int>) -> JSONValue {
    .array([.integer(Int64(range.lowerBound)), .integer(Int64(range.upperBound))])
  }

  /// Thousandths are more than timings mean.
  private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
