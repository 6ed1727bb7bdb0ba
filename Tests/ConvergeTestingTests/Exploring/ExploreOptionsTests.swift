// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

@Suite struct ExploreOptionsTests {
  private func parse(_ words: String...) throws -> ExploreOptions {
    guard case .explore(let options, _) = try FuzzCommand.parse(["explore"] + words) else {
      throw UsageError.unknownCommand("no exploration")
    }
    return options
  }

  @Test func `all options are understood`() throws {
    var options = ExploreOptions()
    options.replicas = 2
    options.changes = 3
    options.alphabets = ["queue", "note"].compactMap { name in
      ExploredAlphabet.all.first { $0.field.name == name }
    }
    options.clocks = [.skewed]
    options.jobs = 4
    options.directory = "out"
    let words = [
      "explore", "--replicas", "2", "--ops=3", "--fields", "queue,note", "--clocks", "skewed",
      "--jobs", "4", "--save", "out", "--json",
    ]
    #expect(try FuzzCommand.parse(words) == .explore(options, .standardOutput))
  }

  @Test func `a plain run takes all fields, and what has an order at a second size`() throws {
    let plain = try parse().explorers
    #expect(Set(plain.map(\.alphabet.field.name)).count == ExploredAlphabet.all.count)
    #expect(plain.filter { $0.writerCount == 3 }.allSatisfy { $0.changeCount == 4 })
    let second = plain.filter { $0.writerCount == 2 }
    #expect(second.allSatisfy { $0.changeCount == 5 })
    #expect(
      Set(second.map(\.alphabet.field.kind)) == [.orderedSet, .list, .text, .orderedRecords])
  }

  @Test func `one clock of three is ahead where time decides`() throws {
    #expect(
      try parse("--fields", "note,theme").explorers.prefix(2).map(\.clocks) == [.equal, .ahead])
    #expect(
      try parse("--fields", "theme", "--replicas", "2").explorers.map(\.clocks) == [.equal])
    #expect(
      try parse("--fields", "note", "--clocks", "skewed,equal", "--ops", "2").explorers
        .map(\.clocks) == [.skewed, .equal])
  }

  @Test(arguments: [
    ["--replicas", "1"], ["--replicas", "5"], ["--replicas", "2...3"], ["--ops", "0"],
    ["--ops", "7"], ["--fields", "none"], ["--fields", "note,note"], ["--clocks", "late"],
    ["--jobs", "0"], ["--seed", "1"], ["file"], ["--save", ""], ["--ops"],
  ])
  func `what is not understood is refused`(words: [String]) {
    #expect(throws: UsageError.self) { try FuzzCommand.parse(["explore"] + words) }
  }
}
