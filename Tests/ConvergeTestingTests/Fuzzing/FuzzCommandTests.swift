// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Testing

@Suite struct FuzzCommandTests {
  @Test func `no arguments mean a plain run`() throws {
    #expect(try FuzzCommand.parse([]) == .run(FuzzOptions(), nil))
    #expect(try FuzzCommand.parse(["run"]) == .run(FuzzOptions(), nil))
  }

  @Test func `all options are understood`() throws {
    var options = FuzzOptions()
    options.seed = 7
    options.extent = .seconds(3)
    options.replicas = 2...3
    options.calls = 40...40
    options.fields = [HistoryField("queue", .list), HistoryField("note", .text)]
    options.directory = "out"
    options.jobs = 4
    options.shard = try #require(Shard(2, of: 5))
    options.checkpoint = "position.json"
    options.stopsAtFailure = true
    let words = [
      "run", "--seed", "7", "--time=3", "--replicas", "2...3", "--ops", "40", "--fields",
      "queue,note", "--save", "out", "--json=report.json", "--jobs", "4", "--shard",
      "2/5", "--checkpoint", "position.json", "--fail-fast",
    ]
    #expect(try FuzzCommand.parse(words) == .run(options, .file("report.json")))
  }

  @Test func `files and standard input are understood`() throws {
    #expect(
      try FuzzCommand.parse(["replay", "a", "b", "--json"])
        == .replay(files: ["a", "b"], .standardOutput))
    #expect(try FuzzCommand.parse(["trace", "-"]) == .trace(file: "-", nil))
    #expect(try FuzzCommand.parse(["replay", "-", "a"]) == .replay(files: ["-", "a"], nil))
    #expect(try FuzzCommand.parse(["summarize", "a", "-"]) == .summarize(files: ["a", "-"], nil))
    #expect(try FuzzCommand.parse(["run", "--help"]) == .help)
  }

  @Test func `collect takes the options of run`() throws {
    var options = FuzzOptions()
    options.collectsAlways = true
    options.extent = .count(9)
    options.shard = try #require(Shard(1, of: 2))
    #expect(
      try FuzzCommand.parse(["collect", "--count", "9", "--shard=1/2", "--json"])
        == .run(options, .standardOutput))
    #expect(options.command(seed: 4) == "converge-fuzz collect --seed 4 --count 1")
  }

  @Test(arguments: [
    ["walk"], ["run", "--sed", "1"], ["run", "--seed"], ["run", "--seed", "x"],
    ["run", "--seed", "-1"], ["run", "--count", "0"], ["run", "--count", "1", "--time", "1"],
    ["run", "--replicas", "1...5"], ["run", "--replicas", "5...2"], ["run", "--ops", "5..9"],
    ["run", "--ops", "5...201"], ["run", "--fields", ""], ["run", "--fields", "note,note"],
    ["run", "--fields", "none"], ["run", "file"], ["run", "--seed", "1", "--seed", "2"],
    ["replay"], ["replay", "--fast"], ["trace"], ["trace", "a", "b"], ["replay", "-", "-"],
    ["run", "--json="], ["run", "--json", "--json"], ["run", "--jobs", "0"],
    ["run", "--jobs", "2000"], ["run", "--shard", "3/2"], ["run", "--shard", "0/2"],
    ["run", "--checkpoint", ""], ["run", "--fail-fast", "--fail-fast"], ["run", "--fail-fast=1"],
    ["collect", "--save", "out"], ["summarize"], ["summarize", "--shard", "1/2"],
  ])
  func `a command line that is not understood is refused`(words: [String]) {
    #expect(throws: UsageError.self) { try FuzzCommand.parse(words) }
  }
}
