// SPDX-License-Identifier: Apache-2.0

/// The state of a `ReplicatedText`: slots, and the scalar of each visible one.
///
/// A removal is final, so a dead slot needs no scalar any more.
struct TextState: CausalState {
  private(set) var tree = SlotTree()
  private(set) var scalars = ScalarStore()
  /// Why slots are dead, as far as that must be remembered; only where members are declared.
  private(set) var removed = RemovedSlots()

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

  /// Inserts ASCII, whose bytes stand at the top of a number.
  mutating func insert(
    topOf bytes: UInt128, count: Int, _ dot: LocalDot, at placement: Placement,
    _ replicas: ReplicaTable
  ) {
    let content = UInt32(truncatingIfNeeded: scalars.count)
    let isHung =
      tree.goOn(dot, length: count, at: placement, content: content)
      || tree.insert(
        dot, length: count, at: placement, content: content, isVisible: true, replicas: replicas)
    if isHung { scalars.append(topOf: bytes, count: count) }
  }

  /// Copies the slots if others share them.
  mutating func makeUnique() {
    tree.makeUnique()
  }

  /// Inserts text at a position, as a call of the user here; no other shares the slots.
  ///
  /// - Returns: Where the first scalar hangs, its number in the store, and how many they are.
  @inline(__always)
  mutating func insert(
    _ new: String, _ dot: LocalDot, atPosition position: Int
  ) -> (placement: Placement, content: Int, count: Int) {
    let content = scalars.count
    scalars.append(new)
    let count = scalars.count - content
    if count == 0 { return (Placement(parent: .none, side: .right), content, 0) }
    let placement = tree.insertUnshared(
      dot, length: count, atPosition: position, content: UInt32(truncatingIfNeeded: content))
    return (placement, content, count)
  }

  /// Removes scalars where no members are declared: why they are dead nobody has to remember.
  mutating func removeForGood(_ slots: DotRange) {
    tree.removeForGood(slots)
  }

  /// Removes the scalars from a position on, as far as they lie in one run; no other shares the
  /// slots.
  ///
  /// - Returns: Their slots, at least one and at most `limit`.
  @inline(__always)
  mutating func remove(atPosition position: Int, limit: Int) -> DotRange {
    tree.removeUnshared(atPosition: position, limit: limit)
  }

  /// Appends scalars by their numbers, as UTF-8 behind its length.
  ///
  /// Changes nothing here: a call that may is handed the state itself, no copy of its parts.
  @inline(__always)
  mutating func append(_ range: Range<Int>, to bytes: inout [UInt8]) {
    Varint.append(UInt64(scalars.byteCount(of: range)), to: &bytes)
    scalars.appendUTF8(range, to: &bytes)
  }

  /// A scalar by its number, where all are ASCII.
  @inline(__always)
  func letter(_ number: Int) -> UInt8? { scalars.letter(number) }

  /// Ends a series of calls of the user.
  mutating func settle() {
    tree.settle()
  }

  mutating func remove(_ ranges: [DotRange], _ context: WriteContext) {
    var removal = context.dot
    for range in ranges {
      remove(range, by: RemovedSlots.Removal(dot: removal, step: 1), isCleared: false, context)
      removal = removal.advanced(by: range.count)
    }
  }

  /// The slots shown at a range of positions, as ranges of dots in order.
  func slots(at positions: Range<Int>) -> [DotRange] {
    var slots: [DotRange] = []
    tree.forEachVisibleRun(at: positions) { dot, _, count in
      slots.append(DotRange(first: dot, count: count))
    }
    return slots
  }

  mutating func clear(_ context: WriteContext) {
    var seen: [DotRange] = []
    tree.forEachRun { run in
      guard run.isVisible || context.tracksRemovals else { return }
      let known = context.seen[run.dot.replica]
      guard known >= run.dot.counter else { return }
      let number = Swift.min(UInt64(run.count), known - run.dot.counter + 1)
      seen.append(DotRange(first: run.dot, count: Int(truncatingIfNeeded: number)))
    }
    for range in seen {
      remove(range, by: RemovedSlots.Removal(dot: context.dot, step: 0), isCleared: true, context)
    }
  }

  private mutating func remove(
    _ slots: DotRange, by removal: RemovedSlots.Removal, isCleared: Bool, _ context: WriteContext
  ) {
    if context.tracksRemovals {
      removed.add(removal, to: slots, seen: context.seen, isCleared: isCleared)
      for part in visibleParts(of: slots) {
        let offset = part.first.distance(from: slots.first)
        removed.insert(
          RemovedSlots.Part(slots: part, removals: [removal.from(offset)], isCleared: isCleared))
      }
    }
    tree.removeForGood(slots)
  }

