// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

@Suite struct FoundFailureTests {
  /// A adds, B adds having seen that, and C adds having seen nothing.
  private func exploration() throws -> Exploration {
    let alphabet = try #require(ExploredAlphabet.all.first { $0.field.kind == .counter })
    var exploration = Exploration(alphabet, clocks: .equal, writerCount: 3)
    for (author, context) in [(0, ChangeSet.none), (1, .only(0)), (2, .none)] {
      exploration = try #require(
        try exploration.extended(by: author, letter: 0, after: context))
      try exploration.makeLastChange()
    }
    return exploration
  }

  @Test func `a script leads a reader to changes in the order of the place`() throws {
    var exploration = try exploration()
    exploration.place = ExploredPlace(
      replica: exploration.reader, arrived: .only(1), last: .change(0))
    let failure = FoundFailure(exploration, CheckFailure(.spec, replica: 3, "a difference"))
    let lines = ScriptText.lines(of: failure.script).filter { !$0.contains("throws") }
    #expect(lines.count == 9)
    #expect(lines[0].contains("A edits #0"))
    #expect(lines[1].hasSuffix("#0 to B"))
    #expect(lines[2].contains("B edits #1"))
    #expect(lines[3].hasSuffix("#1 to D"))
    #expect(lines[4].hasSuffix("#0 to D"))
    #expect(lines[5].contains("C edits #2"))
    #expect(lines[6].hasSuffix("#0 to E"))
    #expect(lines[7].hasSuffix("#1 to E"))
    #expect(lines[8].hasSuffix("D is examined thoroughly"))
  }

  @Test func `a script leads to a merge`() throws {
    var exploration = try exploration()
    exploration.place = ExploredPlace(
      replica: exploration.reader, arrived: .only(2), last: .state(.first(2), by: .delta))
    let failure = FoundFailure(exploration, CheckFailure(.laws, replica: nil, "a difference"))
    #expect(
      ScriptText.lines(of: failure.script).suffix(2).first?.hasSuffix("D takes in E by delta")
        == true)
    #expect(ScriptRun.run(failure.script).failure == nil)
  }

  @Test func `a replica that differs from the model is found, at the first place that shows it`()
    throws
  {
    var exploration = try exploration()
    exploration.world.model.stores[0].operations[2].amount = 7
    #expect(throws: CheckFailure.self) { try exploration.check() }
    #expect(exploration.place.last == .change(2))
    let explorer = Explorer(
      exploration.alphabet, clocks: .equal, writerCount: 3, changeCount: 3)
    let failure = FoundFailure(exploration, CheckFailure(.spec, replica: 0, "a difference"))
    let lines = ExploredFailure(failure, in: explorer).lines
    #expect(
      lines[0]
        == "FAILED spec: plays (counter), 3 replicas, up to 3 changes, clocks equal, replica A")
    // The documents are right, so the script itself holds.
    #expect(lines[2].contains("found by exploring only"))
    #expect(
      lines.contains { $0.hasSuffix("explore --fields plays --replicas 3 --ops 3 --clocks equal") })
  }
}
