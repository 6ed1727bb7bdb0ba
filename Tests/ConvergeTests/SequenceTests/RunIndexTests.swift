// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct RunIndexTests {
  private func run(at counter: UInt64) -> Run {
    Run(
      dot: LocalDot(replica: 0, counter: counter), parent: .none, length: 1, content: 0,
      side: .right, isVisible: true)
  }

  private func check(
    _ index: borrowing RunIndex, _ runs: borrowing Slab<Run>, _ numbers: [UInt32],
    upTo end: UInt64
  ) {
    let runOfNumber = runs.array
    let sorted = numbers.sorted {
      runOfNumber[Int($0)].dot.counter < runOfNumber[Int($1)].dot.counter
    }
    var place = 0
    for counter in 0...end {
      while place < sorted.count, runOfNumber[Int(sorted[place])].dot.counter <= counter {
        place += 1
      }
      let before = index.run(atOrBefore: LocalDot(bits: counter), in: runs)
      #expect(before == (place > 0 ? sorted[place - 1] : nil))
      let after = index.run(after: LocalDot(bits: counter), in: runs)
      #expect(after == (place < sorted.count ? sorted[place] : nil))
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `runs are found by counter, in whatever order they come and go`(seed: UInt64) {
    var random = ValueGenerator(seed: seed)
    var index = RunIndex()
    var runs = Slab<Run>()
    var present: [UInt32] = []
    var counters = Array(1...2_000 as ClosedRange<UInt64>)
    // The first half as one types, the rest anywhere.
    for step in 0..<1_200 {
      if step % 5 == 4 {
        let number = present.remove(at: random.number(below: present.count))
        index.remove(number, in: runs)
      } else {
        let place = step < 400 ? 0 : random.number(below: counters.count)
        runs.append(run(at: counters.remove(at: place)))
        index.insert(UInt32(runs.count - 1), in: runs)
        present.append(UInt32(runs.count - 1))
      }
    }
    check(index, runs, present, upTo: 2_001)
    for number in present { index.remove(number, in: runs) }
    check(index, runs, [], upTo: 3)
  }

  @Test func `an index of nothing finds nothing`() {
    check(RunIndex(), Slab(), [], upTo: 2)
  }
}
