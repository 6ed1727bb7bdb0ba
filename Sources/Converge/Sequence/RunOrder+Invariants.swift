// SPDX-License-Identifier: Apache-2.0

extension RunOrder {
  /// Throws when a count, a sum or a link is wrong.
  func verifyInvariants() throws(InvariantViolation) {
    try InvariantViolation.check(isSettled, "A leaf has changed that the nodes above do not know.")
    guard root != Self.none else {
      try InvariantViolation.check(totalWeight == 0, "An empty order has weight.")
      return
    }
    try InvariantViolation.check(nodes[root].parent == Self.none, "The root has a parent.")
    // Mostly the root is a leaf, and nothing has to wait.
    var waiting: [UInt32] = []
    var next: UInt32? = root
    while let node = next {
      try InvariantViolation.check(node == root || nodes[node].count > 0, "A node is empty.")
      try checkEntries(of: node)
      if !nodes[node].isLeaf {
        for place in start(of: node)..<end(of: node) { waiting.append(entries[place]) }
      }
      next = waiting.popLast()
    }
    try InvariantViolation.check(totalWeight == Int(sum(of: root)), "The total weight is wrong.")
    try verifyCursor()
  }

  private func checkEntries(of node: UInt32) throws(InvariantViolation) {
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
      }
    }
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
