// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ConvergeTesting

/// The fuzzer's command line as its users meet it: as a process.
@Suite(.enabled(if: BuiltProgram.fuzzer != nil)) struct CampaignCommandTests {
  private let folder: ScratchFolder
  private let program: BuiltProgram
  /// Histories so small that this takes a moment in a debug build.
  private let small = ["--replicas", "2", "--ops", "5...8", "--fields", "plays,tags"]

  init() throws {
    folder = try ScratchFolder()
    program = try #require(BuiltProgram.fuzzer)
  }

  @Test func `the number of jobs shows nowhere`() throws {
    let one = try program.run(["run", "--count", "12", "--jobs", "1"] + small)
    let three = try program.run(["run", "--count", "12", "--jobs", "3"] + small)
    #expect(one.exitCode == 0)
    #expect(one.timelessLines == three.timelessLines)
    #expect(one.output.contains("histories  12"))
  }

  @Test(arguments: ["run", "collect"])
  func `shards joined print what the whole run prints`(command: String) throws {
    let options = ["--count", "7"] + small
    let whole = try program.run([command] + options + ["--json"])
    var files: [String] = []
    for number in 1...3 {
      let file = folder.file("\(number).json")
      let shard = try program.run(
        [command] + options + ["--shard", "\(number)/3", "--json=" + file])
      #expect(shard.exitCode == 0)
      files.append(file)
    }
    let joined = try program.run(["summarize"] + files + ["--json"])
    #expect(joined.exitCode == 0)
    #expect(joined.timelessLines == whole.timelessLines)
    let two = try program.run(["summarize", files[2], files[0]])
    #expect(two.exitCode == 2)
    #expect(two.output.contains("missing: shard 2 of 3"))
    #expect(two.errors.contains("missing: shard 2 of 3"))
  }

  @Test func `what cannot be joined is said, with the file's name`() throws {
    let file = folder.file("not.json")
    try Data("{".utf8).write(to: URL(fileURLWithPath: file))
    for arguments in [["summarize", file], ["summarize", folder.file("none")]] {
      let outcome = try program.run(arguments)
      #expect(outcome.exitCode == 2)
      #expect(outcome.errors.contains(arguments[1]))
    }
  }

  @Test(arguments: ["INT", "TERM"])
  func `a run that a signal stops prints what it has, and goes on to the same end`(
    signal: String
  ) throws {
    let file = folder.file("position.json")
    let options = small.joined(separator: " ")
    // The signal comes once the first checkpoint is there.
    let stopped = try program.run(
      shell: """
        "$0" run --count 100000000 \(options) --checkpoint '\(file)' & process=$!
        while ! [ -e '\(file)' ]; do sleep 0.05; done
        sleep 0.3
        kill -\(signal) $process
        (sleep 120; kill -KILL $process) >/dev/null 2>&1 & guard=$!
        wait $process; code=$?
        kill $guard
        exit $code
        """)
    #expect(stopped.exitCode == (signal == "INT" ? 130 : 143))
    #expect(stopped.output.contains("not run to the end"))
    let checkpoint = try JSONParser.parse([UInt8](Data(contentsOf: URL(fileURLWithPath: file))))
    let position = try #require(checkpoint["position"]?.integer)
    let end = "\(position + 5)"
    let resumed = try program.run(["run", "--count", end, "--checkpoint", file] + small)
    let whole = try program.run(["run", "--count", end] + small)
    #expect(resumed.exitCode == 0)
    #expect(resumed.timelessLines == whole.timelessLines)
    #expect(whole.output.contains("histories  \(end)"))
  }

  @Test func `the checkpoint of another run is refused and kept`() throws {
    let file = folder.file("position.json")
    _ = try program.run(["run", "--count", "2", "--checkpoint", file] + small)
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    let other = try program.run(
      ["run", "--count", "2", "--seed", "9", "--checkpoint", file] + small)
    #expect(other.exitCode == 2)
    #expect(other.errors.contains("its seed is 1, not 9"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk keeps no result back`() throws {
    let report = try program.run(["run", "--count", "2", "--json=/dev/full"] + small)
    #expect(report.exitCode == 2)
    #expect(report.output.contains("histories  2"))
    #expect(report.errors.contains("/dev/full: cannot be written"))
    let output = try program.run(
      shell: "\"$0\" run --count 2 \(small.joined(separator: " ")) > /dev/full")
    #expect(output.exitCode == 2)
    #expect(output.errors.contains("standard output cannot be written"))
    for target in ["/dev/full", "&-"] {
      let file = folder.file("lost.json")
      let lost = try program.run(
        shell: "\"$0\" run --count 2 \(small.joined(separator: " ")) --json='\(file)' >\(target)")
      #expect(lost.exitCode == 2)
      #expect(FileManager.default.fileExists(atPath: file))
      try? FileManager.default.removeItem(atPath: file)
    }
    for target in ["/dev/full", "&-"] {
      #expect(try program.run(shell: "\"$0\" bogus 2>\(target)").exitCode == 2)
    }
  }

  @Test(.disabled(if: BuiltProgram.writesOfItself, "it would end before it begins"))
  func `a limit on the size of files keeps no result back`() throws {
    let file = folder.file("report.json")
    let outcome = try program.run(
      shell: """
        ulimit -f 0
        "$0" run --count 2 \(small.joined(separator: " ")) --json='\(file)'
        """)
    #expect(outcome.exitCode == 2)
    #expect(outcome.output.contains("histories  2"))
    #expect(outcome.errors.contains("\(file): cannot be written"))
  }

  @Test func `a checkpoint that cannot be written is said at once`() throws {
    let outcome = try program.run(
      ["run", "--count", "2", "--checkpoint", folder.file("none/position.json")] + small)
    #expect(outcome.exitCode == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("position.json: cannot be written"))
  }
}
