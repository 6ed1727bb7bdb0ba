// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

@Suite struct HistoryExportTests {
  @Test func `histories that are exported replay without a mismatch`() throws {
    var export = HistoryExport()
    export.options.seed = 40
    export.options.extent = .count(12)
    var lines: [String] = []
    for number in 0..<export.count {
      let (history, failure) = export.history(number)
      #expect(failure == nil)
      #expect(history[0].contains("\"seed\":\(40 + number),"))
      lines += history
    }
    let text = lines.joined(separator: "\n")
    let file = try ReplayFile(Array(text.utf8), name: "exported")
    #expect(file.count == 12)
    #expect(try file.run { _ in }.isEmpty)
  }

  @Test func `plain histories insert into lists and remove, and do nothing else`() {
    var export = HistoryExport(isPlain: true)
    export.options.fields = [HistoryField("queue", .list), HistoryField("note", .text)]
    var calls = 0
    for number in 0..<20 {
      let (lines, failure) = export.history(number)
      #expect(failure == nil)
      let others = lines.filter { $0.contains("\"call\":\"move\"") || $0.contains("\"replace\"") }
      #expect(others.isEmpty)
      calls += lines.count { $0.contains("\"field\":\"queue\"") }
    }
    #expect(calls > 0)
    export.isPlain = false
    #expect((0..<20).contains { export.history($0).lines.contains { $0.contains("\"move\"") } })
  }

  @Test func `the command line of export is understood`() throws {
    var export = HistoryExport(isPlain: true)
    export.options.seed = 3
    export.options.extent = .count(9)
    #expect(
      try FuzzCommand.parse(["export", "--seed", "3", "--plain", "--count=9"]) == .export(export))
    for words in [["--time", "3"], ["--save", "out"], ["--json"], ["file"], ["--plains"]] {
      #expect(throws: UsageError.self) { try FuzzCommand.parse(["export"] + words) }
    }
  }
}
