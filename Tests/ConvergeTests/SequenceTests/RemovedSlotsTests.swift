// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

@Suite("Removed slots")
struct RemovedSlotsTests {
  private func dot(_ counter: UInt64, of replica: Int = 0) -> LocalDot {
    LocalDot(replica: replica, counter: counter)
  }

  private func part(
    _ first: UInt64, _ count: Int, by removal: UInt64, step: Int = 1
  ) -> RemovedSlots.Part {
    RemovedSlots.Part(
      slots: DotRange(first: dot(first), count: count),
      removals: [RemovedSlots.Removal(dot: dot(removal, of: 1), step: step)])
  }

  @Test func `typing over and backspacing stay one part`() {
    var forwards = RemovedSlots()
    var backwards = RemovedSlots()
    for step in 0..<5 as Range<UInt64> {
      forwards.insert(part(10 + step, 1, by: 1 + step))
      backwards.insert(part(20 - step, 1, by: 1 + step))
    }
    #expect(forwards.parts == [part(10, 5, by: 1)])
    #expect(backwards.parts == [part(16, 5, by: 5, step: -1)])
  }

  @Test func `a cut retires the slots that it covers with a removal`() {
    var removed = RemovedSlots()
    removed.insert(part(1, 6, by: 1))
    let cut = LocalVersionVector([4, 2])
    #expect(removed.firstKept(in: DotRange(first: dot(1), count: 6), under: cut) == 2)
    removed.forgetCovered(by: cut)
    #expect(RemovedSlots.canonical(removed.parts) == [part(3, 4, by: 3)])
    removed.forgetCovered(by: LocalVersionVector([6, 6]))
    #expect(removed.isEmpty)
  }

  @Test func `a second removal counts unless it has seen the first`() {
    var removed = RemovedSlots()
    removed.insert(part(1, 3, by: 1))
    let other = RemovedSlots.Removal(dot: dot(1, of: 2), step: 1)
    removed.add(
      other, to: DotRange(first: dot(1), count: 3), seen: LocalVersionVector([3, 1]),
      isCleared: false)
    // The first slot's removal was seen, those of the others were not.
    #expect(removed.parts.map(\.removals.count) == [1, 2])
    removed.forgetCovered(by: LocalVersionVector([3, 0, 2]))
    #expect(removed.parts.map(\.slots.count) == [1, 1])
    #expect(removed.contains(dot(1)) && !removed.contains(dot(2)) && removed.contains(dot(3)))
  }

  @Test func `parts have one canonical form`() {
    let pieces = [part(1, 1, by: 5), part(2, 1, by: 4), part(3, 1, by: 5), part(4, 2, by: 6)]
    let canonical = RemovedSlots.canonical(pieces)
    #expect(canonical == [part(1, 2, by: 5, step: -1), part(3, 3, by: 5)])
    #expect(
      RemovedSlots.canonical([part(1, 1, by: 5), part(2, 2, by: 4, step: 1), part(4, 2, by: 6)])
        == canonical)
  }
}
