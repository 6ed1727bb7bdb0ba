// SPDX-License-Identifier: Apache-2.0

/// All operations ever made on one field, at whatever replica, in the order made.
struct ModelField {
  /// The field's name, for errors.
  var name: String
  /// The field's datatype.
  var kind: DatatypeKind
  /// The operations.
  var operations: [ModelOperation] = []
  /// The slots, where the datatype has an order.
  var sequence = ModelSequence()
  /// How many list elements or scalars have been inserted.
  var elementCount = 0
}
