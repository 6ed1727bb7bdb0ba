// SPDX-License-Identifier: Apache-2.0

/// One operation as its author saw it: everything that its effect depends on is written into it.
struct ModelOperation {
  /// What the operation does; which ones a field can hold follows from its datatype.
  enum Kind {
    case set
    case increment
    case enable
    case disable
    case insert
    case remove
    case move
    case replace
    /// Stands in a map for an operation on something inside one of its records.
    case write
  }

  /// What it does.
  var kind: Kind
  /// The change it stands in, as an index into the model's changes.
  var change: Int
  /// Its number among all operations; a write to a record has that of the operation inside.
  var order: Int
  /// The member, record key or list element it is about; -1 for none.
  var element = -1
  /// The value that it sets, as an index into the model's values; -1 for none.
  var value = -1
  /// What an increment adds.
  var amount: Int64 = 0
  /// The slot that it gives its element; -1 for none.
  var slot = -1
  /// Whether its record was absent at its author, so that it clears what it saw inside.
  var isFresh = false
}

/// One change of the model: who made it, when, and what its author had applied.
struct ModelChange {
  /// The author's index.
  var replica: Int
  /// The number among its author's changes, from 1.
  var number: Int
  /// The timestamp of all its operations.
  var stamp: Stamp
  /// How many changes of each replica the author had applied before this one.
  var context: [Int]
}

extension [ModelOperation] {
  /// The elements that the operations are about, each once.
  var elements: [Int] {
    var elements: [Int] = []
    for operation in self where !elements.contains(operation.element) {
      elements.append(operation.element)
    }
    return elements
  }
}
