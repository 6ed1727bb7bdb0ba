// SPDX-License-Identifier: Apache-2.0

/// How often numbers were seen, in classes that double: 0, 1, 2, 3–4, 5–8, 9–16 and so on.
package struct Histogram: Sendable, Equatable {
  /// The most classes kept; the last one also holds all that is greater.
  private static let limit = 16
  private var counts: [Int] = Array(repeating: 0, count: limit)

  /// Nothing seen yet.
  package init() {}

  /// How many numbers were seen.
  package var total: Int { counts.reduce(0, +) }

  /// The classes up to the last one in which a number was seen.
  package var classes: [(range: ClosedRange<Int>, count: Int)] {
    let end = (counts.lastIndex { $0 > 0 } ?? -1) + 1
    return (0..<end).map { (Self.range($0), counts[$0]) }
  }

  /// Counts a number; one below 0 counts as 0.
  package mutating func add(_ number: Int) {
    counts[Self.place(of: number)] += 1
  }

  /// Adds what another histogram has counted.
  package static func += (left: inout Histogram, right: Histogram) {
    for index in left.counts.indices { left.counts[index] += right.counts[index] }
  }

  /// The counts, class by class, as a report in JSON holds them.
  package var json: JSONValue {
    .array(classes.map { .integer(Int64($0.count)) })
  }

  /// The counts that a report in JSON holds.
  package init(_ json: JSONValue) {
    for (index, value) in (json.elements ?? []).prefix(Self.limit).enumerated() {
      if let count = value.count { counts[index] = count }
    }
  }

  private static func place(of number: Int) -> Int {
    guard number > 0 else { return 0 }
    return min(Int.bitWidth - (number - 1).leadingZeroBitCount + 1, limit - 1)
  }

  private static func range(_ place: Int) -> ClosedRange<Int> {
    switch place {
    case 0: 0...0
    case 1: 1...1
    default: (1 << (place - 2)) + 1...1 << (place - 1)
    }
  }
}
