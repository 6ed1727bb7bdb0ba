// SPDX-License-Identifier: Apache-2.0

/// Where the fields of a record are that is looked at.
private enum RecordSource: Sendable {
  /// Apart from the map: who keeps the view of one record does not keep all others too, nor has
  /// the next edit copy them.
  case alone(SharedCell<RecordFields>)
  /// In a row of the map, as in the views of all its records.
  case row(Shared<MapState>, Int)

  /// The state of a field, or nil when nothing was ever written to it.
  func state(of field: FieldKey) -> FieldState? {
    switch self {
    case .alone(let cell): cell.look { $0[field] }
    case .row(let map, let row): map.look { $0.field(field, inRow: row) }
    }
  }

  /// The fields that hold something, ascending.
  var names: [(name: String, datatype: DatatypeTag)] {
    switch self {
    case .alone(let cell): cell.look { $0.names }
    case .row(let map, let row): map.look { $0.record(inRow: row) }.fields.names
    }
  }
}

/// What a record shows.
@dynamicMemberLookup
public struct RecordView<Fields: Schema>: Sendable {
  private let source: RecordSource
  private let replicas: ReplicaTable
  @usableFromInline let box: SchemaBox<Fields>

  init(_ fields: consuming RecordFields, _ replicas: ReplicaTable) {
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
    StoredField(
      state: source.state(of: place.target.field), replicas: replicas,
      defaultValue: place.defaultValue)
  }

  /// The fields that hold something, ascending by name: a register set to nothing and a counter
  /// at 0 are among them.
  ///
  /// - Complexity: O(*n*) in the number of fields.
  public var fieldNames: [(name: String, datatype: DatatypeTag)] {
    source.names
  }
}
