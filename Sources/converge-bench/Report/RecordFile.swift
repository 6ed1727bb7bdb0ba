// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Foundation

/// The file of records that a run writes, in the form of the peers' programs.
enum RecordFile {
  /// There is no release yet.
  static let version = "main"

  static func json(of records: [BenchRecord], seconds: Double) -> JSONValue {
    .object([
      JSONMember("machine", machine),
      JSONMember("seconds", .double(seconds)),
      JSONMember("records", .array(records.map { $0.json(version: version) })),
    ])
  }

  private static var machine: JSONValue {
    let process = ProcessInfo.processInfo
    return .object([
      JSONMember("platform", .string(process.operatingSystemVersionString)),
      JSONMember("cpus", .integer(process.activeProcessorCount)),
      JSONMember("cpu", .string(processorName)),
      JSONMember("mem_total_kb", .integer(Int(process.physicalMemory / 1_024))),
    ])
  }

  private static var processorName: String {
    let lines = FileManager.default.contents(atPath: "/proc/cpuinfo") ?? Data()
    let line = String(decoding: lines, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last.map {
      $0.trimmingCharacters(in: .whitespaces)
    } ?? "unknown"
  }
}
