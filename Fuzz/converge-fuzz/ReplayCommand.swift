// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// `replay`: replays histories and clock vectors on the model and on the library.
enum ReplayCommand {
  private typealias Report = (file: ReplayFile, mismatches: [ReplayMismatch])

  /// Replays all files, and prints each one's mismatches; also where some cannot be read.
  ///
  /// - Throws: `InputError` for the last file that cannot be read; the others are told of before.
  ///   Unreadable input outranks a failed check.
  static func run(_ names: [String], _ json: JSONDestination?) throws(InputError) -> ExitCode {
    let start = ContinuousClock.now
    var reports: [Report] = []
    var errors: [InputError] = []
    for name in names {
      do throws(InputError) {
        reports.append(try replay(name))
      } catch {
        errors.append(error)
      }
    }
    Terminal.endProgress()
    let seconds = (ContinuousClock.now - start).inSeconds
    if !reports.isEmpty || errors.isEmpty {
      try Files.write(lines(reports, seconds), Self.json(reports, seconds), to: json)
    }
    for error in errors.dropLast() { Terminal.warn("\(error)") }
    if let error = errors.last { throw error }
    return reports.allSatisfy(\.mismatches.isEmpty) ? .held : .failed
  }

  private static func replay(_ name: String) throws(InputError) -> Report {
    let bytes = try Files.read(name)
    do {
      let file = try ReplayFile(bytes, name: name)
      let mismatches = try file.run {
        Terminal.showProgress("\(file.name): \($0) of \(file.count)")
      }
      return (file, mismatches)
    } catch {
      throw .history(error)
    }
  }

  private static func lines(
    _ reports: [Report], _ seconds: Double
  ) -> [String] {
    reports.flatMap { file, mismatches in
      mismatches.map { "FAILED \($0)" }
        + ["\(file.name): \(file.count) \(file.contentName), \(mismatches.count) mismatches"]
    } + ["time: \(seconds) seconds"]
  }

  private static func json(
    _ reports: [Report], _ seconds: Double
  ) -> JSONValue {
    .object([
      JSONMember("command", .string("replay")),
      JSONMember(
        "files",
        .array(
          reports.map { file, mismatches in
            .object([
              JSONMember("file", .string(file.name)),
              JSONMember("content", .string(file.contentName)),
              JSONMember("count", .integer(Int64(file.count))),
              JSONMember("mismatches", .array(mismatches.map { Self.json($0) })),
            ])
          })),
      JSONMember(
        "failures", .integer(Int64(reports.reduce(0) { $0 + $1.mismatches.count }))),
      JSONMember("seconds", .double(seconds)),
    ])
  }

  private static func json(_ mismatch: ReplayMismatch) -> JSONValue {
    .object([
      JSONMember("file", .string(mismatch.file)),
      JSONMember("line", .integer(Int64(mismatch.line))),
      JSONMember("subject", .string(mismatch.subject)),
      JSONMember("replica", mismatch.replica.map { .string($0) } ?? .null),
      JSONMember("field", .string(mismatch.field)),
      JSONMember("difference", .string(mismatch.difference)),
    ])
  }
}
