// SPDX-License-Identifier: Apache-2.0

/// The places in a collection whose value does not read as its element type: they are not shown,
/// and indices count without them.
///
/// Nearly always none.
struct ForeignIndices: Sendable {
  /// Ascending, counted with them.
  private let indices: [Int]

  init() {
    indices = []
  }

  /// Looks for values that do not read as a type.
  ///
  /// - Complexity: O(1) when the kinds alone tell that there are none, else O(*n*).
  init<Element: ReplicatedValue>(
    _ kinds: ValueKinds, _ type: Element.Type, _ values: () -> [ValueBytes]
  ) {
    guard !kinds.allRead(as: type) else {
      indices = []
      return
    }
    indices = values().enumerated()
      .filter { $0.element.decoded(as: type) == nil }.map(\.offset)
  }

  var count: Int { indices.count }

  /// The index counted with foreign values, of one counted without.
  func whole(_ index: Int) -> Int {
    var index = index
    for foreign in indices {
      guard foreign <= index else { break }
      index += 1
    }
    return index
  }

  /// The index counted without foreign values, of one counted with them; nil of a foreign one.
  func shown(_ index: Int) -> Int? {
    let before = indices.count { $0 < index }
    return before < indices.count && indices[before] == index ? nil : index - before
  }
}
