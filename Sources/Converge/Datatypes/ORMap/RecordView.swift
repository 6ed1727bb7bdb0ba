// SPDX-License-Identifier: Apache-2.0

/// What a record shows.
@dynamicMemberLookup
public struct RecordView<Fields: Schema>: Sendable {
  private let fields: RecordFields
  private let replicas: ReplicaTable
  @usableFromInline let box: SchemaBox<Fields>

  init(
    _ fields: RecordFields, _ replicas: ReplicaTable,
    _ box: SchemaBox<Fields> = SchemaBox(Fields())
  ) {
    self.fields = fields
    self.replicas = replicas
    self.box = box
  }

  /// What a field of the schema shows.
  @inlinable
  public subscript<Datatype>(
    dynamicMember field: KeyPath<Fields, Field<Datatype>>
  ) -> Datatype {
    self[box.schema[keyPath: field]]
  }

  /// What a field shows, whether the schema names it or not.
  public subscript<Datatype>(_ field: Field<Datatype>) -> Datatype {
    Datatype(
      StoredField(
        state: fields[field.key], replicas: replicas, defaultValue: field.defaultValue))
  }

  /// The fields that hold something, ascending by name: a register set to nothing and a counter
  /// at 0 are among them.
  ///
  /// - Complexity: O(*n*) in the number of fields.
  public var fieldNames: [(name: String, datatype: DatatypeTag)] { fields.names }
}
