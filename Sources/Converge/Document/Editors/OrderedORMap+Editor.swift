// SPDX-License-Identifier: Apache-2.0

extension OrderedORMap {
  /// Changes an ordered map inside a transaction.
  public struct Editor {
    let field: EditedField
    private let schema: SchemaBox<Record>

    init(_ field: consuming EditedField) {
      schema = field.session.schema(Record.self)
      self.field = field
    }

    /// What the map shows at this moment.
    public var current: OrderedORMap { OrderedORMap(field.stored) }

    /// The record under a key, present or not: the first write to an absent one creates it at the
    /// end, empty but for that write.
    public subscript(key key: Key) -> RecordEditor<Record> {
      let key = field.session.checked(ValueBytes(of: key))
      return RecordEditor(field.session, field.path(to: key), schema)
    }

    /// Inserts a record without content at an index.
    ///
    /// When the key is present already, it stays where it is, and is defended against a concurrent
    /// removal.
    ///
    /// - Complexity: O(log *n*) in the number of slots.
    /// - Precondition: The index is from 0 up to and including `count`.
    public func insert(_ key: Key, at index: Int) {
      let value = field.session.checked(ValueBytes(of: key))
      let placement = look { view -> Placement? in
        guard !view.contains(key) else { return nil }
        precondition(index >= 0 && index <= view.count, "An index is outside the map.")
        return field.isPresent
          ? view.placement(at: index, field.session.placing) : field.placement(at: 0)
      }
      field.write(.insertOrderedRecord(value, placement))
    }

    /// Inserts a record without content at the end.
    public func append(_ key: Key) {
      insert(key, at: look(\.count))
    }

    /// Removes a record, as far as the writes to it are seen.
    ///
    /// - Complexity: O(log *n*) in the number of slots.
    public func remove(_ key: Key) {
      field.writeIfPresent(.removeOrderedRecord(field.session.checked(ValueBytes(of: key))))
    }

    /// Removes all records that are visible; what others write to at the same time stays.
    public func removeAll() {
      let keys = field.read { field -> [ValueBytes] in
        guard case .orderedMap(let shared) = field else { return [] }
        return shared.state.shownKeys
      }
      for key in keys { field.writeIfPresent(.removeOrderedRecord(key)) }
      if keys.isEmpty { field.touch() }
    }

    /// Moves a record so that its index becomes `index`.
    ///
    /// One that is absent stays away.
    ///
    /// - Complexity: O(log *n*) in the number of slots.
    /// - Precondition: The index is from 0 up to, not including, `count`.
    public func move(_ key: Key, to index: Int) {
      let placement = look { view -> Placement? in
        guard let old = view.index(of: key) else { return nil }
        precondition(index >= 0 && index < view.count, "An index is outside the map.")
        return index == old ? nil : view.placement(moving: old, to: index, field.session.placing)
      }
      guard let placement else { return field.touch() }
      field.writeIfPresent(.moveOrderedRecord(ValueBytes(of: key), placement))
    }

    /// Moves a record to right before another; where either is absent, nothing moves.
    public func move(_ key: Key, before other: Key) {
      move(key, beside: other, isAfter: false)
    }

    /// Moves a record to right after another; where either is absent, nothing moves.
    public func move(_ key: Key, after other: Key) {
      move(key, beside: other, isAfter: true)
    }

    private func move(_ key: Key, beside other: Key, isAfter: Bool) {
      let target = look { view -> Int? in
        guard let source = view.index(of: key), let target = view.index(of: other),
          source != target
        else { return nil }
        return MoveIndex.final(of: source, beside: target, isAfter: isAfter)
      }
      guard let target else { return field.touch() }
      move(key, to: target)
    }

    /// Looks at what the map shows.
    ///
    /// No view may be left when the map is changed: the change would have to copy it all.
    private func look<Result>(_ body: (OrderedORMap) -> Result) -> Result { body(current) }
  }
}

extension OrderedORMap: EditableDatatype {
  /// Returns what changes the field inside a transaction.
  public static func editor(_ field: consuming EditedField) -> Editor {
    Editor(field)
  }
}
