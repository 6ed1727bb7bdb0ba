// SPDX-License-Identifier: Apache-2.0

/// The places of a sequence, in an order on which all replicas agree, whatever they hold.
///
/// Fugue (Matthew Weidner and Martin Kleppmann, "The Art of the Fugue: Minimizing Interleaving in
/// Collaborative Text Editing", 2023, https://arxiv.org/abs/2305.00583, algorithm 1): a slot is a
/// dot, a parent slot or the root, and a side. The sequence is the traversal: left children, the
/// slot, right children, where children of one side ascend by dot. It departs from the paper in
/// ordering such siblings by the whole dot, in keeping slots in runs, and in knowing nothing of
/// the content but a number for each slot.
///
/// A slot is visible or dead. Dead slots stay, since later slots may hang on them.
///
/// No operation recurses. With *n* runs, finding a slot by position or by dot, placing, showing
/// and hiding are O(log *n*); placing among siblings that were made at the same time by others
/// adds the number of those siblings, and of the runs along the edge of one's subtree.
///
/// A value of which copies share one `RunTree` until one of them changes.
struct SlotTree: Sendable {
  private static let empty = SharedCell(RunTree())

  private var storage: SharedCell<RunTree>

  init() {
    storage = Self.empty
  }

  init(_ tree: consuming RunTree) {
    storage = SharedCell(tree)
  }

  /// The runs, to be looked at.
  var tree: RunTree {
    @inline(__always) _read { yield storage.value }
  }

  /// Changes the runs, after a copy when others share them.
  @inline(__always)
  mutating func update<Result>(_ change: (inout RunTree) -> Result) -> Result {
    if !isKnownUniquelyReferenced(&storage) { storage = SharedCell(storage.value.copy()) }
    return change(&storage.value)
  }

  /// The runs, to be changed where no others share them: after `makeUnique`, as long as no copy was
  /// made.
  private var unique: RunTree {
    @inline(__always) _read { yield storage.value }
    @inline(__always) _modify { yield &storage.value }
  }

