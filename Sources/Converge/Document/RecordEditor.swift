// SPDX-License-Identifier: Apache-2.0

/// What changes a record inside a transaction.
@dynamicMemberLookup
public struct RecordEditor<Fields: Schema> {
  @usableFromInline let session: EditSession
  @usableFromInline let path: RecordPath
  @usableFromInline let schema: SchemaBox<Fields>

  init(_ session: EditSession, _ path: RecordPath, _ schema: SchemaBox<Fields>) {
    self.session = session
    self.path = path
    self.schema = schema
  }

  /// Whether the record is present at this moment.
  public var isPresent: Bool {
    let steps = path.steps
    return session.presentDepth(of: steps) == steps.count
  }

  /// The editor of a field of the schema.
  @inlinable
  public subscript<Datatype: EditableDatatype>(
    dynamicMember field: KeyPath<Fields, Field<Datatype>>
  ) -> Datatype.Editor {
    self[schema.schema[keyPath: field]]
  }

  /// The editor of a field, whether the schema names it or not.
  @inlinable
  public subscript<Datatype: EditableDatatype>(_ field: Field<Datatype>) -> Datatype.Editor {
    Datatype.editor(EditedField(session, field.place, path))
  }
}
