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
    let words = [
      "run", "--seed", "7", "--time=3", "--replicas", "2...3", "--ops", "40", "--fields",
      "queue,note", "--save", "out", "--json=report.json",
    ]
    #expect(try FuzzCommand.parse(words) == .run(options, .file("report.json")))
  }

  @Test func `files and standard input are understood`() throws {
    #expect(
      try FuzzCommand.parse(["replay", "a", "b", "--json"])
        == .replay(files: ["a", "b"], .standardOutput))
    #expect(try FuzzCommand.parse(["trace", "-"]) == .trace(file: "-", nil))
    #expect(try FuzzCommand.parse(["replay", "-", "a"]) == .replay(files: ["-", "a"], nil))
    #expect(try FuzzCommand.parse(["run", "--help"]) == .help)
  }

  @Test(arguments: [
    ["walk"], ["run", "--sed", "1"], ["run", "--seed"], ["run", "--seed", "x"],
    ["run", "--seed", "-1"], ["run", "--count", "0"], ["run", "--count", "1", "--time", "1"],
    ["run", "--replicas", "1...5"], ["run", "--replicas", "5...2"], ["run", "--ops", "5..9"],
    ["run", "--ops", "5...201"], ["run", "--fields", ""], ["run", "--fields", "note,note"],
    ["run", "--fields", "none"], ["run", "file"], ["run", "--seed", "1", "--seed", "2"],
    ["replay"], ["replay", "--fast"], ["trace"], ["trace", "a", "b"], ["replay", "-", "-"],
    ["run", "--json="], ["run", "--json", "--json"],
  ])
  func `a command line that is not understood is refused`(words: [String]) {
    #expect(throws: UsageError.self) { try FuzzCommand.parse(words) }
  }
}
