// SPDX-License-Identifier: Apache-2.0

extension ORMap {
  /// Changes a map inside a transaction.
  public struct Editor {
    let field: EditedField
    private let schema: SchemaBox<Record>

    init(_ field: consuming EditedField) {
      schema = field.session.schema(Record.self)
      self.field = field
    }

    /// What the map shows at this moment.
    public var current: ORMap { ORMap(field.stored) }

    /// The record under a key, present or not: the first write to an absent one creates it, empty
    /// but for that write.
    public subscript(key: Key) -> RecordEditor<Record> {
      let key = field.session.checked(ValueBytes(of: key))
      return RecordEditor(field.session, field.path(to: key), schema)
    }

    /// Removes a record, as far as the writes to it are seen.
    ///
    /// - Complexity: O(1) on average.
    public func remove(_ key: Key) {
      field.writeIfPresent(.removeRecord(field.session.checked(ValueBytes(of: key))))
    }

    /// Removes all records that are visible; what others write to at the same time stays.
    ///
    /// - Complexity: O(*n* log *n*) in the number of keys.
    public func removeAll() {
      let keys = field.read { field -> [ValueBytes] in
        guard case .map(let shared) = field else { return [] }
        return shared.state.shownKeys
      }
      for key in keys { field.writeIfPresent(.removeRecord(key)) }
      if keys.isEmpty { field.touch() }
    }
  }
}

extension ORMap: EditableDatatype {
  /// Returns what changes the field inside a transaction.
  public static func editor(_ field: consuming EditedField) -> Editor {
    Editor(field)
  }
}
