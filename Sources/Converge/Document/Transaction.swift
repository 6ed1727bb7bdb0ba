// SPDX-License-Identifier: Apache-2.0

/// What the closure of `Document.edit` changes a document through.
///
/// Its fields are editors; indices are those of what is visible at that moment, earlier calls of
/// the transaction included. Valid as long as the closure runs.
@dynamicMemberLookup
public struct Transaction<Fields: Schema> {
  @usableFromInline let schema: SchemaBox<Fields>
  @usableFromInline let session: EditSession

  @inlinable
  init(_ schema: SchemaBox<Fields>, _ session: consuming EditSession) {
    self.schema = schema
    self.session = session
  }

  /// The editor of a field of the schema.
  @inlinable
  public subscript<Datatype: EditableDatatype>(
    dynamicMember field: KeyPath<Fields, Field<Datatype>>
  ) -> Datatype.Editor {
    Datatype.editor(EditedField(session, schema.schema[keyPath: field].place))
  }

  /// The editor of a field, whether the schema names it or not.
  @inlinable
  public subscript<Datatype: EditableDatatype>(_ field: Field<Datatype>) -> Datatype.Editor {
    Datatype.editor(EditedField(session, field.place))
  }
}
