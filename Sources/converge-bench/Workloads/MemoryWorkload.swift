// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Foundation

/// What documents take in memory: after W1, after a load, and those of W9.
enum MemoryWorkload {
  /// Measures a trace's document, made here and loaded.
  static func run(
    trace: String, traces: String, in session: inout BenchSession
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "converge-bench-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = folder.appendingPathComponent("document").path
    let replay = try MemoryTask.replay(trace: trace, traces: traces, output: output).runApart()
    var facts: [BenchRecord.Fact] = [("replay", replay)]
    let id = replay["id"]?.text.flatMap { UInt64($0) } ?? 0
    for form in DocumentForm.allCases {
      let task = MemoryTask.load(form, id: id, file: "\(output).\(form.rawValue)")
      facts.append(("load \(form.rawValue)", try task.runApart()))
    }
    session.add("memory", trace, nil, facts)
  }

  /// Measures the documents of W9.
  static func runSmallDocuments(in session: inout BenchSession) throws {
    let growth = try MemoryTask.smallDocuments.runApart()
    guard case .object(let members) = growth else { return }
    session.add("W9", "memory of 10k docs", nil, members.map { ($0.name, $0.value) })
  }
}
