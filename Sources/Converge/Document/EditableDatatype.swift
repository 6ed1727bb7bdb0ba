// SPDX-License-Identifier: Apache-2.0

/// A datatype that a transaction can change: one of the library's ten.
public protocol EditableDatatype: ReplicatedDatatype {
  /// What changes a field inside a transaction.
  associatedtype Editor

  /// Returns what changes a field inside a transaction.
  static func editor(_ field: consuming EditedField) -> Editor
}
