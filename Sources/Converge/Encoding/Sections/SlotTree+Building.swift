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
    var tree = RunTree()
    tree.index = RunIndex(ascending: ascending[...])
    tree.order = RunOrder(ordered: ordered, weights: runs.map { $0.isVisible ? $0.length : 0 })
    tree.runs = Slab(runs)
    tree.firstOfRoot = firstOfRoot
    self.init(tree)
  }

  /// Below this many runs comparing is quicker.
  private static let radixLimit = 256

  /// The numbers of runs, ascending by the bits of their dots.
  private static func ascending(_ runs: [Run]) -> [UInt32] {
    // A key holds the bits in which dots differ, and the run's number below.
    let varying = runs.reduce(0) { $0 | ($1.dot.bits ^ runs[0].dot.bits) }
    let keyBits = 64 - varying.leadingZeroBitCount
    let numberBits = 64 - UInt64(runs.count).leadingZeroBitCount
    guard runs.count >= radixLimit, keyBits + numberBits <= 64 else {
      let numbers = runs.indices.map { UInt32(truncatingIfNeeded: $0) }
      return numbers.sorted { runs[Int($0)].dot.bits < runs[Int($1)].dot.bits }
    }
    let differing: UInt64 = keyBits == 64 ? .max : 1 << UInt64(keyBits) - 1
    var keys: [UInt64] = []
    keys.reserveCapacity(runs.count)
    for (number, run) in runs.enumerated() {
      keys.append((run.dot.bits & differing) &<< UInt64(numberBits) | UInt64(number))
    }
    sort(&keys, from: numberBits, varying &<< UInt64(numberBits))
    let numberMask: UInt64 = 1 << UInt64(numberBits) - 1
    return keys.map { UInt32(truncatingIfNeeded: $0 & numberMask) }
  }

  /// A radix sort by the bits from a place up, the lowest digits first.
  ///
  /// Digits in which no keys differ are passed over.
  private static func sort(_ keys: inout [UInt64], from lowest: Int, _ varying: UInt64) {
    let digit = 11
    let mask: UInt64 = 1 << 11 - 1
    var sorted = keys
    for shift in stride(from: UInt64(lowest), to: 64, by: digit)
    where varying &>> shift & mask != 0 {
      var starts = [Int](repeating: 0, count: 1 << digit)
      for key in keys { starts[Int(key &>> shift & mask)] += 1 }
      var sum = 0
      for place in starts.indices { (starts[place], sum) = (sum, sum + starts[place]) }
      for key in keys {
        let value = Int(key &>> shift & mask)
        sorted[starts[value]] = key
        starts[value] += 1
      }
      swap(&keys, &sorted)
    }
  }
}