  private func visibleParts(of slots: DotRange) -> [DotRange] {
    var parts: [DotRange] = []
    tree.forEachPart(of: slots) { run, offset, count in
      guard run.isVisible else { return }
      parts.append(DotRange(first: run.dot.advanced(by: offset), count: count))
    }
    return parts
  }

  mutating func join(_ other: TextState, _ join: JoinContext) {
    var added: [(slots: DotRange, content: UInt32)] = []
    var addedDead: [DotRange] = []
    tree.formUnion(other.tree, join) { slots, source, offset in
      if source.isVisible {
        added.append((slots, source.content(at: offset)))
      } else {
        addedDead.append(slots)
      }
    }
    for (slots, content) in added {
      let first = UInt32(truncatingIfNeeded: scalars.count)
      for number in Int(content)..<Int(content) + slots.count {
        scalars.append(other.scalars[number])
      }
      tree.show(slots.first, length: slots.count, content: first)
    }
    if join.tracksRemovals { joinRemoved(other, addedDead, join) }
    other.tree.forEachRun { run in
      if !run.isVisible {
        tree.removeForGood(DotRange(first: join.mapped(run.dot), count: run.count))
      }
    }
    if join.tracksRemovals { hideWhatOtherDropped(other, join) }
  }

  /// Joins why slots are dead that are dead on the other side, before they are hidden here.
  private mutating func joinRemoved(
    _ other: TextState, _ added: [DotRange], _ join: JoinContext
  ) {
    var theirs = RemovedSlots()
    for part in other.removed.parts {
      var part = part
      part.slots.first = join.mapped(part.slots.first)
      part.removals = part.removals.map {
        RemovedSlots.Removal(dot: join.mapped($0.dot), step: $0.step)
      }
      theirs.insert(part)
    }
    var new = added
    other.tree.forEachRun { run in
      guard !run.isVisible else { return }
      let slots = DotRange(first: join.mapped(run.dot), count: run.count)
      new += visibleParts(of: slots)
      // What the other side has dead without a reason to remember was settled there.
      for part in removed.parts(in: slots) {
        for gap in theirs.gaps(in: part.slots) { removed.forget(gap) }
      }
    }
    for part in theirs.parts { removed.join(part) }
    for slots in new {
      for part in theirs.parts(in: slots) { removed.insert(part) }
    }
  }

  /// Hides the slots that the other side has applied and does not have: they were dropped there.
  private mutating func hideWhatOtherDropped(_ other: TextState, _ join: JoinContext) {
    var dropped: [DotRange] = []
    tree.forEachRun { run in
      let slots = DotRange(first: run.dot, count: run.count)
      dropped += join.partsDropped(of: slots, in: other.tree)
    }
    for slots in dropped {
      tree.removeForGood(slots)
      removed.forget(slots)
    }
  }

  // MARK: Collecting

  /// Where a new slot must hang to stand at a position.
  func placement(at position: Int, _ placing: PlacingContext) -> Placement {
    guard let cut = placing.cut else { return tree.placement(at: position) }
    return tree.placement(at: position) { run in
      removed.firstKept(in: DotRange(first: run.dot, count: run.count), under: cut)
    }
  }

  /// Drops what a cut settles.
  mutating func collect(_ collection: inout GarbageCollection) {
    removed.forgetCovered(by: collection.cut)
    let removed = removed
    collection.slotCount += DeadSlots.dropChildless(from: &tree) { run, offset in
      removed.isEmpty || !removed.contains(run.dot.advanced(by: offset))
    }
    if scalars.count > tree.count { dropScalars() }
  }

  /// Forgets the scalars of dead slots.
  private mutating func dropScalars() {
    let old = scalars
    var new = ScalarStore()
    DeadSlots.renumberContents(in: &tree) { run in
      guard run.isVisible else { return Run.noContent }
      let first = UInt32(truncatingIfNeeded: new.count)
      for number in Int(run.content)..<Int(run.content) + run.count { new.append(old[number]) }
      return first
    }
    scalars = new
  }

  /// Puts what a snapshot holds in place of the empty state.
  mutating func restore(
    _ tree: SlotTree, _ scalars: ScalarStore, _ removed: RemovedSlots = RemovedSlots()
  ) {
    self.tree = tree
    self.removed = removed
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
