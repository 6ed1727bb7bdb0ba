// SPDX-License-Identifier: Apache-2.0

/// What a record shows.
@dynamicMemberLookup
public struct RecordView<Fields: Schema>: Sendable {
  private let source: Source
  private let replicas: ReplicaTable
  @usableFromInline let box: SchemaBox<Fields>

  /// Where the fields are.
  private enum Source: Sendable {
    /// Apart from the map: who keeps the view of one record does not keep all others too, nor has
    /// the next edit copy them.
    case alone(SharedCell<RecordFields>)
    /// In a row of the map, as in the views of all its records.
    case row(Shared<MapState>, Int)
  }

  init(_ fields: RecordFields, _ replicas: ReplicaTable) {
    source = .alone(SharedCell(fields))
    self.replicas = replicas
    box = SchemaBox(Fields())
  }

  init(
    _ map: Shared<MapState>, row: Int, _ replicas: ReplicaTable, _ box: SchemaBox<Fields>
  ) {
    source = .row(map, row)
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
  @inlinable
  public subscript<Datatype>(_ field: Field<Datatype>) -> Datatype {
    Datatype(stored(field.place))
  }

  @usableFromInline
  func stored(_ place: FieldPlace) -> StoredField {
    StoredField(state: state(of: place), replicas: replicas, defaultValue: place.defaultValue)
  }

  /// The fields that hold something, ascending by name: a register set to nothing and a counter
  /// at 0 are among them.
  ///
  /// - Complexity: O(*n*) in the number of fields.
  public var fieldNames: [(name: String, datatype: DatatypeTag)] {
    switch source {
    case .alone(let cell): cell.value.names
    case .row(let map, let row): map.state.record(inRow: row).fields.names
    }
  }

  private func state(of place: FieldPlace) -> FieldState? {
    switch source {
    case .alone(let cell): cell.value[place.target.field]
    case .row(let map, let row): map.state.field(place.target.field, inRow: row)
    }
  }
}
