// SPDX-License-Identifier: Apache-2.0

extension RunOrder {
  /// Entries that a node is given at first: three quarters, so that the first runs that are put
  /// between do not split every node.
  private static let filling = fanOut * 3 / 4

  /// Creates the order of runs, given with their weights, by run number.
  ///
  /// - Complexity: O(*n*) in the number of runs.
  init(ordered runs: [UInt32], weights weightOfRun: [UInt32]) {
    self.init()
    let isShort = runs.count <= Self.filling
    let capacity = isShort ? 1 : runs.count / (Self.filling - 1) + 8
    nodes.reserve(capacity)
    entries.reserve(isShort ? runs.count : capacity * Self.fanOut)
    weights.reserve(isShort ? runs.count : capacity * Self.fanOut)
    leaves.append(repeating: Self.none, count: weightOfRun.count)
    // The items of a level: at first the runs, then the nodes of the level below.
    var items = runs
    var itemWeights = runs.map { weightOfRun[Int($0)] }
    while !items.isEmpty, nodes.count == 0 || items.count > 1 {
      let first = nodes.count
      appendLevel(items, itemWeights)
      items = (first..<nodes.count).map { UInt32(truncatingIfNeeded: $0) }
      itemWeights = items.map { node in
        var sum: UInt32 = 0
        for place in start(of: node)..<end(of: node) { sum &+= weights[place] }
        return sum
      }
    }
    root = nodes.count == 0 ? Self.none : UInt32(truncatingIfNeeded: nodes.count - 1)
    totalWeight = itemWeights.reduce(0) { $0 + Int($1) }
  }

  /// Appends the nodes that list runs, or the nodes of the level below.
  private mutating func appendLevel(_ items: [UInt32], _ itemWeights: [UInt32]) {
    let isLeaf = nodes.count == 0
    for start in stride(from: 0, to: items.count, by: Self.filling) {
      let end = Swift.min(start + Self.filling, items.count)
      let number = UInt32(truncatingIfNeeded: nodes.count)
      for place in start..<end {
        if isLeaf {
          leaves[items[place]] = number
        } else {
          nodes[items[place]].parent = number
          nodes[items[place]].offset = UInt16(truncatingIfNeeded: place - start)
        }
        entries.append(items[place])
        weights.append(itemWeights[place])
      }
      let room = isLeaf && items.count <= Self.filling ? 0 : Self.fanOut - (end - start)
      entries.append(repeating: Self.none, count: room)
      weights.append(repeating: 0, count: room)
      var node = Node(count: UInt16(truncatingIfNeeded: end - start), isLeaf: isLeaf)
      if start > 0 { node.previous = number - 1 }
      if end < items.count { node.next = number + 1 }
      nodes.append(node)
    }
  }
}
