// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

@Suite struct ExplorerTests {
  private static func explore(
    _ alphabet: ExploredAlphabet, _ clocks: ExploredClocks = .equal, writers: Int, changes: Int
  ) -> ExplorationResult {
    let explorer = Explorer(
      alphabet, clocks: clocks, writerCount: writers, changeCount: changes)
    var result = ExplorationResult()
    for part in 0..<explorer.partCount { result += explorer.explorePart(part) }
    return result
  }

  /// An alphabet of the first so many calls on a flag, which can always be made.
  private static func flag(letters: Int) throws -> ExploredAlphabet {
    var alphabet = try #require(ExploredAlphabet.all.first { $0.field.kind == .flag })
    alphabet.letters.removeLast(alphabet.letters.count - letters)
    return alphabet
  }

  @Test func `an alphabet for every datatype, of at most four calls`() {
    let kinds = Set(ExploredAlphabet.all.map(\.field.kind))
    #expect(kinds == Set(DatatypeKind.allCases))
    for alphabet in ExploredAlphabet.all {
      #expect((1...ExploredAlphabet.limit).contains(alphabet.letters.count))
      #expect(Set(alphabet.letterNames).count == alphabet.letters.count)
    }
  }

  @Test(arguments: ExploredAlphabet.all.map(\.field.name))
  func `two replicas with two changes hold in every history`(field: String) throws {
    let alphabet = try #require(ExploredAlphabet.all.first { $0.field.name == field })
    let result = Self.explore(alphabet, .skewed, writers: 2, changes: 2)
    #expect(result.counts.failures == 0, "\(result.failures)")
    let letters = alphabet.letters.count
    // Calls that find nothing to be called on make no history.
    if ![.list, .text].contains(alphabet.field.kind) {
      #expect(result.counts.histories == [0, 2 * letters, 5 * letters * letters])
    }
  }

  @Test(arguments: [(2, 1, 1), (2, 2, 2), (2, 1, 3), (3, 1, 2)])
  func `what is visited is what can happen, each once`(
    writers: Int, letters: Int, changes: Int
  ) throws {
    let all = AllInterleavings(
      writerCount: writers, letterCount: letters, changeCount: changes)
    let counts = Self.explore(
      try Self.flag(letters: letters), writers: writers, changes: changes
    ).counts
    #expect(counts.historyCount == all.histories.count)
    let arrivals = all.arrivals
    let states = Dictionary(grouping: arrivals) {
      AllInterleavings.State(history: $0.history, replica: $0.replica, arrived: Set($0.order))
    }
    #expect(counts.states == states.count)
    #expect(
      counts.ways == states.values.reduce(0) { $0 + Set($1.map { $0.order.last }).count })
    #expect(counts.orders == arrivals.count { $0.order.count == $0.history.count })
  }

  @Test func `the result does not depend on the number of jobs`() async throws {
    let explorer = Explorer(
      try Self.flag(letters: 2), clocks: .equal, writerCount: 2, changeCount: 2)
    let alone = await explorer.explore(jobs: 1)
    let shared = await explorer.explore(jobs: 4)
    #expect(alone.counts == shared.counts)
    #expect(alone.counts.histories == [0, 4, 20])
  }
}
