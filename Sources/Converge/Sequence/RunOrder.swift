// SPDX-License-Identifier: Apache-2.0

/// The runs of a sequence in document order, found by visible position.
///
/// A B+tree of small numbers in flat arrays: a leaf lists runs and how many visible slots each
/// has, an inner node lists nodes and the visible slots below each. Nodes are named by number and
/// know their parents, so that a position is found from a run as well as a run from a position.
///
/// ```
/// node n    entries n·32 …< n·32 + count      leaf:  run, weight    inner:  node, weight below
/// ```
///
/// All operations climb or descend once: O(log *n*) in the number of runs.
struct RunOrder: Sendable {
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
    var isLeaf = true
  }

  private(set) var nodes: [Node] = []
  private(set) var entries: [UInt32] = []
  private(set) var weights: [UInt32] = []
  /// The leaf of each run, by run number.
  private(set) var leaves: [UInt32] = []
  private(set) var root = RunOrder.none
  private var freeNodes: [UInt32] = []
  /// The visible slots of all runs.
  private(set) var totalWeight = 0

  var isEmpty: Bool {
    root == Self.none || (nodes[Int(root)].isLeaf && nodes[Int(root)].count == 0)
  }

  // MARK: Finding

  /// The first or last run in order, or `none`.
  var first: UInt32 {
    guard !isEmpty else { return Self.none }
    var node = root
    while !nodes[Int(node)].isLeaf { node = entries[Int(node) * Self.fanOut] }
    return entries[Int(node) * Self.fanOut]
  }

  var last: UInt32 {
    guard !isEmpty else { return Self.none }
    var node = root
    while !nodes[Int(node)].isLeaf {
      node = entries[Int(node) * Self.fanOut + Int(nodes[Int(node)].count) - 1]
    }
    return entries[Int(node) * Self.fanOut + Int(nodes[Int(node)].count) - 1]
  }

  /// The run that holds the visible slot at a position, and the slot's offset in that run.
  ///
  /// - Precondition: `position` is from 0 up to, not including, `totalWeight`.
  func run(at position: Int) -> (run: UInt32, offset: Int) {
    precondition(position >= 0 && position < totalWeight, "A position is outside the sequence.")
    var remaining = UInt32(truncatingIfNeeded: position)
    var node = Int(root)
    while true {
      var entry = node * Self.fanOut
      while weights[entry] <= remaining {
        remaining -= weights[entry]
        entry += 1
      }
      if nodes[node].isLeaf { return (entries[entry], Int(remaining)) }
      node = Int(entries[entry])
    }
  }

  /// The number of visible slots before a run.
  func weightBefore(_ run: UInt32) -> Int {
    var node = Int(leaves[Int(run)])
    var child = run
    var sum = 0
    while true {
      var entry = node * Self.fanOut
      while entries[entry] != child {
        sum += Int(weights[entry])
        entry += 1
      }
      guard nodes[node].parent != Self.none else { return sum }
      child = UInt32(truncatingIfNeeded: node)
      node = Int(nodes[node].parent)
    }
  }

  /// The run after a run in order, or `none`.
  func next(_ run: UInt32) -> UInt32 {
    let leaf = Int(leaves[Int(run)])
    let place = entry(of: run, in: leaf) + 1
    if place < leaf * Self.fanOut + Int(nodes[leaf].count) { return entries[place] }
    let next = nodes[leaf].next
    return next == Self.none ? Self.none : entries[Int(next) * Self.fanOut]
  }

  /// The run before a run in order, or `none`.
  func previous(_ run: UInt32) -> UInt32 {
    let leaf = Int(leaves[Int(run)])
    let place = entry(of: run, in: leaf)
    if place > leaf * Self.fanOut { return entries[place - 1] }
    let previous = nodes[leaf].previous
    guard previous != Self.none else { return Self.none }
    return entries[Int(previous) * Self.fanOut + Int(nodes[Int(previous)].count) - 1]
  }

  private func entry(of item: UInt32, in node: Int) -> Int {
    var entry = node * Self.fanOut
    while entries[entry] != item { entry += 1 }
    return entry
  }

  // MARK: Changing

  /// Puts a new run right after another, or first when `anchor` is `none`.
  mutating func insert(_ run: UInt32, weight: Int, after anchor: UInt32) {
    if anchor == Self.none {
      let head = first
      if head == Self.none {
        insertOnly(run, weight: weight)
      } else {
        insert(run, weight: weight, before: head)
      }
      return
    }
    let leaf = Int(leaves[Int(anchor)])
    insert(run, weight: weight, in: leaf, at: entry(of: anchor, in: leaf) + 1 - leaf * Self.fanOut)
  }

  /// Puts a new run right before another.
  mutating func insert(_ run: UInt32, weight: Int, before anchor: UInt32) {
    let leaf = Int(leaves[Int(anchor)])
    insert(run, weight: weight, in: leaf, at: entry(of: anchor, in: leaf) - leaf * Self.fanOut)
  }

  /// Says how many slots of a run are visible.
  mutating func setWeight(_ weight: Int, of run: UInt32) {
    let leaf = Int(leaves[Int(run)])
    let place = entry(of: run, in: leaf)
    let difference = weight - Int(weights[place])
    guard difference != 0 else { return }
    weights[place] = UInt32(truncatingIfNeeded: weight)
    addToAncestors(of: leaf, difference)
  }

  /// Takes a run out.
  mutating func remove(_ run: UInt32) {
    setWeight(0, of: run)
    removeEntry(run, from: Int(leaves[Int(run)]))
    leaves[Int(run)] = Self.none
  }
}

