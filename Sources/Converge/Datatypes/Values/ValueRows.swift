// SPDX-License-Identifier: Apache-2.0

/// Distinct values, each with a row: its place in the order in which they came.
///
/// What a dictionary from values to rows is, in half the memory and without its general hashing:
/// the values stand in one array, and a table of row numbers with open addressing finds them
/// (Donald Knuth, "The Art of Computer Programming", volume 3, section 6.4, algorithm L, and for
/// removals algorithm R). Few values are found by looking at each; there is no table then.
///
/// What the owner keeps of each value it keeps in arrays of its own, by row.
///
/// Invariant: Each row's number, plus one, stands in the table once, and no free place lies
/// between its value's first place and it.
struct ValueRows: Sendable {
  /// As many values are found by looking at each of them.
  ///
  /// Ten are looked at in the time that one hash and its table take, and a document of a dozen
  /// settings has no table.
  private static let scanLimit = 12

  /// The values, by row.
  private(set) var values: [ValueBytes] = []
  /// Row numbers plus one, 0 for a free place; a power of two of them, at most two thirds taken.
  private var places: [UInt32] = []

  var count: Int { values.count }

  var isEmpty: Bool { values.isEmpty }

  /// The row of a value, or nil when it is not here.
  ///
  /// - Complexity: O(1) on average.
  func row(of value: ValueBytes) -> Int? {
    guard !places.isEmpty else { return values.firstIndex(of: value) }
    let mask = places.count &- 1
    var place = value.tableHash & mask
    while true {
      let number = Int(truncatingIfNeeded: places[place])
      if number == 0 { return nil }
      if values[number &- 1] == value { return number &- 1 }
      place = (place &+ 1) & mask
    }
  }

  /// The row of a value, which is a new one, the last, when it was not here.
  ///
  /// - Complexity: O(1) on average.
  mutating func insert(_ value: ValueBytes) -> (row: Int, isNew: Bool) {
    if places.isEmpty {
      if let row = values.firstIndex(of: value) { return (row, false) }
      values.makeRoomForOne()
      values.append(value)
      if values.count > Self.scanLimit { makePlaces(for: values.count) }
      return (values.count - 1, true)
    }
    let mask = places.count &- 1
    var place = value.tableHash & mask
    while true {
      let number = Int(truncatingIfNeeded: places[place])
      if number == 0 { break }
      if values[number &- 1] == value { return (number &- 1, false) }
      place = (place &+ 1) & mask
    }
    values.append(value)
    if values.count > Self.capacity(of: places.count) {
      makePlaces(for: values.count)
    } else {
      places[place] = UInt32(truncatingIfNeeded: values.count)
    }
    return (values.count - 1, true)
  }

  /// Takes a value away; the last one comes to stand in its row.
  ///
  /// - Complexity: O(1) on average.
  mutating func remove(row: Int) {
    let last = values.count - 1
    if !places.isEmpty {
      freePlace(place(of: row))
      if row != last { places[place(of: last)] = UInt32(truncatingIfNeeded: row + 1) }
    }
    values.swapAt(row, last)
    values.removeLast()
  }

  /// Some of the rows, ascending by value.
  ///
  /// - Complexity: O(*n* log *n*), and O(*n*) where the values came in their order.
  func ascending(where isIncluded: (Int) -> Bool = { _ in true }) -> [Int] {
    var rows: [Int] = []
    rows.reserveCapacity(count)
    var isSorted = true
    for row in values.indices where isIncluded(row) {
      if let last = rows.last, isSorted, values[row] < values[last] { isSorted = false }
      rows.append(row)
    }
    if !isSorted { rows.sort { values[$0] < values[$1] } }
    return rows
  }

  mutating func removeAll() {
    self = ValueRows()
  }

  mutating func reserveCapacity(_ capacity: Int) {
    values.reserveCapacity(capacity)
    if capacity > Swift.max(Self.scanLimit, Self.capacity(of: places.count)) {
      makePlaces(for: capacity)
    }
  }

  // MARK: Places

  /// How many values a table of a size takes.
  private static func capacity(of placeCount: Int) -> Int { placeCount / 3 * 2 }

  /// Makes the table anew, with room for so many values.
  private mutating func makePlaces(for capacity: Int) {
    precondition(capacity < UInt32.max, "A collection has more values than it can number.")
    var count = 16
    while Self.capacity(of: count) < capacity { count *= 2 }
    places = [UInt32](repeating: 0, count: count)
    let mask = count - 1
    for (row, value) in values.enumerated() {
      var place = value.tableHash & mask
      while places[place] != 0 { place = (place &+ 1) & mask }
      places[place] = UInt32(truncatingIfNeeded: row + 1)
    }
  }

  /// Where a row's number stands.
  private func place(of row: Int) -> Int {
    let mask = places.count - 1
    var place = values[row].tableHash & mask
    while places[place] != UInt32(truncatingIfNeeded: row + 1) { place = (place &+ 1) & mask }
    return place
  }

  /// Frees a place, and moves those that stand behind it because it was taken.
  private mutating func freePlace(_ freed: Int) {
    let mask = places.count - 1
    var free = freed
    var place = freed
    while true {
      place = (place &+ 1) & mask
      let number = Int(truncatingIfNeeded: places[place])
      if number == 0 { break }
      let first = values[number - 1].tableHash & mask
      // It stays where its first place lies behind the free one, up to its own.
      guard (place &- first) & mask >= (place &- free) & mask else { continue }
      places[free] = places[place]
      free = place
    }
    places[free] = 0
  }
}

extension ValueRows: InvariantChecked {
  func verifyInvariants() throws(InvariantViolation) {
    try InvariantViolation.check(
      places.isEmpty || places.count { $0 != 0 } == values.count, "A table has other rows.")
    for row in values.indices {
      try InvariantViolation.check(
        self.row(of: values[row]) == row, "A value is not found under its row.")
    }
  }
}
