// SPDX-License-Identifier: Apache-2.0

extension SlotTree {
  /// Creates the tree of runs that know where they hang and their next siblings, or returns nil
  /// when a slot is in two of them.
  ///
  /// The numbers of the runs are given in the order of the traversal.
  ///
  /// - Complexity: O(*n*) in the number of runs, times the bytes of the counters.
  init?(runs: [Run], firstOfRoot: UInt32, ordered: [UInt32]) {
    let ascending = Self.ascending(runs)
    var end: UInt64 = 0
    for number in ascending {
      let run = runs[Int(number)]
      guard run.dot.bits >= end else { return nil }
      end = run.dot.bits + UInt64(run.length)
    }
    var start = 0
    while start < ascending.count {
      let replica = runs[Int(ascending[start])].dot.replica
      let rest = ascending[start...]
      let end = rest.firstIndex { runs[Int($0)].dot.replica != replica } ?? ascending.count
      while index.count < replica { index.append(RunIndex()) }
      index.append(RunIndex(ascending: ascending[start..<end]))
      start = end
    }
    order = RunOrder(ordered: ordered, weights: runs.map { $0.isVisible ? $0.length : 0 })
    self.runs = runs
    self.firstOfRoot = firstOfRoot
  }

  /// Below this many runs comparing is quicker.
  private static let radixLimit = 256

  /// The numbers of runs, ascending by the bits of their dots.
  ///
  /// A radix sort, the lowest digits first; digits that all dots share are passed over.
  private static func ascending(_ runs: [Run]) -> [UInt32] {
    var numbers = runs.indices.map { UInt32(truncatingIfNeeded: $0) }
    guard runs.count >= radixLimit else {
      return numbers.sorted { runs[Int($0)].dot.bits < runs[Int($1)].dot.bits }
    }
    var keys = runs.map(\.dot.bits)
    let varying = keys.reduce(0) { $0 | ($1 ^ keys[0]) }
    let digit = 11
    let mask: UInt64 = 1 << 11 - 1
    var sortedNumbers = numbers
    var sortedKeys = keys
    for shift in stride(from: 0, to: 64, by: digit)
    where varying >> shift & mask != 0 {
      var starts = [Int](repeating: 0, count: 1 << digit)
      for key in keys { starts[Int(key >> shift & mask)] += 1 }
      var sum = 0
      for place in starts.indices { (starts[place], sum) = (sum, sum + starts[place]) }
      for (key, number) in zip(keys, numbers) {
        let place = Int(key >> shift & mask)
        sortedKeys[starts[place]] = key
        sortedNumbers[starts[place]] = number
        starts[place] += 1
      }
      swap(&keys, &sortedKeys)
      swap(&numbers, &sortedNumbers)
    }
    return numbers
  }
}
