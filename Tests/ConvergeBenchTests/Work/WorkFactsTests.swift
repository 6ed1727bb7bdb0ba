// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Testing

@testable import converge_bench

@Suite struct WorkFactsTests {
  private func expectRight(_ facts: WorkFacts) throws {
    let expected = try #require(ExpectedFacts.builtIn[facts.name], "\(facts.name)")
    #expect(facts.difference(from: expected) == nil)
  }

  @Test(arguments: 1...11) func `the streams of B1 are those of the other programs`(
    number: Int
  ) throws {
    try expectRight(EditWork(b1: number).facts(b1: number))
  }

  @Test(arguments: 1...4) func `the streams of B2 are those of the other programs`(
    number: Int
  ) throws {
    let sides = [EditWork(b2: number, side: 1), EditWork(b2: number, side: 2)]
    try expectRight(EditWork.facts(b2: number, sides))
  }

  @Test func `the moves of W6 and what they lead to are those of the other programs`() throws {
    let result = ListWork.moved(ListWork.items, by: ListWork.localMoves)
    for facts in ListWork.facts(result: result) { try expectRight(facts) }
  }

  @Test func `the sets and toggles of W7 are those of the other programs`() throws {
    try expectRight(MapWork.settingsFacts)
    try expectRight(MapWork.favoritesFacts)
  }

  @Test func `a fact that differs is told with both values`() {
    let facts = WorkFacts("B3", [("clients", .integer(1_540))])
    #expect(facts.difference(from: .object([])) == nil)
    #expect(
      facts.difference(from: .object([JSONMember("clients", .integer(2))]))
        == "B3: clients is 1540, not 2")
    #expect(
      facts.difference(from: .object([JSONMember("ops", .integer(2))]))
        == "B3: ops is nothing, not 2")
  }

  @Test func `a checksum is FNV-1a with 64 bits`() {
    #expect(Checksum.of("") == "cbf29ce484222325")
    #expect(Checksum.of("a") == "af63dc4c8601ec8c")
  }
}
