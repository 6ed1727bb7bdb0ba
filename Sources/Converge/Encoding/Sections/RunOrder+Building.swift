// SPDX-License-Identifier: Apache-2.0

extension RunOrder {
  /// Entries that a node is given at first: three quarters, so that the first runs that are put
  /// between do not split every node.
  private static let filling = fanOut * 3 / 4

  /// Creates the order of runs, given with their weights, by run number.
  ///
  /// - Complexity: O(*n*) in the number of runs.
  init(ordered runs: [UInt32], weights weightOfRun: [UInt32]) {
    var nodes: [Node] = []
    var entries: [UInt32] = []
    var weights: [UInt32] = []
    var leaves = [UInt32](repeating: Self.none, count: weightOfRun.count)
    let capacity = (runs.count / (Self.filling - 1) + 8) * Self.fanOut
    entries.reserveCapacity(capacity)
    weights.reserveCapacity(capacity)
    // The items of a level: at first the runs, then the nodes of the level below.
    var items = runs
    var itemWeights = runs.map { weightOfRun[Int($0)] }
    while !items.isEmpty, nodes.isEmpty || items.count > 1 {
      let isLeaf = nodes.isEmpty
      let first = nodes.count
      for start in stride(from: 0, to: items.count, by: Self.filling) {
        let end = Swift.min(start + Self.filling, items.count)
        let number = UInt32(truncatingIfNeeded: nodes.count)
        for item in items[start..<end] {
          if isLeaf { leaves[Int(item)] = number } else { nodes[Int(item)].parent = number }
        }
        entries += items[start..<end]
        weights += itemWeights[start..<end]
        entries.append(contentsOf: repeatElement(Self.none, count: Self.fanOut - (end - start)))
        weights.append(contentsOf: repeatElement(0, count: Self.fanOut - (end - start)))
        var node = Node(count: UInt16(truncatingIfNeeded: end - start), isLeaf: isLeaf)
        if nodes.count > first { node.previous = number - 1 }
        if end < items.count { node.next = number + 1 }
        nodes.append(node)
      }
      items = (first..<nodes.count).map { UInt32(truncatingIfNeeded: $0) }
      itemWeights = items.map { node in
        let start = Int(node) * Self.fanOut
        return weights[start..<start + Int(nodes[Int(node)].count)].reduce(0, &+)
      }
    }
    self.init(
      nodes: nodes, entries: entries, weights: weights, leaves: leaves,
      totalWeight: itemWeights.reduce(0) { $0 + Int($1) })
  }
}
