// SPDX-License-Identifier: Apache-2.0

extension OrderedORMap {
  /// Changes an ordered map inside a transaction.
  public struct Editor {
    let field: EditedField

    /// What the map shows at this moment.
    public var current: OrderedORMap { field.current(OrderedORMap.self) }

    /// The record under a key, present or not: the first write to an absent one creates it at the
    /// end, empty but for that write.
    public subscript(key key: Key) -> RecordEditor<Record> {
      RecordEditor(field, key: field.session.checked(ValueBytes(of: key)))
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
      let view = current
      guard !view.contains(key) else {
        field.write(.insertOrderedRecord(value, nil))
        return
      }
      precondition(index >= 0 && index <= view.count, "An index is outside the map.")
      field.write(.insertOrderedRecord(value, field.placement(at: view.wholeIndex(index))))
    }

    /// Inserts a record without content at the end.
    public func append(_ key: Key) {
      insert(key, at: current.count)
    }

    /// Removes a record, as far as the writes to it are seen.
    ///
    /// - Complexity: O(log *n*) in the number of slots.
    public func remove(_ key: Key) {
      field.writeIfPresent(.removeOrderedRecord(ValueBytes(of: key)))
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
      let view = current
      guard let old = view.index(of: key) else { return field.touch() }
      precondition(index >= 0 && index < view.count, "An index is outside the map.")
      guard index != old else { return field.touch() }
      let value = ValueBytes(of: key)
      var placement: Placement?
      let placing = field.session.placing
      field.session.update(field.target) { state in
        state.updateOrderedMap {
          placement = $0.placement(
            moving: value, to: view.wholeIndex(moving: old, to: index), placing)
        }
      }
      guard let placement else { return field.touch() }
      field.writeIfPresent(.moveOrderedRecord(value, placement))
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
      let view = current
      guard let source = view.index(of: key), let target = view.index(of: other),
        source != target
      else { return field.touch() }
      move(key, to: MoveIndex.final(of: source, beside: target, isAfter: isAfter))
    }
  }
}

extension OrderedORMap: EditableDatatype {
  /// Returns what changes the field inside a transaction.
  public static func editor(_ field: EditedField) -> Editor {
    Editor(field: field)
  }
}
