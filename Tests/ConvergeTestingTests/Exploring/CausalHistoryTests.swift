// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

@Suite struct CausalHistoryTests {
  private func histories(writers: Int, changes: Int) -> [CausalHistory] {
    var histories = [CausalHistory(writerCount: writers)]
    for _ in 0..<changes {
      histories = histories.flatMap { history in
        history.extensions().map { author, context in
          var longer = history
          longer.append(CausalHistory.Entry(author: author, letter: 0, context: context))
          return longer
        }
      }
    }
    return histories
  }

  /// With two writers they are counted by the Catalan numbers: 2, 5, 14, 42, 132.
  @Test(arguments: [(2, 1, 2), (2, 2, 5), (2, 3, 14), (2, 5, 132), (3, 1, 3), (3, 2, 12)])
  func `there are as many causal histories as counted by hand`(
    writers: Int, changes: Int, count: Int
  ) {
    #expect(histories(writers: writers, changes: changes).count == count)
  }

  @Test func `a change stands before one of a later writer that it could stand before`() {
    var history = CausalHistory(writerCount: 2)
    history.append(CausalHistory.Entry(author: 1, letter: 0, context: .none))
    let extensions = history.extensions()
    // The first writer, when it has applied nothing, would have come first.
    #expect(extensions.map(\.author) == [0, 1])
    #expect(extensions.map(\.context) == [.only(0), .only(0)])
  }

  @Test func `what depends on something missing waits`() {
    var history = CausalHistory(writerCount: 2)
    history.append(CausalHistory.Entry(author: 0, letter: 0, context: .none))
    history.append(CausalHistory.Entry(author: 0, letter: 0, context: .only(0)))
    history.append(CausalHistory.Entry(author: 1, letter: 0, context: .first(2)))
    #expect(history.applied(of: .only(1)) == .none)
    #expect(history.applied(of: ChangeSet.only(0).inserting(2)) == .only(0))
    #expect(history.past(of: .only(2)) == .first(3))
    #expect(history.ways(into: .first(3), at: history.reader) == [2, 1, 0])
    #expect(history.arrivals(of: .first(3), at: history.reader) == [0, 1, 2])
    #expect(history.arrivalOrderCount(at: history.reader) == 6)
    // The second writer makes the last change after both of the first, which come in either order.
    #expect(history.arrivalOrderCount(at: 1) == 2)
    #expect(!history.canHold(.only(2), at: 1))
    #expect(!history.canHold(.only(1), at: 0))
  }
}
