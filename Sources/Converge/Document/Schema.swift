// SPDX-License-Identifier: Apache-2.0

/// The fields of a document or of a record, as properties of type `Field`.
///
///     struct Wallpapers: Schema {
///       let favorites = Field("favorites", OrderedORSet<String>.self)
///       let theme = Field("theme", LWWRegister<String>.self, default: "system")
///     }
///
/// A schema lives in code and is never written into a document: fields that this version of an
/// app does not know are kept, merged and forwarded, and show up again once it does.
public protocol Schema: Sendable {
  /// Creates the schema.
  init()
}

/// A schema without fields, for documents and records whose fields are named as they come.
public struct NoSchema: Schema {
  /// Creates the schema.
  public init() {}
}

/// A field: a name, compared as UTF-8 bytes, and a datatype.
public struct Field<Datatype: ReplicatedDatatype>: Sendable {
  let key: FieldKey
  let defaultValue: Value?

  /// The field's name.
  public var name: String { String(decoding: key.name, as: UTF8.self) }

  init(_ name: String, defaultValue: Value?) {
    precondition(
      name.utf8.count <= DecodingLimits.default.maximumNameBytes, "A field's name is too long.")
    key = FieldKey(name, Datatype.datatype)
    self.defaultValue = defaultValue
  }

  /// Creates a field of a datatype that starts empty.
  ///
  /// - Precondition: The name has at most 1,024 bytes.
  public init(_ name: String, _ datatype: Datatype.Type) where Datatype: StartsEmpty {
    self.init(name, defaultValue: nil)
  }

  /// Creates a register's field with what it shows where nothing, or a value of another type, is
  /// set.
  ///
  /// The default lives in code and is never written as a change.
  ///
  /// - Precondition: The name has at most 1,024 bytes.
  public init<Element>(_ name: String, _ datatype: Datatype.Type, default value: Element)
  where Datatype == LWWRegister<Element> {
    self.init(name, defaultValue: value.replicatedValue)
  }
}

/// A datatype that a field can have: one of the library's ten.
public protocol ReplicatedDatatype: Sendable {
  /// What changes the field inside a transaction.
  associatedtype Editor

  /// The number that stands for the datatype in bytes.
  static var datatype: DatatypeTag { get }

  /// Creates what a field shows.
  init(_ field: StoredField)

  /// Returns what changes the field inside a transaction.
  static func editor(_ field: EditedField) -> Editor
}

/// A datatype whose field needs no default.
public protocol StartsEmpty: ReplicatedDatatype {}

/// A field as it is in a document: what a datatype's view is made of.
public struct StoredField: Sendable {
  let state: FieldState?
  let replicas: ReplicaTable
  let defaultValue: Value?
}
