// SPDX-License-Identifier: Apache-2.0

/// The stamps that the writes of a section bear, each once, ascending by dot.
///
/// A replica's timestamps grow with its counters, so that in this order both are told by small
/// gaps; a write then says which stamp of the table it bears, mostly the next. A write whose slot
/// is its dot need not even say that. Dots are in the numbers of the snapshot's table.
struct SectionStampTable: Sendable {
  /// The dots, ascending by replica number and counter.
  private(set) var dots: [LocalDot] = []
  private(set) var timestamps: [UInt64] = []

  var count: Int { dots.count }

  mutating func reserveCapacity(_ capacity: Int) {
    dots.reserveCapacity(capacity)
    timestamps.reserveCapacity(capacity)
  }

  /// Adds a stamp whose dot comes after all others.
  mutating func append(_ dot: LocalDot, _ timestamp: UInt64) {
    dots.append(dot)
    timestamps.append(timestamp)
  }

  /// The place of a dot in the table, or nil.
  ///
  /// - Complexity: O(log *n*) in the number of stamps.
  func index(of dot: LocalDot) -> Int? {
    var low = 0
    var high = dots.count
    while low < high {
      let middle = (low + high) / 2
      if dots[middle].bits < dot.bits { low = middle + 1 } else { high = middle }
    }
    return low < dots.count && dots[low] == dot ? low : nil
  }
}

extension [Stamp] {
  /// Makes a table of stamps that came in any order, each perhaps several times.
  mutating func makeTable() {
    // Often they are in order already.
    if !indices.dropFirst().allSatisfy({ !Self.precedes(self[$0], self[$0 - 1]) }) {
      sort(by: Self.precedes)
    }
    var count = 0
    for index in indices where count == 0 || self[index].dot != self[count - 1].dot {
      if index != count { self[count] = self[index] }
      count += 1
    }
    removeLast(self.count - count)
  }

  private static func precedes(_ first: Stamp, _ second: Stamp) -> Bool {
    if first.dot.bits != second.dot.bits { return first.dot.bits < second.dot.bits }
    return first.timestamp < second.timestamp
  }

  /// The place of a dot in a table, which must have it; the next after the last one is looked at
  /// first.
  func place(of dot: LocalDot, next: Int) -> Int {
    if next < count, self[next].dot == dot { return next }
    var low = 0
    var high = count - 1
    while low < high {
      let middle = (low + high) / 2
      if self[middle].dot.bits < dot.bits { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// How many replicas have stamps in a table.
  var replicaCount: Int {
    var count = 0
    var start = 0
    while start < self.count {
      count += 1
      start = end(ofReplicaAt: start)
    }
    return count
  }

  /// Where the stamps of the replica end that has one at a place.
  func end(ofReplicaAt start: Int) -> Int {
    var end = start + 1
    while end < count, self[end].dot.replica == self[start].dot.replica { end += 1 }
    return end
  }
}
