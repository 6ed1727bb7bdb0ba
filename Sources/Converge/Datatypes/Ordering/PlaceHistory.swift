// SPDX-License-Identifier: Apache-2.0

/// What must be remembered of an element's earlier places, until all members know what took
/// their stead.
struct PlaceHistory: Sendable {
  /// Places that a later one has seen, or that a removal ended.
  var superseded: [Stamp] = []
  /// Which of all places came with an insert that found the element absent.
  var inserted: [LocalDot] = []
  /// In a list, the removals of the element that have not seen another.
  var removals: [LocalDot] = []
  /// In a list, whether a fresh write of a record around removed the element.
  var isCleared = false

  var isEmpty: Bool {
    superseded.isEmpty && inserted.isEmpty && removals.isEmpty && !isCleared
  }

  /// Notes a removal, unless it has seen an earlier one.
  mutating func remove(by removal: LocalDot, seen context: LocalVersionVector, isCleared: Bool) {
    guard !removals.contains(removal), !removals.contains(where: context.contains) else { return }
    removals.append(removal)
    if isCleared { self.isCleared = true }
  }
}
