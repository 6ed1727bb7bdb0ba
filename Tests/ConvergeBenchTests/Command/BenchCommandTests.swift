// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Testing

@testable import converge_bench

@Suite struct BenchCommandTests {
  @Test func `nothing runs everything`() throws {
    #expect(try BenchCommand.parse([]) == .run(RunOptions()))
    #expect(WorkloadSelection.allPaths.allSatisfy { WorkloadSelection.all.contains($0) })
  }

  @Test func `options are understood with and without an equals sign`() throws {
    var options = RunOptions()
    options.selection = try #require(WorkloadSelection("W1,W8.B1.4"))
    options.traces = "traces"
    options.runs = 3
    options.json = "out.json"
    options.expected = "expected.json"
    let words = [
      "--workload", "W1,W8.B1.4", "--traces=traces", "--runs", "3", "--json=out.json",
      "--expected", "expected.json",
    ]
    #expect(try BenchCommand.parse(words) == .run(options))
    #expect(try BenchCommand.parse(["run"] + words) == .run(options))
  }

  @Test func `a selection covers the parts of what it names, and no more`() throws {
    let selection = try #require(WorkloadSelection("W1,W8.B1.1"))
    #expect(selection.contains("W1.rustcode"))
    #expect(selection.contains("W8.B1.1"))
    #expect(!selection.contains("W8.B1.11"))
    #expect(!selection.contains("W2.rustcode"))
    #expect(WorkloadSelection("W8.B") == nil)
    #expect(WorkloadSelection("W1,") == nil)
  }

  @Test(arguments: [
    ["--workload", "W10"], ["--runs", "0"], ["--runs"], ["--json", ""], ["--fast", "1"], ["W1"],
    ["--runs", "3", "--runs", "4"], ["report"], ["report", "a.json", "--html", "x"], ["regress"],
    ["regress", "a", "b"], ["--growth", "--growth-limit", "7"],
    ["--growth", "--collections", "Bag"], ["--memory-task", "all"], ["--fixed-work", "none"],
  ]) func `what is not understood is an error`(words: [String]) {
    #expect(throws: UsageError.self) { try BenchCommand.parse(words) }
  }

  @Test func `other commands are understood`() throws {
    #expect(try BenchCommand.parse(["--help"]) == .help)
    #expect(
      try BenchCommand.parse(["report", "a.json", "--svg", "c.svg", "b.json"])
        == .report(ReportOptions(files: ["a.json", "b.json"], markdown: nil, svg: "c.svg")))
    #expect(
      try BenchCommand.parse(["--growth", "--growth-limit", "10000"])
        == .growth(GrowthOptions(limit: 10_000)))
    #expect(
      try BenchCommand.parse(["regress", "costs.json", "--update"])
        == .regress(RegressOptions(file: "costs.json", isUpdate: true)))
  }

  @Test func `a task in a process of its own is understood as it was written`() throws {
    let tasks: [MemoryTask] = [
      .replay(trace: "rustcode", traces: "t", output: "o"),
      .load(.updates, id: 7, file: "f"), .smallDocuments,
    ]
    for task in tasks {
      #expect(try BenchCommand.parse(task.arguments) == .memory(task))
    }
    #expect(
      try BenchCommand.parse([FixedWork.option, FixedWork.moves.rawValue]) == .fixed(.moves))
  }
}
