// SPDX-License-Identifier: Apache-2.0

extension SlotTree: InvariantChecked {
  /// Throws when a hidden rule of the structure is broken.
  ///
  /// - Complexity: O(*n* log *n*) in the number of runs.
  func verifyInvariants() throws(InvariantViolation) {
    try order.verifyInvariants()
    var traversal: [UInt32] = []
    var waiting: [(run: UInt32, isOpen: Bool)] = [(firstOfRoot, false)]
    // The traversal by links, with a stack of its own: left children, the run, right children,
    // then the next sibling.
    while let (run, isOpen) = waiting.popLast() {
      guard run != RunOrder.none else { continue }
      if isOpen {
        traversal.append(run)
      } else {
        waiting.append((runs[Int(run)].nextSibling, false))
        waiting.append((runs[Int(run)].firstRight, false))
        waiting.append((run, true))
        waiting.append((runs[Int(run)].firstLeft, false))
      }
    }
    var number = order.first
    for expected in traversal {
      try InvariantViolation.check(
        number == expected, "The order differs from the traversal of the tree.")
      try checkRun(number)
      number = order.next(number)
    }
    try InvariantViolation.check(number == RunOrder.none, "The order has a run that hangs nowhere.")
    try InvariantViolation.check(traversal.count + freeRuns.count == runs.count, "A run is lost.")
  }

  private func checkRun(_ number: UInt32) throws(InvariantViolation) {
    let run = runs[Int(number)]
    try InvariantViolation.check(run.length > 0, "A run is empty.")
    try InvariantViolation.check(
      order.weight(of: number) == run.visibleCount, "A run's weight is wrong.")
    try InvariantViolation.check(
      find(run.dot)?.run == Int(number), "A run is not found by its first dot.")
    try InvariantViolation.check(
      find(run.last)?.run == Int(number), "A run is not found by its last dot.")
    if run.parent.isNone {
      try InvariantViolation.check(run.side == .right, "The root has a left child.")
      return
    }
    guard let (parent, offset) = find(run.parent) else {
      throw InvariantViolation(sentence: "A run's parent is not there.")
    }
    let edge = run.side == .left ? 0 : runs[parent].count - 1
    try InvariantViolation.check(offset == edge, "A run hangs on a slot inside another.")
  }
}

extension RunOrder: InvariantChecked {
  /// Throws when a count, a sum or a link is wrong.
  func verifyInvariants() throws(InvariantViolation) {
    guard root != Self.none else {
      try InvariantViolation.check(totalWeight == 0, "An empty order has weight.")
      return
    }
    try InvariantViolation.check(nodes[Int(root)].parent == Self.none, "The root has a parent.")
    var waiting = [root]
    while let node = waiting.popLast() {
      let count = Int(nodes[Int(node)].count)
      try InvariantViolation.check(node == root || count > 0, "A node is empty.")
      for place in Int(node) * Self.fanOut..<Int(node) * Self.fanOut + count {
        let entry = entries[place]
        if nodes[Int(node)].isLeaf {
          try InvariantViolation.check(leaves[Int(entry)] == node, "A run does not know its leaf.")
        } else {
          try InvariantViolation.check(
            nodes[Int(entry)].parent == node, "A node does not know its parent.")
          try InvariantViolation.check(
            weights[place] == sum(of: Int(entry)), "A node's weight is wrong.")
          waiting.append(entry)
        }
      }
    }
    try InvariantViolation.check(
      totalWeight == Int(sum(of: Int(root))), "The total weight is wrong.")
  }

  /// The visible slots of a run, as the order knows them.
  func weight(of run: UInt32) -> Int {
    let leaf = Int(leaves[Int(run)])
    let place = (leaf * Self.fanOut..<leaf * Self.fanOut + Int(nodes[leaf].count))
      .first { entries[$0] == run }
    return place.map { Int(weights[$0]) } ?? -1
  }

  private func sum(of node: Int) -> UInt32 {
    weights[node * Self.fanOut..<node * Self.fanOut + Int(nodes[node].count)].reduce(0, +)
  }
}