extension RunOrder {
  /// Creates the order of nodes that were built all at once, as `insert` would leave them.
  init(
    nodes: [Node], entries: [UInt32], weights: [UInt32], leaves: [UInt32], totalWeight: Int
  ) {
    self.nodes = nodes
    self.entries = entries
    self.weights = weights
    self.leaves = leaves
    self.totalWeight = totalWeight
    root = nodes.isEmpty ? Self.none : UInt32(truncatingIfNeeded: nodes.count - 1)
  }
}

extension RunOrder {
  private mutating func insertOnly(_ run: UInt32, weight: Int) {
    if root == Self.none { root = UInt32(truncatingIfNeeded: makeNode(isLeaf: true)) }
    insert(run, weight: weight, in: Int(root), at: 0)
  }

  private mutating func insert(_ run: UInt32, weight: Int, in leaf: Int, at offset: Int) {
    var leaf = leaf
    var offset = offset
    if Int(nodes[leaf].count) == Self.fanOut {
      let right = split(leaf)
      if offset > Int(nodes[leaf].count) {
        offset -= Int(nodes[leaf].count)
        leaf = right
      }
    }
    insertEntry(run, weight: UInt32(truncatingIfNeeded: weight), in: leaf, at: offset)
    while leaves.count <= Int(run) { leaves.append(Self.none) }
    leaves[Int(run)] = UInt32(truncatingIfNeeded: leaf)
    addToAncestors(of: leaf, weight)
  }

  private mutating func addToAncestors(of node: Int, _ difference: Int) {
    totalWeight += difference
    var child = node
    while nodes[child].parent != Self.none {
      let parent = Int(nodes[child].parent)
      let place = entry(of: UInt32(truncatingIfNeeded: child), in: parent)
      weights[place] = UInt32(truncatingIfNeeded: Int(weights[place]) + difference)
      child = parent
    }
  }

  private mutating func insertEntry(_ item: UInt32, weight: UInt32, in node: Int, at offset: Int) {
    let start = node * Self.fanOut + offset
    var place = node * Self.fanOut + Int(nodes[node].count)
    while place > start {
      entries[place] = entries[place - 1]
      weights[place] = weights[place - 1]
      place -= 1
    }
    entries[start] = item
    weights[start] = weight
    nodes[node].count += 1
  }

