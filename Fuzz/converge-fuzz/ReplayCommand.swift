// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// `replay`: replays histories and clock vectors on the model and on the library.
enum ReplayCommand {
  /// Reads all files, then replays them, and prints each file's mismatches.
  static func run(_ names: [String], _ json: JSONDestination?) throws(InputError) -> ExitCode {
    let start = ContinuousClock.now
    // All are read before any is replayed: unreadable input outranks a failed check.
    var files: [ReplayFile] = []
    for name in names {
      let bytes = try Files.read(name)
      do {
        files.append(try ReplayFile(bytes, name: name))
      } catch {
        throw .history(error)
      }
    }
    var reports: [(file: ReplayFile, mismatches: [ReplayMismatch])] = []
    for file in files {
      do {
        let mismatches = try file.run {
          Terminal.showProgress("\(file.name): \($0) of \(file.count)")
        }
        reports.append((file, mismatches))
      } catch {
        Terminal.endProgress()
        throw .history(error)
      }
    }
    Terminal.endProgress()
    let seconds = (ContinuousClock.now - start).inSeconds
    try Files.write(lines(reports, seconds), Self.json(reports, seconds), to: json)
    return reports.allSatisfy(\.mismatches.isEmpty) ? .held : .failed
  }

  private static func lines(
    _ reports: [(file: ReplayFile, mismatches: [ReplayMismatch])], _ seconds: Double
  ) -> [String] {
    reports.flatMap { file, mismatches in
      mismatches.map { "FAILED \($0)" }
        + ["\(file.name): \(file.count) \(file.contentName), \(mismatches.count) mismatches"]
    } + ["time: \(seconds) seconds"]
  }

  private static func json(
    _ reports: [(file: ReplayFile, mismatches: [ReplayMismatch])], _ seconds: Double
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
