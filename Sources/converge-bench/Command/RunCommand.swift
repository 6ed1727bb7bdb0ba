// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Foundation

/// Runs the workloads, prints a table line for each measurement, and writes the records.
enum RunCommand {
  static func run(_ options: RunOptions) throws -> ExitCode {
    let expected = try options.expected.map { ExpectedFacts(try InputFile.json($0)) }
    let started = ContinuousClock.now
    var session = BenchSession(
      selection: options.selection, runs: options.runs, expected: expected,
      show: { Terminal.printLine(RecordTable.line(of: $0)) })
    Terminal.printLine(RecordTable.head)
    try runAll(options, in: &session)
    if let path = options.json {
      let seconds = (ContinuousClock.now - started) / .seconds(1)
      try OutputFile.write(
        JSONWriter.indented(RecordFile.json(of: session.records, seconds: seconds)) + "\n",
        to: path)
    }
    for failure in session.failures { Terminal.printLine("wrong: \(failure)") }
    return session.failures.isEmpty ? .held : .failed
  }

  private static func runAll(_ options: RunOptions, in session: inout BenchSession) throws {
    calibrate("before the workloads", &session)
    try runTraces(options, in: &session)
    if session.selection.contains("W6") { try ListWorkload().run(in: &session) }
    if session.selection.contains("W7.settings") { try SettingsWorkload().run(in: &session) }
    if session.selection.contains("W7.favorites") { try FavoritesWorkload().run(in: &session) }
    for number in 1...11 where session.selection.contains("W8.B1.\(number)") {
      try SingleWriterWorkload(number).run(in: &session)
    }
    for number in 1...4 where session.selection.contains("W8.B2.\(number)") {
      try TwoWritersWorkload(number).run(in: &session)
    }
    for number in 1...5 where session.selection.contains("W8.B3.\(number)") {
      try ManyWritersWorkload(number).run(in: &session)
    }
    if session.selection.contains("W9") {
      try MemoryWorkload.runSmallDocuments(in: &session)
      try SmallDocumentsWorkload().run(in: &session)
    }
    calibrate("at the end", &session)
  }

  /// Runs the workloads that read recorded editing sessions.
  private static func runTraces(_ options: RunOptions, in session: inout BenchSession) throws {
    let sequential = SequentialWork.traceNames.filter { name in
      SequentialWorkload.parts.contains { session.selection.contains("\($0).\(name)") }
    }
    let concurrent = ConcurrentWork.traceNames.filter { session.selection.contains("W5.\($0)") }
    let memory = SequentialWork.traceNames.filter { session.selection.contains("memory.\($0)") }
    guard !(sequential + concurrent + memory).isEmpty else { return }
    guard let path = options.traces else { throw UsageError.missingValue("--traces") }
    let folder = TraceFolder(path: path)
    for name in sequential {
      let work = try folder.sequential(name)
      try SequentialWorkload(work, name: name).run(in: &session)
      let unicode = try folder.sequential(name, isUnicode: true)
      if !unicode.hasOnlyASCII {
        try SequentialWorkload(unicode, name: name).run(in: &session)
      }
    }
    for name in memory {
      try MemoryWorkload.run(trace: name, traces: path, in: &session)
    }
    for name in concurrent {
      try ConcurrentWorkload(try folder.concurrent(name)).run(in: &session)
    }
  }

  /// Times a fixed piece of work, whose spread shows how quiet the machine was.
  private static func calibrate(_ moment: String, _ session: inout BenchSession) {
    let loop = session.stopwatch.time { ReferenceLoop.run() }
    session.add("CAL", moment, loop.timing, [("checksum", .string(String(loop.output)))])
  }
}
