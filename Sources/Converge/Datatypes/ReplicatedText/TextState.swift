// SPDX-License-Identifier: Apache-2.0

/// The state of a `ReplicatedText`: slots, and the scalar of each visible one.
///
/// A removal is final, so a dead slot needs no scalar any more.
struct TextState: CausalState {
  private(set) var tree = SlotTree()
  private(set) var scalars = ScalarStore()

  var isVacant: Bool { tree.hasNoSlots }

  /// The number of visible scalars.
  var count: Int { tree.count }

  mutating func insert(
    _ new: TextPiece, at placement: Placement, _ context: WriteContext
  ) {
    let content = UInt32(truncatingIfNeeded: scalars.count)
    let isHung = tree.insert(
      context.dot, length: new.scalarCount, at: placement, content: content, isVisible: true,
      replicas: context.replicas)
    if isHung { scalars.append(new) }
  }

  /// Inserts scalars that stand as UTF-8 in bytes.
  mutating func insert(
    _ bytes: [UInt8], _ utf8: Range<Int>, count: Int, _ dot: LocalDot, at placement: Placement,
    _ replicas: ReplicaTable
  ) {
    let content = UInt32(truncatingIfNeeded: scalars.count)
    let isHung = tree.insert(
      dot, length: count, at: placement, content: content, isVisible: true, replicas: replicas)
    if isHung { scalars.append(bytes, utf8, count: count) }
  }

  mutating func remove(_ slots: DotRange) {
    tree.removeForGood(slots)
  }

  /// Inserts text at a position, as a call of the user here.
  ///
  /// - Returns: Where the first scalar hangs, its number in the store, and how many they are.
  @inline(__always)
  mutating func insert(
    _ new: String, _ dot: LocalDot, atPosition position: Int
  ) -> (placement: Placement, content: Int, count: Int) {
    let content = scalars.count
    scalars.append(new)
    let count = scalars.count - content
    let placement = tree.insert(
      dot, length: count, atPosition: position, content: UInt32(truncatingIfNeeded: content))
    return (placement, content, count)
  }

  /// Removes the scalars from a position on, as far as they lie in one run.
  ///
  /// - Returns: Their slots, at least one and at most `limit`.
  @inline(__always)
  mutating func remove(atPosition position: Int, limit: Int) -> DotRange {
    tree.remove(atPosition: position, limit: limit)
  }

  /// Ends a series of calls of the user.
  mutating func settle() {
    tree.settle()
  }

  mutating func remove(_ ranges: [DotRange]) {
    for range in ranges { tree.removeForGood(range) }
  }

  /// The slots shown at a range of positions, as ranges of dots in order.
  func slots(at positions: Range<Int>) -> [DotRange] {
    var slots: [DotRange] = []
    tree.forEachVisibleRun(at: positions) { dot, _, count in
      slots.append(DotRange(first: dot, count: count))
    }
    return slots
  }

  mutating func clear(seenBy context: LocalVersionVector, _ replicas: ReplicaTable) {
    var seen: [DotRange] = []
    tree.forEachVisibleRun { dot, _, count in
      let known = context[dot.replica]
      guard known >= dot.counter else { return }
      let number = Swift.min(UInt64(count), known - dot.counter + 1)
      seen.append(DotRange(first: dot, count: Int(truncatingIfNeeded: number)))
    }
    remove(seen)
  }

  mutating func join(_ other: TextState, _ join: JoinContext) {
    var added: [(slots: DotRange, content: UInt32)] = []
    tree.formUnion(other.tree, join) { slots, source, offset in
      if source.isVisible { added.append((slots, source.content(at: offset))) }
    }
    for (slots, content) in added {
      let first = UInt32(truncatingIfNeeded: scalars.count)
      for number in Int(content)..<Int(content) + slots.count {
        scalars.append(other.scalars[number])
      }
      tree.show(slots.first, length: slots.count, content: first)
    }
    other.tree.forEachRun { run in
      if !run.isVisible { remove([DotRange(first: join.mapped(run.dot), count: run.count)]) }
    }
  }

  /// Puts what a snapshot holds in place of the empty state.
  mutating func restore(_ tree: SlotTree, _ scalars: ScalarStore) {
    self.tree = tree
    self.scalars = scalars
  }

  /// The text at a range of positions, as UTF-8.
  func utf8(at positions: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(positions.count)
    tree.forEachVisibleRun(at: positions) { _, content, count in
      scalars.appendUTF8(Int(content)..<Int(content) + count, to: &bytes)
    }
    return bytes
  }

  func verifyInvariants() throws(InvariantViolation) {
    try tree.verifyInvariants()
    var last = 0
    tree.forEachVisibleRun { _, content, count in last = Swift.max(last, Int(content) + count) }
    try InvariantViolation.check(last <= scalars.count, "A visible slot has no scalar.")
  }
}
