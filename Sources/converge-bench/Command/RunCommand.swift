// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting
import Foundation

/// Runs the workloads, prints a table line for each measurement, and writes the records.
enum RunCommand {
  /// A part of the run, after which the records so far are written.
  private typealias Step = (inout BenchSession) throws -> Void

  static func run(_ options: RunOptions) throws -> ExitCode {
    let expected = try options.expected.map { ExpectedFacts(try InputFile.json($0)) }
    let steps =
      [{ calibrate("before the workloads", &$0) }] + (try traceSteps(options))
      + (collectionSteps + editSteps + smallSteps).filter { options.selection.contains($0.path) }
      .map(\.step) + [{ calibrate("at the end", &$0) }]
    let started = ContinuousClock.now
    var session = BenchSession(
      selection: options.selection, runs: options.runs, expected: expected,
      show: { Terminal.printLine(RecordTable.line(of: $0)) })
    Terminal.printLine(RecordTable.head)
    for step in steps {
      do {
        try step(&session)
      } catch let error as WireError {
        session.fail("what the library wrote it does not read: \(error)")
      }
      guard let path = options.json else { continue }
      let seconds = (ContinuousClock.now - started) / .seconds(1)
      try OutputFile.write(
        JSONWriter.indented(RecordFile.json(of: session.records, seconds: seconds)) + "\n",
        to: path)
    }
    for failure in session.failures { Terminal.printLine("wrong: \(failure)") }
    return session.failures.isEmpty ? .held : .failed
  }

  // MARK: Steps

  /// The workloads that read recorded editing sessions.
  private static func traceSteps(_ options: RunOptions) throws -> [Step] {
    let sequential = SequentialWork.traceNames.filter { name in
      SequentialWorkload.parts.contains { options.selection.contains("\($0).\(name)") }
    }
    let memory = SequentialWork.traceNames.filter { options.selection.contains("memory.\($0)") }
    let concurrent = ConcurrentWork.traceNames.filter { options.selection.contains("W5.\($0)") }
    guard !(sequential + memory + concurrent).isEmpty else { return [] }
    guard let path = options.traces else { throw UsageError.missingValue("--traces") }
    let folder = TraceFolder(path: path)
    return sequential.map { name in
      { session in
        let work = try folder.sequential(name)
        try SequentialWorkload(work, name: name).run(in: &session)
        let unicode = try folder.sequential(name, isUnicode: true)
        guard !unicode.hasOnlyASCII else { return }
        try SequentialWorkload(unicode, name: name).run(in: &session)
      }
    }
      + memory.map { name in
        { try MemoryWorkload.run(trace: name, traces: path, in: &$0) }
      }
      + concurrent.map { name in
        { try ConcurrentWorkload(try folder.concurrent(name)).run(in: &$0) }
      }
  }

  private static var collectionSteps: [(path: String, step: Step)] {
    [
      ("W6", { try ListWorkload().run(in: &$0) }),
      ("W7.settings", { try SettingsWorkload().run(in: &$0) }),
      ("W7.favorites", { try FavoritesWorkload().run(in: &$0) }),
    ]
  }

  private static var editSteps: [(path: String, step: Step)] {
    (1...11).map { number in
      ("W8.B1.\(number)", { try SingleWriterWorkload(number).run(in: &$0) })
    }
      + (1...4).map { number in
        ("W8.B2.\(number)", { try TwoWritersWorkload(number).run(in: &$0) })
      }
      + (1...5).map { number in
        ("W8.B3.\(number)", { try ManyWritersWorkload(number).run(in: &$0) })
      }
  }

  private static var smallSteps: [(path: String, step: Step)] {
    [
      ("W9", { try MemoryWorkload.runSmallDocuments(in: &$0) }),
      ("W9", { try SmallDocumentsWorkload().run(in: &$0) }),
      ("SET", { try SetWorkload().run(in: &$0) }),
    ]
  }

  /// Times a fixed piece of work, whose spread shows how quiet the machine was.
  private static func calibrate(_ moment: String, _ session: inout BenchSession) {
    let loop = session.stopwatch.time { ReferenceLoop.run() }
    session.add("CAL", moment, loop.timing, [("checksum", .string(String(loop.output)))])
  }
}
