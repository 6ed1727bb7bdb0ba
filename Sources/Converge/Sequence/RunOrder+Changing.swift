// SPDX-License-Identifier: Apache-2.0

extension RunOrder {
  /// Puts a new run right after another, or first when `anchor` is `none`.
  mutating func insert(_ run: UInt32, weight: Int, after anchor: UInt32) {
    if anchor == Self.none {
      let head = first
      if head != Self.none { return insert(run, weight: weight, before: head) }
      if root == Self.none { root = makeNode(isLeaf: true) }
      return insert(run, weight: weight, in: root, at: start(of: root))
    }
    let leaf = leaves[anchor]
    insert(run, weight: weight, in: leaf, at: place(of: anchor, in: leaf) + 1)
  }

  /// Puts a new run right before another.
  mutating func insert(_ run: UInt32, weight: Int, before anchor: UInt32) {
    let leaf = leaves[anchor]
    insert(run, weight: weight, in: leaf, at: place(of: anchor, in: leaf))
  }

  /// Says how many slots of a run are visible.
  mutating func setWeight(_ weight: Int, of run: UInt32) {
    let leaf = leaves[run]
    let place = place(of: run, in: leaf)
    let difference = weight - Int(weights[place])
    guard difference != 0 else { return }
    weights[place] = UInt32(truncatingIfNeeded: weight)
    note(difference, at: place, of: leaf)
  }

  /// Takes a run out.
  mutating func remove(_ run: UInt32) {
    setWeight(0, of: run)
    removeEntry(run, from: leaves[run])
    leaves[run] = Self.none
  }

  private mutating func insert(_ run: UInt32, weight: Int, in leaf: UInt32, at place: Int) {
    var leaf = leaf
    var place = place
    if Int(nodes[leaf].count) == Self.fanOut {
      dropCursor()
      let right = split(leaf)
      if place > end(of: leaf) {
        place = start(of: right) + place - end(of: leaf)
        leaf = right
      }
    } else {
      noteMove(from: place, of: leaf)
    }
    insertEntry(run, weight: UInt32(truncatingIfNeeded: weight), in: leaf, at: place)
    while leaves.count <= Int(run) { leaves.append(Self.none) }
    leaves[run] = leaf
    note(weight, at: place, of: leaf)
  }

  private mutating func insertEntry(
    _ item: UInt32, weight: UInt32, in node: UInt32, at place: Int
  ) {
    if end(of: node) == entries.count {
      entries.append(Self.none)
      weights.append(0)
    }
    entries.move(place..<end(of: node), to: place + 1)
    weights.move(place..<end(of: node), to: place + 1)
    entries[place] = item
    weights[place] = weight
    nodes[node].count += 1
    number(from: place, of: node)
  }

  /// Tells the nodes that a node lists, from a place on, which of its entries they are.
  private mutating func number(from place: Int, of node: UInt32) {
    guard !nodes[node].isLeaf else { return }
    for place in place..<end(of: node) {
      nodes[entries[place]].offset = UInt16(truncatingIfNeeded: place - start(of: node))
    }
  }

  /// Splits a full node in two halves, making room in its ancestors first, from the top down.
  ///
  /// - Returns: The new right half.
  private mutating func split(_ node: UInt32) -> UInt32 {
    var chain = [node]
    var top = node
    while nodes[top].parent != Self.none, Int(nodes[nodes[top].parent].count) == Self.fanOut {
      top = nodes[top].parent
      chain.append(top)
    }
    if nodes[top].parent == Self.none { growRoot() }
    var right = node
    for full in chain.reversed() { right = splitBelowRoom(full) }
    return right
  }

  private mutating func growRoot() {
    let old = root
    root = makeNode(isLeaf: false)
    insertEntry(
      old, weight: UInt32(truncatingIfNeeded: totalWeight), in: root, at: start(of: root))
    nodes[old].parent = root
  }

  private mutating func splitBelowRoom(_ node: UInt32) -> UInt32 {
    let half = Self.fanOut / 2
    let isLeaf = nodes[node].isLeaf
    let right = makeNode(isLeaf: isLeaf)
    let (from, to) = (start(of: node) + half, start(of: right))
    var moved: UInt32 = 0
    for offset in 0..<half {
      let item = entries[from + offset]
      let weight = weights[from + offset]
      entries[to + offset] = item
      weights[to + offset] = weight
      moved += weight
      if isLeaf { leaves[item] = right } else { nodes[item].parent = right }
    }
    nodes[node].count = UInt16(half)
    nodes[right].count = UInt16(half)
    number(from: to, of: right)
    link(right, after: node)
    let parent = nodes[node].parent
    nodes[right].parent = parent
    let place = start(of: parent) + Int(nodes[node].offset)
    weights[place] -= moved
    insertEntry(right, weight: moved, in: parent, at: place + 1)
    return right
  }

  private mutating func link(_ right: UInt32, after node: UInt32) {
    let next = nodes[node].next
    nodes[right].previous = node
    nodes[right].next = next
    nodes[node].next = right
    if next != Self.none { nodes[next].previous = right }
  }

  private mutating func makeNode(isLeaf: Bool) -> UInt32 {
    if firstFree != Self.none {
      let number = firstFree
      firstFree = nodes[number].parent
      nodes[number] = Node(isLeaf: isLeaf)
      return number
    }
    // The first node, which in a short sequence is the only one, has room for what it lists.
    let room = nodes.count == 0 ? 0 : (nodes.count + 1) * Self.fanOut - entries.count
    nodes.append(Node(isLeaf: isLeaf))
    entries.append(repeating: Self.none, count: room)
    weights.append(repeating: 0, count: room)
    return UInt32(truncatingIfNeeded: nodes.count - 1)
  }

  private mutating func free(_ node: UInt32) {
    nodes[node] = Node(parent: firstFree)
    firstFree = node
  }

  /// Removes a weightless entry; nodes left empty go too, and a root with one child gives way.
  private mutating func removeEntry(_ run: UInt32, from leaf: UInt32) {
    var node = leaf
    var place = place(of: run, in: leaf)
    while true {
      if nodes[node].count == 1 { dropCursor() } else { noteMove(from: place, of: node) }
      entries.move(place + 1..<end(of: node), to: place)
      weights.move(place + 1..<end(of: node), to: place)
      nodes[node].count -= 1
      // Past the end no entry may look like the one that the cursor stands on.
      entries[end(of: node)] = Self.none
      number(from: place, of: node)
      let parent = nodes[node].parent
      guard nodes[node].count == 0, parent != Self.none else { break }
      place = start(of: parent) + Int(nodes[node].offset)
      unlink(node)
      free(node)
      node = parent
    }
    while !nodes[root].isLeaf, nodes[root].count == 1 {
      let old = root
      root = entries[start(of: root)]
      nodes[root].parent = Self.none
      free(old)
    }
  }

  private mutating func unlink(_ node: UInt32) {
    let (previous, next) = (nodes[node].previous, nodes[node].next)
    if previous != Self.none { nodes[previous].next = next }
    if next != Self.none { nodes[next].previous = previous }
  }
}
