// SPDX-License-Identifier: Apache-2.0

extension JoinContext {
  /// The parts of slots of this side that the other side has applied and does not have.
  ///
  /// - Complexity: O(log *n*) for each run of the other tree in the range.
  func partsDropped(of slots: DotRange, in other: SlotTree) -> [DotRange] {
    let known = theirs[slots.first.replica]
    guard known >= slots.first.counter, let number = numbers.firstIndex(of: slots.first.replica)
    else { return [] }
    let count = Swift.min(UInt64(slots.count), known - slots.first.counter + 1)
    let range = DotRange(
      first: LocalDot(replica: number, counter: slots.first.counter),
      count: Int(truncatingIfNeeded: count))
    var dropped: [DotRange] = []
    var next = 0
    func add(upTo end: Int) {
      guard end > next else { return }
      let gap = DotRange(first: slots.first.advanced(by: next), count: end - next)
      if unreadByThem.allSatisfy({ !$0.overlaps(gap) }) { dropped.append(gap) }
    }
    other.forEachPart(of: range) { run, offset, count in
      let start = run.dot.advanced(by: offset).distance(from: range.first)
      add(upTo: start)
      next = start + count
    }
    add(upTo: range.count)
    return dropped
  }
}
