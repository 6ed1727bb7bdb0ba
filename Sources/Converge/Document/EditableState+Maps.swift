// SPDX-License-Identifier: Apache-2.0

/// An unordered map that a transaction sets registers of records in.
struct OpenMap: Sendable {
  /// The field; none while no map is open.
  private(set) var place: FieldPlace?
  /// Where the field stands among those of the document, if it is there.
  private var position: Int?
  private var shared = none
  private static let none = Shared(MapState())
  /// The register that was set last, and the author's numbers of the map's name and of its.
  private var register: FieldPlace?
  private var numbers = (map: 0, field: 0)

  /// Takes the map out of the fields.
  mutating func take(_ place: FieldPlace, from fields: inout RecordFields) {
    self.place = place
    if let (shared, position) = fields.takeMap(place.target.field) {
      self.shared = shared
      self.position = position
    } else {
      position = nil
    }
  }

  /// Puts the map back among the fields.
  mutating func putBack(_ place: FieldPlace, among fields: inout RecordFields) {
    self.place = nil
    register = nil
    fields.putMap(shared, place.target.field, at: position)
    shared = Self.none
  }

  /// Sets a register of a record, as a call of the user here.
  ///
  /// - Returns: Whether the write is fresh; nil, and nothing was done, where there is more to do
  ///   than to set it.
  mutating func set(
    _ value: ValueBytes, _ field: FieldPlace, in key: ValueBytes, _ stamp: Stamp,
    seen: LocalVersionVector, _ replicas: ReplicaTable
  ) -> Bool? {
    shared.update {
      $0.set(
        value, field.target.field, in: key, isFresh: nil, stamp, seen: seen, replicas)
    }
  }

  /// Notes a set for the change.
  mutating func note(
    _ value: ValueBytes, _ field: FieldPlace, in key: ValueBytes, isFresh: Bool,
    in writer: inout OperationWriter, _ names: inout AuthorNumbers
  ) {
    if register === field {
      writer.appendSet(value, numbers.field, in: numbers.map, key, isFresh: isFresh)
    } else if let place {
      numbers = writer.appendSet(
        value, field.target.field, in: place.target.field, key, isFresh: isFresh, &names)
      register = field
    }
  }
}

extension EditableState {
  /// Sets a register of a record in an unordered map of the document.
  ///
  /// Nearly always the record was never written to, or is present, and then nothing else has to be
  /// looked at.
  mutating func setInRecord(
    _ value: ValueBytes, _ field: FieldPlace, _ place: FieldPlace, _ key: ValueBytes
  ) {
    if map.place !== place {
      closeFields()
      map.take(place, from: &state.fields)
    }
    begin()
    let dot = work.next
    state.versionVector[work.author] = dot.counter - 1
    let isFresh = map.set(
      value, field, in: key, Stamp(dot: dot, timestamp: work.timestamp.packed),
      seen: state.versionVector, state.replicas)
    guard let isFresh else {
      let record = Target.Step(map: place.target.field, key: key)
      return performInRecord(.set(value), on: Target(steps: [record], field: field.target.field))
    }
    map.note(
      value, field, in: key, isFresh: isFresh, in: &work.writer,
      &state.authors[work.author].numbers)
    advance(by: 1)
  }
}
