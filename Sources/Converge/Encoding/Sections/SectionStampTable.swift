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

  init() {}

  /// Creates the table of stamps in any order, each perhaps several times.
  init(_ stamps: [Stamp]) {
    guard !stamps.isEmpty else { return }
    reserveCapacity(stamps.count)
    // Often they are in order already.
    if (1..<stamps.count).allSatisfy({ !Self.precedes(stamps[$0], stamps[$0 - 1]) }) {
      appendNew(stamps)
    } else {
      appendNew(stamps.sorted(by: Self.precedes))
    }
  }

  private static func precedes(_ first: Stamp, _ second: Stamp) -> Bool {
    if first.dot.bits != second.dot.bits { return first.dot.bits < second.dot.bits }
    return first.timestamp < second.timestamp
  }

  private mutating func appendNew(_ ascending: [Stamp]) {
    for stamp in ascending where stamp.dot != dots.last { append(stamp.dot, stamp.timestamp) }
  }

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

  /// The places of each replica's stamps.
  var groups: [Range<Int>] {
    var groups: [Range<Int>] = []
    for index in dots.indices {
      if let last = groups.last, dots[last.lowerBound].replica == dots[index].replica {
        groups[groups.count - 1] = last.lowerBound..<index + 1
      } else {
        groups.append(index..<index + 1)
      }
    }
    return groups
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
