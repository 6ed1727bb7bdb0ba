// SPDX-License-Identifier: Apache-2.0

extension SlotTree {
  /// Calls a closure with each stretch of visible slots, in order.
  ///
  /// - Complexity: O(*n*) in the number of runs.
  func forEachVisibleRun(_ body: (_ dot: LocalDot, _ content: UInt32, _ count: Int) -> Void) {
    var number = order.first
    while number != RunOrder.none {
      let run = runs[Int(number)]
      if run.isVisible { body(run.dot, run.content, run.count) }
      number = order.next(number)
    }
  }

  /// Calls a closure with each run, in order.
  func forEachRun(_ body: (Run) -> Void) {
    var number = order.first
    while number != RunOrder.none {
      body(runs[Int(number)])
      number = order.next(number)
    }
  }

  /// Calls a closure with the visible slots at a range of positions, stretch by stretch.
  func forEachVisibleRun(
    at positions: Range<Int>, _ body: (_ dot: LocalDot, _ content: UInt32, _ count: Int) -> Void
  ) {
    guard !positions.isEmpty else { return }
    var (number, offset) = order.run(at: positions.lowerBound)
    var remaining = positions.count
    while remaining > 0 {
      let run = runs[Int(number)]
      if run.isVisible {
        let step = Swift.min(remaining, run.count - offset)
        body(run.dot.advanced(by: offset), run.content(at: offset), step)
        remaining -= step
      }
      offset = 0
      number = order.next(number)
    }
  }

  /// The runs, each after the run that it hangs on.
  ///
  /// - Complexity: O(*n*) in the number of runs, with a stack of its own.
  func runsParentsFirst() -> [UInt32] {
    var result: [UInt32] = []
    result.reserveCapacity(runs.count - freeRuns.count)
    var waiting = [firstOfRoot]
    while let head = waiting.popLast() {
      var number = head
      while number != RunOrder.none {
        result.append(number)
        waiting.append(runs[Int(number)].firstLeft)
        waiting.append(runs[Int(number)].firstRight)
        number = runs[Int(number)].nextSibling
      }
    }
    return result
  }

  /// Adds the slots of another tree that this one has not applied, dead and without content.
  ///
  /// Slots that the version vector covers are here already, or were dropped for good. What the
  /// new ones show, the datatype decides: `added` is called with each range of new slots, in the
  /// dots of this tree, and the run of the other tree and the offset in it that they come from.
  mutating func formUnion(
    _ other: SlotTree, _ join: JoinContext,
    added: (_ slots: DotRange, _ source: Run, _ offset: Int) -> Void = { _, _, _ in }
  ) {
    for number in other.runsParentsFirst() {
      let run = other.runs[Int(number)]
      let dot = join.mapped(run.dot)
      for part in unknownParts(of: DotRange(first: dot, count: run.count), join) {
        let offset = part.first.distance(from: dot)
        let placement =
          offset == 0
          ? Placement(parent: join.mapped(run.parent), side: run.side)
          : Placement(parent: part.first.advanced(by: -1), side: .right)
        insert(
          part.first, length: part.count, at: placement, content: Run.noContent,
          isVisible: false, replicas: join.replicas)
        added(part, run, offset)
      }
    }
  }

  /// The parts of a run of the other side that this side has not applied: usually its end.
  private func unknownParts(of slots: DotRange, _ join: JoinContext) -> [DotRange] {
    var parts: [DotRange] = []
    let known = join.mine[slots.first.replica]
    for unread in join.unreadByMe where unread.overlaps(slots) {
      let first = Swift.max(unread.first.bits, slots.first.bits)
      let last = Swift.min(unread.last.bits, slots.last.bits)
      parts.append(
        DotRange(first: LocalDot(bits: first), count: Int(truncatingIfNeeded: last - first) + 1))
    }
    if known < slots.last.counter {
      let skipped =
        known < slots.first.counter ? 0 : Int(truncatingIfNeeded: known - slots.first.counter) + 1
      parts.append(
        DotRange(first: slots.first.advanced(by: skipped), count: slots.count - skipped))
    }
    return parts
  }
}
