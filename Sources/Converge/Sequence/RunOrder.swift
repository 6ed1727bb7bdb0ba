// SPDX-License-Identifier: Apache-2.0

/// The runs of a sequence in document order, found by visible position.
///
/// A B+tree of small numbers in flat slabs: a leaf lists runs and how many visible slots each
/// has, an inner node lists nodes and the visible slots below each. Nodes are named by number and
/// know their parents, so that a position is found from a run as well as a run from a position.
///
/// ```
/// node n    entries n·32 …< n·32 + count      leaf:  run, weight    inner:  node, weight below
/// ```
///
/// All operations climb or descend once: O(log *n*) in the number of runs. A cursor remembers the
/// leaf where the last position was found: the next one is nearly always there too. What changes
/// in that leaf is added to the nodes above only when another is changed, or by `settle`.
///
/// What only looks is inlined everywhere: a call would be handed a copy of all that is below.
struct RunOrder: ~Copyable, Sendable {
  /// Entries a node holds at most.
  ///
  /// Sizes from 16 to 64 measured alike; 32 keeps a node's weights in two cache lines.
  static let fanOut = 32

  /// No run, no node.
  static let none = UInt32.max

  struct Node: Sendable {
    var parent = RunOrder.none
    var next = RunOrder.none
    var previous = RunOrder.none
    var count: UInt16 = 0
    /// Which of its parent's entries the node is.
    var offset: UInt16 = 0
    var isLeaf = true
  }

  /// Where a position was found last.
  private struct Cursor: Sendable {
    /// The leaf, or `none`, and the visible slots before it.
    var leaf = RunOrder.none
    var leafStart = 0
    /// A place in `entries` of the leaf, and the visible slots before it.
    var place = 0
    var placeStart = 0
    /// What the nodes above the leaf do not know yet.
    var unsettled = 0
  }

  var nodes = Slab<Node>()
  var entries = Slab<UInt32>()
  var weights = Slab<UInt32>()
  /// The leaf of each run, by run number.
  var leaves = Slab<UInt32>()
  var root = RunOrder.none
  /// The nodes that are free, a list by `parent`.
  var firstFree = RunOrder.none
  /// The visible slots of all runs.
  var totalWeight = 0
  private var cursor = Cursor()

  init() {}

  func copy() -> RunOrder {
    var copy = RunOrder()
    copy.nodes = nodes.copy()
    copy.entries = entries.copy()
    copy.weights = weights.copy()
    copy.leaves = leaves.copy()
    copy.root = root
    copy.firstFree = firstFree
    copy.totalWeight = totalWeight
    copy.cursor = cursor
    return copy
  }

  @inline(__always)
  var isEmpty: Bool { root == Self.none || (nodes[root].isLeaf && nodes[root].count == 0) }

  /// Whether all nodes know what was changed below them.
  var isSettled: Bool { cursor.unsettled == 0 }

  // MARK: Finding

  /// The first or last run in order, or `none`.
  @inline(__always)
  var first: UInt32 {
    guard !isEmpty else { return Self.none }
    var node = root
    while !nodes[node].isLeaf { node = entries[start(of: node)] }
    return entries[start(of: node)]
  }

  @inline(__always)
  var last: UInt32 {
    guard !isEmpty else { return Self.none }
    var node = root
    while !nodes[node].isLeaf { node = entries[end(of: node) - 1] }
    return entries[end(of: node) - 1]
  }

  /// The run that holds the visible slot at a position, and the slot's offset in that run.
  ///
  /// - Precondition: `position` is from 0 up to, not including, `totalWeight`; all is settled.
  @inline(__always)
  func run(at position: Int) -> (run: UInt32, offset: Int) {
    precondition(position >= 0 && position < totalWeight, "A position is outside the sequence.")
    let (_, place, remaining) = descend(to: position)
    return (entries[place], remaining)
  }

  /// The same, by the cursor where the position is near, which it then is at.
  ///
  /// - Complexity: O(1) when the position is in the cursor's leaf.
  mutating func seek(_ position: Int) -> (run: UInt32, offset: Int) {
    precondition(position >= 0 && position < totalWeight, "A position is outside the sequence.")
    if cursor.leaf != Self.none, position >= cursor.leafStart {
      let isAhead = position >= cursor.placeStart
      var place = isAhead ? cursor.place : start(of: cursor.leaf)
      var before = isAhead ? cursor.placeStart : cursor.leafStart
      let end = end(of: cursor.leaf)
      while place < end {
        let weight = Int(weights[place])
        if position < before + weight {
          cursor.place = place
          cursor.placeStart = before
          return (entries[place], position - before)
        }
        before += weight
        place += 1
      }
    }
    settle()
    let (leaf, place, remaining) = descend(to: position)
    cursor.leaf = leaf
    cursor.place = place
    cursor.placeStart = position - remaining
    cursor.leafStart = cursor.placeStart
    for earlier in start(of: leaf)..<place { cursor.leafStart -= Int(weights[earlier]) }
    return (entries[place], remaining)
  }

  /// The run that the cursor stands on, if that ends at a position, which then is not 0; else
  /// `none`.
  @inline(__always)
  func runAtCursor(endingAt position: Int) -> UInt32 {
    guard cursor.leaf != Self.none else { return Self.none }
    let weight = Int(weights[cursor.place])
    return weight > 0 && cursor.placeStart + weight == position
      ? entries[cursor.place] : Self.none
  }

