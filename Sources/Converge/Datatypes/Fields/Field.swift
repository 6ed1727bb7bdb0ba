// SPDX-License-Identifier: Apache-2.0

/// A field: a name, compared as UTF-8 bytes, and a datatype.
public struct Field<Datatype: ReplicatedDatatype>: Sendable {
  /// The field of a document; that of a record is below the record.
  @usableFromInline let place: FieldPlace

  var key: FieldKey { place.target.field }

  var defaultValue: Value? { place.defaultValue }

  /// The field's name.
  public var name: String { String(decoding: key.name, as: UTF8.self) }

  init(_ name: String, defaultValue: Value?) {
    precondition(
      name.utf8.count <= FieldKey.maximumNameBytes, "A field's name is too long.")
    place = FieldPlace(
      Target(field: FieldKey(name, Datatype.datatype)), defaultValue: defaultValue)
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
