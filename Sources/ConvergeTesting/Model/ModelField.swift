// SPDX-License-Identifier: Apache-2.0

/// All operations ever made on one field, at whatever replica, in the order made.
///
/// A field of a map holds an operation also for each one made inside its records: as a `write`.
struct ModelField {
  /// The field's name and datatype.
  var declaration: HistoryField
  /// The record that the field stands in; nil for a field of the document.
  var record: ModelRecord?
  /// The operations.
  var operations: [ModelOperation] = []
  /// The slots, where the datatype has an order.
  var sequence = ModelSequence()
  /// How many list elements or scalars have been inserted.
  var elementCount = 0
  /// Whether a call was made on it, or inside it, one without effect included.
  var isTouched = false
  /// What replicas were last found to show of it, by replica, where the datatype has an order.
  private(set) var shown: [ModelShown?] = []

  /// What a replica was last found to show, if it was at this revision.
  @inline(__always)
  func shown(at replica: Int, revision: Int) -> [ModelShown.Element]? {
    guard replica < shown.count, let known = shown[replica], known.revision == revision else {
      return nil
    }
    return known.elements
  }

  /// Notes what a replica shows.
  mutating func note(_ shown: ModelShown, at replica: Int) {
    while self.shown.count <= replica { self.shown.append(nil) }
    self.shown[replica] = shown
  }

  /// Adds an operation.
  mutating func append(_ operation: ModelOperation) {
    // A field that is used at all is used several times.
    if operations.isEmpty { operations.reserveCapacity(8) }
    operations.append(operation)
  }

  /// The field's datatype.
  var kind: DatatypeKind { declaration.kind }
}

/// What a replica shows of an ordered field, in order, until its revision changes.
struct ModelShown {
  /// An element and the slot that it stands in.
  struct Element {
    var element: Int
    var slot: Int
    /// The value of a list's element, the scalar of a text's; -1 where the element says it all.
    var value = -1
  }

  var revision: Int
  var elements: [Element]
}

/// A record, present or not.
struct ModelRecord: Equatable {
  /// The field of the map that holds it, as an index into the model's fields.
  var map: Int
  /// Its key, as an index into the model's values.
  var key: Int
}
