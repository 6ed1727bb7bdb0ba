// SPDX-License-Identifier: Apache-2.0

/// What changes a record inside a transaction.
@dynamicMemberLookup
public struct RecordEditor<Fields: Schema> {
  private let session: EditSession
  private let steps: [Target.Step]
  private let schema: SchemaBox<Fields>

  init(_ map: EditedField, key: ValueBytes) {
    session = map.session
    schema = map.session.schema(Fields.self)
    steps = map.target.steps + [Target.Step(map: map.target.field, key: key)]
    precondition(
      steps.count < DecodingLimits.default.maximumNestingDepth, "Records are nested too deep.")
  }

  /// Whether the record is present at this moment.
  public var isPresent: Bool {
    session.presentDepth(of: steps) == steps.count
  }

  /// The editor of a field of the schema.
  public subscript<Datatype: EditableDatatype>(
    dynamicMember field: KeyPath<Fields, Field<Datatype>>
  ) -> Datatype.Editor {
    self[schema.schema[keyPath: field]]
  }

  /// The editor of a field, whether the schema names it or not.
  public subscript<Datatype: EditableDatatype>(_ field: Field<Datatype>) -> Datatype.Editor {
    Datatype.editor(
      EditedField(
        session,
        FieldPlace(Target(steps: steps, field: field.key), defaultValue: field.defaultValue)))
  }
}
