// SPDX-License-Identifier: Apache-2.0

/// An observed-remove set as it is defined, with all inserts and a tombstone for each removed one.
struct NaiveORSet {
  private var inserts: [Int: String] = [:]
  private var removed: Set<Int> = []

  /// Inserts an element under the insert's own number, which no other has.
  mutating func insert(_ element: String, id: Int) {
    inserts[id] = element
  }

  mutating func remove(_ element: String) {
    for (id, inserted) in inserts where inserted == element { removed.insert(id) }
  }

  mutating func merge(_ other: NaiveORSet) {
    inserts.merge(other.inserts) { first, _ in first }
    removed.formUnion(other.removed)
  }

  var elements: [String] {
    Set(inserts.filter { !removed.contains($0.key) }.map(\.value)).sorted()
  }
}
