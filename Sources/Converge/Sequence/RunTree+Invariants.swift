// SPDX-License-Identifier: Apache-2.0

extension RunTree {
  /// Throws when a hidden rule of the structure is broken.
  ///
  /// - Complexity: O(*n* log *n*) in the number of runs.
  func verifyInvariants() throws(InvariantViolation) {
    try order.verifyInvariants()
    var count = 0
    var number = order.first
    var waiting: [(run: UInt32, isOpen: Bool)] = []
    waiting.reserveCapacity(16)
    waiting.append((firstOfRoot, false))
    // The traversal by links, with a stack of its own: left children, the run, right children,
    // then the next sibling.
    while let (run, isOpen) = waiting.popLast() {
      guard run != RunOrder.none else { continue }
      if isOpen {
        try InvariantViolation.check(
          number == run, "The order differs from the traversal of the tree.")
        try checkRun(run)
        number = order.next(run)
        count += 1
      } else {
        waiting.append((runs[run].nextSibling, false))
        waiting.append((runs[run].firstRight, false))
        waiting.append((run, true))
        waiting.append((runs[run].firstLeft, false))
      }
    }
    try InvariantViolation.check(number == RunOrder.none, "The order has a run that hangs nowhere.")
    var free = firstFree
    while free != RunOrder.none {
      try InvariantViolation.check(runs[free].length == 0, "A free run has slots.")
      count += 1
      free = runs[free].nextSibling
    }
    try InvariantViolation.check(count == runs.count, "A run is lost.")
  }

  private func checkRun(_ number: UInt32) throws(InvariantViolation) {
    let run = runs[number]
    try InvariantViolation.check(run.length > 0, "A run is empty.")
    try InvariantViolation.check(
      order.weight(of: number) == run.visibleCount, "A run's weight is wrong.")
    try InvariantViolation.check(
      find(run.dot)?.run == number, "A run is not found by its first dot.")
    if run.length > 1 {
      try InvariantViolation.check(
        find(run.last)?.run == number, "A run is not found by its last dot.")
    }
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

extension RunOrder {
  /// Throws when a count, a sum or a link is wrong.
  func verifyInvariants() throws(InvariantViolation) {
    try InvariantViolation.check(isSettled, "A leaf has changed that the nodes above do not know.")
    guard root != Self.none else {
      try InvariantViolation.check(totalWeight == 0, "An empty order has weight.")
      return
    }
    try InvariantViolation.check(nodes[root].parent == Self.none, "The root has a parent.")
    var waiting = [root]
    while let node = waiting.popLast() {
      try InvariantViolation.check(node == root || nodes[node].count > 0, "A node is empty.")
      for place in start(of: node)..<end(of: node) {
        let entry = entries[place]
        if nodes[node].isLeaf {
          try InvariantViolation.check(leaves[entry] == node, "A run does not know its leaf.")
        } else {
          try InvariantViolation.check(
            nodes[entry].parent == node && start(of: node) + Int(nodes[entry].offset) == place,
            "A node does not know its parent.")
          try InvariantViolation.check(
            weights[place] == sum(of: entry), "A node's weight is wrong.")
          waiting.append(entry)
        }
      }
    }
    try InvariantViolation.check(totalWeight == Int(sum(of: root)), "The total weight is wrong.")
    try verifyCursor()
  }

  /// The visible slots of a run, as the order knows them.
  func weight(of run: UInt32) -> Int {
    let leaf = leaves[run]
    for place in start(of: leaf)..<end(of: leaf) where entries[place] == run {
      return Int(weights[place])
    }
    return -1
  }

  private func sum(of node: UInt32) -> UInt32 {
    var sum: UInt32 = 0
    for place in start(of: node)..<end(of: node) { sum += weights[place] }
    return sum
  }
}