  /// Changes the weight of a run by so much, if the cursor stands on it.
  ///
  /// - Returns: Whether it does.
  @inline(__always)
  mutating func changeAtCursor(_ run: UInt32, by difference: Int) -> Bool {
    guard cursor.leaf != Self.none, entries[cursor.place] == run else { return false }
    weights[cursor.place] = UInt32(
      truncatingIfNeeded: Int(weights[cursor.place]) &+ difference)
    totalWeight += difference
    cursor.unsettled += difference
    return true
  }

  @inline(__always)
  private func descend(to position: Int) -> (leaf: UInt32, place: Int, remaining: Int) {
    var remaining = UInt32(truncatingIfNeeded: position)
    var node = root
    while true {
      var place = start(of: node)
      while weights[place] <= remaining {
        remaining -= weights[place]
        place += 1
      }
      if nodes[node].isLeaf { return (node, place, Int(remaining)) }
      node = entries[place]
    }
  }

  /// The number of visible slots before a run.
  ///
  /// - Precondition: All is settled.
  @inline(__always)
  func weightBefore(_ run: UInt32) -> Int {
    var node = leaves[run]
    var end = place(of: run, in: node)
    var sum = 0
    while true {
      for place in start(of: node)..<end { sum += Int(weights[place]) }
      let parent = nodes[node].parent
      guard parent != Self.none else { return sum }
      end = start(of: parent) + Int(nodes[node].offset)
      node = parent
    }
  }

  /// The run after a run in order, or `none`.
  @inline(__always)
  func next(_ run: UInt32) -> UInt32 {
    let leaf = leaves[run]
    let place = place(of: run, in: leaf) + 1
    if place < end(of: leaf) { return entries[place] }
    let next = nodes[leaf].next
    return next == Self.none ? Self.none : entries[start(of: next)]
  }

  /// The run before a run in order, or `none`.
  @inline(__always)
  func previous(_ run: UInt32) -> UInt32 {
    let leaf = leaves[run]
    let place = place(of: run, in: leaf)
    if place > start(of: leaf) { return entries[place - 1] }
    let previous = nodes[leaf].previous
    return previous == Self.none ? Self.none : entries[end(of: previous) - 1]
  }

  func start(of node: UInt32) -> Int { Int(node) * Self.fanOut }

  func end(of node: UInt32) -> Int { Int(node) * Self.fanOut + Int(nodes[node].count) }

  /// The place in `entries` of a run in its leaf.
  @inline(__always)
  func place(of item: UInt32, in node: UInt32) -> Int {
    // Nearly every look is at the run that the cursor stands on.
    if node == cursor.leaf, entries[cursor.place] == item { return cursor.place }
    var place = start(of: node)
    while entries[place] != item { place += 1 }
    return place
  }

  // MARK: The cursor

  /// Lets the nodes above the cursor's leaf know what was changed in it.
  mutating func settle() {
    guard cursor.unsettled != 0 else { return }
    addToAncestors(of: cursor.leaf, cursor.unsettled)
    cursor.unsettled = 0
  }

  /// Notes that the weight at a place of a leaf has changed.
  mutating func note(_ difference: Int, at place: Int, of leaf: UInt32) {
    totalWeight += difference
    if leaf == cursor.leaf {
      cursor.unsettled += difference
      if place < cursor.place { rewind() }
    } else {
      dropCursor()
      addToAncestors(of: leaf, difference)
    }
  }

  /// Notes that entries from a place of a leaf on are about to move.
  mutating func noteMove(from place: Int, of leaf: UInt32) {
    if leaf == cursor.leaf, place <= cursor.place { rewind() }
  }

  /// Forgets where the last position was, since nodes are about to change.
  mutating func dropCursor() {
    settle()
    cursor = Cursor()
  }

  private mutating func rewind() {
    cursor.place = start(of: cursor.leaf)
    cursor.placeStart = cursor.leafStart
  }

  private mutating func addToAncestors(of node: UInt32, _ difference: Int) {
    var child = node
    while nodes[child].parent != Self.none {
      let parent = nodes[child].parent
      let place = start(of: parent) + Int(nodes[child].offset)
      weights[place] = UInt32(truncatingIfNeeded: Int(weights[place]) + difference)
      child = parent
    }
  }
}

extension RunOrder {
  /// Throws when the cursor has another idea of its place than the nodes.
  func verifyCursor() throws(InvariantViolation) {
    guard cursor.leaf != Self.none else { return }
    let start = start(of: cursor.leaf)
    let count = Int(nodes[cursor.leaf].count)
    guard count > 0 else { return }
    try InvariantViolation.check(
      cursor.place >= start && cursor.place <= start + count, "The cursor is outside its leaf.")
    try InvariantViolation.check(
      cursor.leafStart == weightBefore(entries[start]), "The cursor's leaf starts elsewhere.")
    var before = cursor.leafStart
    for place in start..<cursor.place { before += Int(weights[place]) }
    try InvariantViolation.check(before == cursor.placeStart, "The cursor is elsewhere.")
  }
}