  /// Splits a full node in two halves, making room in its ancestors first, from the top down.
  ///
  /// - Returns: The new right half.
  private mutating func split(_ node: Int) -> Int {
    var chain = [node]
    while let top = chain.last, nodes[top].parent != Self.none,
      Int(nodes[Int(nodes[top].parent)].count) == Self.fanOut
    {
      chain.append(Int(nodes[top].parent))
    }
    if let top = chain.last, nodes[top].parent == Self.none { growRoot() }
    var right = node
    for full in chain.reversed() { right = splitBelowRoom(full) }
    return right
  }

  private mutating func growRoot() {
    let old = root
    let new = makeNode(isLeaf: false)
    root = UInt32(truncatingIfNeeded: new)
    insertEntry(old, weight: UInt32(truncatingIfNeeded: totalWeight), in: new, at: 0)
    nodes[Int(old)].parent = root
  }

  private mutating func splitBelowRoom(_ node: Int) -> Int {
    let half = Self.fanOut / 2
    let right = makeNode(isLeaf: nodes[node].isLeaf)
    let rightNumber = UInt32(truncatingIfNeeded: right)
    var moved: UInt32 = 0
    for offset in 0..<half {
      let item = entries[node * Self.fanOut + half + offset]
      let weight = weights[node * Self.fanOut + half + offset]
      entries[right * Self.fanOut + offset] = item
      weights[right * Self.fanOut + offset] = weight
      moved += weight
      if nodes[node].isLeaf {
        leaves[Int(item)] = rightNumber
      } else {
        nodes[Int(item)].parent = rightNumber
      }
    }
    nodes[node].count = UInt16(half)
    nodes[right].count = UInt16(half)
    link(right, after: node)
    let parent = Int(nodes[node].parent)
    nodes[right].parent = nodes[node].parent
    let place = entry(of: UInt32(truncatingIfNeeded: node), in: parent)
    weights[place] -= moved
    insertEntry(rightNumber, weight: moved, in: parent, at: place + 1 - parent * Self.fanOut)
    return right
  }

  private mutating func link(_ right: Int, after node: Int) {
    let next = nodes[node].next
    nodes[right].previous = UInt32(truncatingIfNeeded: node)
    nodes[right].next = next
    nodes[node].next = UInt32(truncatingIfNeeded: right)
    if next != Self.none { nodes[Int(next)].previous = UInt32(truncatingIfNeeded: right) }
  }

  private mutating func makeNode(isLeaf: Bool) -> Int {
    if let number = freeNodes.popLast() {
      nodes[Int(number)] = Node(isLeaf: isLeaf)
      return Int(number)
    }
    nodes.append(Node(isLeaf: isLeaf))
    entries.append(contentsOf: repeatElement(Self.none, count: Self.fanOut))
    weights.append(contentsOf: repeatElement(0, count: Self.fanOut))
    return nodes.count - 1
  }

  /// Removes a weightless entry; nodes left empty go too, and a root with one child gives way.
  private mutating func removeEntry(_ item: UInt32, from node: Int) {
    var item = item
    var node = node
    while true {
      let end = node * Self.fanOut + Int(nodes[node].count) - 1
      var place = entry(of: item, in: node)
      while place < end {
        entries[place] = entries[place + 1]
        weights[place] = weights[place + 1]
        place += 1
      }
      nodes[node].count -= 1
      guard nodes[node].count == 0, nodes[node].parent != Self.none else { break }
      item = UInt32(truncatingIfNeeded: node)
      let parent = Int(nodes[node].parent)
      unlink(node)
      freeNodes.append(item)
      node = parent
    }
    while !nodes[Int(root)].isLeaf, nodes[Int(root)].count == 1 {
      freeNodes.append(root)
      root = entries[Int(root) * Self.fanOut]
      nodes[Int(root)].parent = Self.none
    }
  }

  private mutating func unlink(_ node: Int) {
    let (previous, next) = (nodes[node].previous, nodes[node].next)
    if previous != Self.none { nodes[Int(previous)].next = next }
    if next != Self.none { nodes[Int(next)].previous = previous }
  }
}
