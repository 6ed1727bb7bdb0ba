// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `--report` as its users meet it.
@Suite(.enabled(if: BuiltProgram.fuzzer != nil)) struct ReportCommandTests {
  private let folder: ScratchFolder
  private let program: BuiltProgram
  private let small = ["run", "--count", "2", "--replicas", "2", "--ops", "5...8"]

  init() throws {
    folder = try ScratchFolder()
    program = try #require(BuiltProgram.fuzzer)
  }

  @Test func `the page is written into a folder that is made, and its place is said`() throws {
    let name = folder.file("new/pages")
    let outcome = try program.run(small + ["--report", name])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("page       \(name)/report.html"))
    let page = try String(
      contentsOf: URL(fileURLWithPath: name + "/report.html"), encoding: .utf8)
    #expect(page.contains("All checks held in 2 histories"))
    #expect(page.hasSuffix("</html>\n"))
    let files = try FileManager.default.contentsOfDirectory(atPath: name)
    #expect(files == ["report.html"])
  }

  @Test func `JSON on standard output stays JSON`() throws {
    let outcome = try program.run(small + ["--json", "--report", folder.path])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.hasSuffix("}\n"))
  }

  @Test func `a file where the folder should be is said at once`() throws {
    let name = folder.file("taken")
    try Data().write(to: URL(fileURLWithPath: name))
    let outcome = try program.run(small + ["--report", name])
    #expect(outcome.exitCode == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("\(name): cannot be written"))
  }

  @Test(.disabled(if: BuiltProgram.writesOfItself, "it would end before it begins"))
  func `a page that cannot be written keeps no result back`() throws {
    let words = small.joined(separator: " ")
    let outcome = try program.run(
      shell: "ulimit -f 0; \"$0\" \(words) --report '\(folder.path)'")
    #expect(outcome.exitCode == 2)
    #expect(outcome.output.contains("histories  2"))
    #expect(outcome.errors.contains("\(folder.path)/report.html: cannot be written"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `collect writes a page too`() throws {
    let outcome = try program.run(["collect", "--count", "2", "--report", folder.path])
    #expect(outcome.exitCode == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["report.html"])
  }
}
