// SPDX-License-Identifier: Apache-2.0

/// What is found out about an element of a list or a text, operation by operation.
struct ModelElement {
  /// The greatest operation that placed it.
  private(set) var place: ModelOperation?
  /// The greatest operation that gave it a value.
  private(set) var content: ModelOperation?
  /// Whether it was inserted and not removed.
  var isThere = false

  /// Takes an operation on the element into account; removals are told by `isThere`.
  mutating func take(_ operation: ModelOperation, _ changes: ModelChanges) {
    if operation.kind == .insert { isThere = true }
    if operation.slot >= 0, place.map({ changes.isGreater(operation, than: $0) }) ?? true {
      place = operation
    }
    if operation.value >= 0, content.map({ changes.isGreater(operation, than: $0) }) ?? true {
      content = operation
    }
  }
}
