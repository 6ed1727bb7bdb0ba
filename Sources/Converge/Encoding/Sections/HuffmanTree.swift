// SPDX-License-Identifier: Apache-2.0

/// How deep each of some weights lies in the tree of least weighted depth: David Huffman's
/// algorithm (see `NumberCode`), with two queues.
///
/// Of equal weights the one of the lesser symbol is taken first, a symbol before a sum, an earlier
/// sum before a later one. The room for one tree is kept for the next.
struct HuffmanTree {
  /// The depth of each weight, and of each sum behind them.
  private(set) var depths: [Int] = []
  private var weights: [Int] = []
  /// The places of the weights, ascending by weight.
  private var leaves: [Int] = []
  private var sums: [Int] = []
  private var parents: [Int] = []

  /// Finds the depths of weights, at least one; none is greater than a limit.
  mutating func measure(_ counts: [Int], limit: Int) {
    weights.removeAll(keepingCapacity: true)
    weights += counts
    measure()
    while depths.contains(where: { $0 > limit }) {
      // Evened out, so that the rarest come nearer to the rest.
      for place in weights.indices { weights[place] = (weights[place] + 1) / 2 }
      measure()
    }
  }

  private mutating func measure() {
    sortLeaves()
    let count = weights.count
    sums.removeAll(keepingCapacity: true)
    parents.removeAll(keepingCapacity: true)
    parents += repeatElement(0, count: count * 2 - 1)
    var (nextLeaf, nextSum) = (0, 0)
    while sums.count < count - 1 {
      let parent = count + sums.count
      var sum = 0
      for _ in 0..<2 {
        let isLeaf =
          nextLeaf < count
          && (nextSum == sums.count || weights[leaves[nextLeaf]] <= sums[nextSum])
        if isLeaf {
          sum += weights[leaves[nextLeaf]]
          parents[leaves[nextLeaf]] = parent
          nextLeaf += 1
        } else {
          sum += sums[nextSum]
          parents[count + nextSum] = parent
          nextSum += 1
        }
      }
      sums.append(sum)
    }
    depths.removeAll(keepingCapacity: true)
    depths += repeatElement(0, count: parents.count)
    for node in (0..<parents.count - 1).reversed() { depths[node] = depths[parents[node]] + 1 }
  }

  /// Sorts by insertion: there are seldom more than a dozen, and never more than symbols.
  private mutating func sortLeaves() {
    leaves.removeAll(keepingCapacity: true)
    for leaf in weights.indices {
      var place = leaf
      leaves.append(leaf)
      while place > 0, weights[leaves[place - 1]] > weights[leaf] {
        leaves[place] = leaves[place - 1]
        place -= 1
      }
      leaves[place] = leaf
    }
  }
}
