// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The replay of files, some of which cannot be read.
@Suite(.enabled(if: BuiltProgram.fuzzer != nil)) struct ReplayCommandTests {
  private let folder: ScratchFolder
  private let program: BuiltProgram

  init() throws {
    folder = try ScratchFolder()
    program = try #require(BuiltProgram.fuzzer)
  }

  /// Writes the history of a seed, or so many of its bytes, into a file.
  private func history(_ name: String, seed: Int, bytes: Int? = nil) throws -> String {
    let file = folder.file(name)
    let made = try program.run(["export", "--count", "1", "--ops", "8", "--seed", "\(seed)"])
    let bytes = made.output.utf8.prefix(bytes ?? made.output.utf8.count)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  @Test func `what was found in good files is printed beside bad ones`() throws {
    let good = try (1...2).map { try history("good\($0).jsonl", seed: $0) }
    let cut = try history("cut.jsonl", seed: 3, bytes: 700)
    let missing = folder.file("missing.jsonl")
    let outcome = try program.run(["replay", good[0], cut, missing, good[1]])
    #expect(outcome.exitCode == 2)
    for file in good { #expect(outcome.output.contains("\(file): 1 histories, 0 mismatches")) }
    #expect(outcome.errors.contains(cut) && outcome.errors.contains(missing))
  }

  @Test func `where no file can be read nothing is printed`() throws {
    let outcome = try program.run(["replay", folder.file("missing.jsonl")])
    #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
  }
}
