// SPDX-License-Identifier: Apache-2.0

/// A datatype that a field can have: one of the library's ten.
public protocol ReplicatedDatatype: Sendable {
  /// The number that stands for the datatype in bytes.
  static var datatype: DatatypeTag { get }

  /// Creates what a field shows.
  init(_ field: StoredField)
}

/// A datatype whose field needs no default.
public protocol StartsEmpty: ReplicatedDatatype {}

/// A field as it is in a document: what a datatype's view is made of.
public struct StoredField: Sendable {
  let state: FieldState?
  let replicas: ReplicaTable
  let defaultValue: Value?
}