  /// Copies the runs if others share them.
  mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) { storage = SharedCell(storage.value.copy()) }
  }

  /// The number of visible slots.
  var count: Int { tree.order.totalWeight }

  /// Whether the tree has no slot at all, visible or dead.
  var hasNoSlots: Bool { tree.order.isEmpty }

  // MARK: Finding

  /// Whether the tree has a slot, visible or dead.
  func contains(_ dot: LocalDot) -> Bool { tree.find(dot) != nil }

  /// The content of a slot, visible or dead, or nil when the tree does not have it.
  func content(of dot: LocalDot) -> UInt32? {
    guard let (run, offset) = tree.find(dot) else { return nil }
    return tree.runs[run].content(at: offset)
  }

  /// The visible slot at a position and its content.
  ///
  /// - Precondition: `position` is from 0 up to, not including, `count`.
  func slot(at position: Int) -> (dot: LocalDot, content: UInt32) { tree.slot(at: position) }

  /// The position of a slot among the visible ones, or nil when it is dead or unknown.
  func position(of dot: LocalDot) -> Int? { tree.position(of: dot) }

  /// Where a new slot must hang to stand at a position of the visible content.
  ///
  /// With L the visible slot before the position, or the root: a right child of L when L has no
  /// right child, else a left child of the slot that follows L in the traversal. Dead slots
  /// count: passing over them would put a character behind what another replica typed there.
  ///
  /// - Precondition: `position` is from 0 up to and including `count`.
  func placement(at position: Int) -> Placement { tree.placement(at: position) }

  // MARK: Changing

  /// Adds slots that follow one another, the first hung where its author said, each next a right
  /// child of the one before.
  ///
  /// The tree must not have them yet. `content` is the number of the first one's, or
  /// `Run.noContent` for all.
  ///
  /// - Returns: Whether the parent is there; without it nothing is added.
  @discardableResult
  mutating func insert(
    _ dot: LocalDot, length: Int, at placement: Placement, content: UInt32, isVisible: Bool,
    replicas: ReplicaTable
  ) -> Bool {
    update { tree in
      defer { tree.order.settle() }
      return tree.insert(
        dot, length: length, at: placement, content: content, isVisible: isVisible,
        replicas: replicas)
    }
  }

  /// Adds visible slots that go on from the end of the run that was added to last.
  ///
  /// - Returns: Whether they do; else nothing was done.
  @inline(__always)
  mutating func goOn(
    _ dot: LocalDot, length: Int, at placement: Placement, content: UInt32
  ) -> Bool {
    update { $0.goOnFromRecent(dot, length: length, at: placement, content: content) }
  }

  /// Adds visible slots at a position, and says where the first one hangs.
  ///
  /// Until `settle` is called, nothing else may be asked but the count, and positions only by this
  /// call and `remove`.
  ///
  /// - Complexity: O(1) near the last edit, else O(log *n*) in the number of runs.
  /// - Precondition: `position` is from 0 up to and including `count`.
  mutating func insert(
    _ dot: LocalDot, length: Int, atPosition position: Int, content: UInt32
  ) -> Placement {
    update { $0.insert(dot, length: length, atPosition: position, content: content) }
  }

  /// The same where no other shares the runs.
  @inline(__always)
  mutating func insertUnshared(
    _ dot: LocalDot, length: Int, atPosition position: Int, content: UInt32
  ) -> Placement {
    unique.insert(dot, length: length, atPosition: position, content: content)
  }

  /// Hides for good the slots from a position on, as far as they lie in one run, where no other
  /// shares the runs.
  ///
  /// The same holds as for `insert` at a position.
  ///
  /// - Returns: The slots hidden, at least one and at most `limit`.
  /// - Precondition: `position` is from 0 up to, not including, `count`.
  @inline(__always)
  mutating func removeUnshared(atPosition position: Int, limit: Int) -> DotRange {
    unique.remove(atPosition: position, limit: limit)
  }

  /// Hides the slot at a position and adds a visible one with its content at another, counted
  /// without the first.
  ///
  /// The same holds as for `insert` at a position.
  ///
  /// - Returns: The content, and where the new slot hangs.
  /// - Precondition: Both positions are from 0 up to, not including, `count`.
  mutating func move(
    from source: Int, to target: Int, _ dot: LocalDot
  ) -> (content: UInt32, placement: Placement) {
    update { $0.move(from: source, to: target, dot) }
  }

  /// Whether no series of calls at positions is under way.
  var isSettled: Bool { tree.order.isSettled }

  /// Ends a series of calls at positions.
  mutating func settle() {
    if !isSettled { update { $0.order.settle() } }
  }

  /// Shows or hides slots with consecutive counters; those that the tree does not have, or that
  /// are so already, are passed over.
  mutating func setVisible(_ isVisible: Bool, _ dot: LocalDot, length: Int = 1) {
    update { tree in
      tree.setVisible(isVisible, DotRange(first: dot, count: length))
      tree.order.settle()
    }
  }

  /// Hides slots for good: their contents are forgotten.
  mutating func removeForGood(_ range: DotRange) {
    update { tree in
      tree.setVisible(false, range, keepsContent: false)
      tree.order.settle()
    }
  }

  /// Shows slots that follow one another, with contents that do.
  mutating func show(_ dot: LocalDot, length: Int = 1, content: UInt32) {
    update { tree in
      tree.show(DotRange(first: dot, count: length), content: content)
      tree.order.settle()
    }
  }

  /// Gives a slot a content without showing or hiding it.
  mutating func setContent(_ content: UInt32, of dot: LocalDot) {
    update { tree in
      tree.setContent(content, of: dot)
      tree.order.settle()
    }
  }

  /// Adds the slots of another tree that this one has not applied, dead and without content.
  ///
  /// `added` is called with each range of new slots, in the dots of this tree, and the run of the
  /// other tree and the offset in it that they come from.
  mutating func formUnion(
    _ other: SlotTree, _ join: JoinContext,
    added: (_ slots: DotRange, _ source: Run, _ offset: Int) -> Void = { _, _, _ in }
  ) {
    if other.storage === storage { return }
    update { tree in
      tree.formUnion(other.storage.value, join, added: added)
      tree.order.settle()
    }
  }

  // MARK: Traversal

  /// Calls a closure with each run, in order.
  ///
  /// - Complexity: O(*n*) in the number of runs.
  func forEachRun(_ body: (Run) -> Void) {
    tree.forEachRun { _, run in body(run) }
  }

  /// Calls a closure with each stretch of visible slots, in order.
  ///
  /// - Complexity: O(*n*) in the number of runs.
  func forEachVisibleRun(_ body: (_ dot: LocalDot, _ content: UInt32, _ count: Int) -> Void) {
    tree.forEachRun { _, run in
      if run.isVisible { body(run.dot, run.content, run.count) }
    }
  }

  /// Calls a closure with the visible slots at a range of positions, stretch by stretch.
  func forEachVisibleRun(
    at positions: Range<Int>, _ body: (_ dot: LocalDot, _ content: UInt32, _ count: Int) -> Void
  ) {
    tree.forEachVisibleRun(at: positions, body)
  }

  /// Calls a closure with each part of a run that lies in a range of dots.
  ///
  /// Hostile ranges may name what never was: gaps are passed over in one step each.
  func forEachPart(of range: DotRange, _ body: (_ run: Run, _ offset: Int, _ count: Int) -> Void) {
    var done = 0
    while let (run, offset, count) = tree.part(of: range, from: &done) {
      body(tree.runs[run], offset, count)
      done += count
    }
  }
}

extension SlotTree: InvariantChecked {
  /// Throws when a hidden rule of the structure is broken.
  ///
  /// - Complexity: O(*n* log *n*) in the number of runs.
  func verifyInvariants() throws(InvariantViolation) { try tree.verifyInvariants() }
}
