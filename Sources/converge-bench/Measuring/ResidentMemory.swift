// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The resident memory of this process.
enum ResidentMemory {
  /// How much it grew while something was made.
  struct Growth: Equatable {
    /// What stayed, in bytes.
    var bytes: Int
    /// The most that there was in between, in bytes; nil where the system does not tell.
    var peakBytes: Int?
  }

  /// Makes something once and returns it with the growth, as the peers' programs measure it.
  ///
  /// Freed memory is first handed back to the system, so that reuse does not hide growth.
  static func measure<Output>(_ work: () throws -> Output) rethrows -> (Output, Growth) {
    handBack()
    resetPeak()
    let before = size() ?? 0
    let output = try work()
    let peak = peakSize()
    handBack()
    let after = size() ?? 0
    return (output, Growth(bytes: after - before, peakBytes: peak.map { $0 - before }))
  }

  #if os(Linux)
    private static func size() -> Int? { status("VmRSS:") }

    private static func peakSize() -> Int? { status("VmHWM:") }

    private static func status(_ name: String) -> Int? {
      let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
      let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
        .first { $0.hasPrefix(name) }
      return line?.split { $0 == " " || $0 == "\t" }.dropFirst().first
        .flatMap { Int($0) }.map { $0 * 1_024 }
    }

    /// Lets the peak start again from the present size.
    private static func resetPeak() {
      FileHandle(forWritingAtPath: "/proc/self/clear_refs")?.write(Data("5".utf8))
    }

    private static func handBack() {
      #if canImport(Glibc)
        _ = trimHeap(keeping: 0)
      #endif
    }
  #else
    private static func size() -> Int? {
      let process = ProcessInfo.processInfo.processIdentifier
      let output = ChildProcess.run("ps", ["-o", "rss=", "-p", String(process)])
      return Int(
        String(decoding: output.standardOutput, as: UTF8.self)
          .trimmingCharacters(in: .whitespacesAndNewlines)
      ).map { $0 * 1_024 }
    }

    private static func peakSize() -> Int? { nil }

    private static func resetPeak() {}

    private static func handBack() {}
  #endif
}

#if canImport(Glibc)
  // Safety: glibc's `int malloc_trim(size_t pad)`, safe from any thread, takes and returns plain
  // numbers. Its header is not part of the module that Swift has of glibc.
  @_silgen_name("malloc_trim")
  private func trimHeap(keeping pad: Int) -> Int32
#endif
