// SPDX-License-Identifier: Apache-2.0

extension RunTree {
  /// Adds the slots of another tree that this one has not applied, dead and without content.
  ///
  /// Slots that the version vector covers are here already, or were dropped for good. What the
  /// new ones show, the datatype decides: `added` is called with each range of new slots, in the
  /// dots of this tree, and the run of the other tree and the offset in it that they come from.
  mutating func formUnion(
    _ other: borrowing RunTree, _ join: JoinContext,
    added: (_ slots: DotRange, _ source: Run, _ offset: Int) -> Void
  ) {
    for number in other.runsParentsFirst() {
      let run = other.runs[number]
      let dot = join.mapped(run.dot)
      for part in Self.unknownParts(of: DotRange(first: dot, count: run.count), join) {
        let offset = part.first.distance(from: dot)
        let placement =
          offset == 0
          ? Placement(parent: join.mapped(run.parent), side: run.side)
          : Placement(parent: part.first.advanced(by: -1), side: .right)
        _ = insert(
          part.first, length: part.count, at: placement, content: Run.noContent,
          isVisible: false, replicas: join.replicas)
        added(part, run, offset)
      }
    }
  }

  /// The parts of a run of the other side that this side has not applied: usually its end.
  private static func unknownParts(of slots: DotRange, _ join: JoinContext) -> [DotRange] {
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
