// SPDX-License-Identifier: Apache-2.0

/// The field names that the authors of a snapshot mention, each once, ascending.
struct NameTable {
  private(set) var names: [[UInt8]] = []

  /// Creates the table of the names of all authors, those of one without duplicates.
  ///
  /// - Complexity: O(*n* log *n*) in the names.
  init(_ authors: [[[UInt8]]]) {
    // Authors mostly mention the same names in the same order.
    var last: [[UInt8]] = []
    var all: [[UInt8]] = []
    for names in authors where names != last {
      all += names
      last = names
    }
    if all.count > 1 { all.sort { $0.lexicographicallyPrecedes($1) } }
    names.reserveCapacity(all.count)
    for name in all where name != names.last { names.append(name) }
  }

  /// The place of a name, which must be there.
  ///
  /// - Complexity: O(log *n*) in the names.
  func place(of name: [UInt8]) -> Int {
    var low = 0
    var high = names.count - 1
    while low < high {
      let middle = (low + high) / 2
      if names[middle].lexicographicallyPrecedes(name) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
