// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// A run of workloads: what was measured so far, and what went wrong.
struct BenchSession {
  let selection: WorkloadSelection
  let stopwatch: Stopwatch
  /// The facts of a file that results are compared with, beside those that are built in.
  let expected: ExpectedFacts?
  /// Shows a record as soon as there is one.
  let show: (BenchRecord) -> Void

  private(set) var records: [BenchRecord] = []
  private(set) var failures: [String] = []

  init(
    selection: WorkloadSelection, runs: Int, expected: ExpectedFacts? = nil,
    show: @escaping (BenchRecord) -> Void
  ) {
    self.selection = selection
    stopwatch = Stopwatch(runs: runs)
    self.expected = expected
    self.show = show
  }

  /// Notes a measurement.
  mutating func add(_ record: BenchRecord) {
    records.append(record)
    show(record)
    if !record.isRight { failures.append("\(record.workload) \(record.variant): a wrong result") }
  }

  mutating func add(
    _ workload: String, _ variant: String, _ timing: Timing? = nil, operations: Int? = nil,
    _ facts: [BenchRecord.Fact] = []
  ) {
    add(BenchRecord(workload, variant, timing, operations: operations, facts))
  }

  /// Notes what went wrong.
  mutating func fail(_ reason: String) {
    failures.append(reason)
  }

  /// Compares what was found with what every program must find.
  mutating func check(_ facts: WorkFacts) {
    guard let builtIn = ExpectedFacts.builtIn[facts.name] else {
      return fail("\(facts.name): nothing is expected under this name")
    }
    let others = expected.map { $0[facts.name] ?? .null }
    for value in [builtIn] + (others.map { [$0] } ?? []) {
      if let difference = facts.difference(from: value) { fail(difference) }
    }
  }
}
