// SPDX-License-Identifier: Apache-2.0

extension RecordFields {
  /// Applies an operation to a field, through the records around it.
  ///
  /// Each record on the way is written to. Depth is bounded by the decoder and by the editor.
  mutating func apply(
    _ operation: Operation, to target: Target, from step: Int = 0, _ context: WriteContext
  ) {
    guard step < target.steps.count else {
      if case .touch = operation { return }
      apply(operation, to: target.field, context)
      return
    }
    if case .set(let value) = operation, step == target.steps.count - 1,
      target.field.datatype == .lwwRegister,
      set(value, target.field, in: target.steps[step], context)
    {
      return
    }
    apply(operation, to: target, inRecordAt: step, context)
  }

  /// Sets a register of a record where nothing has to be cleared.
  ///
  /// - Returns: Whether the record is in an unordered map and that is so; else nothing was done.
  private mutating func set(
    _ value: ValueBytes, _ field: FieldKey, in record: Target.Step, _ context: WriteContext
  ) -> Bool {
    record.map.datatype == .orMap
      && set(
        value, field, in: record.map, record.key, isFresh: record.isFresh, context.stamp,
        seen: context.seen, context.replicas) != nil
  }
}

extension FieldState {
  /// Applies an operation of this field's datatype; another's does nothing.
  mutating func apply(_ operation: Operation, _ context: WriteContext) {
    switch operation {
    case .set(let value):
      set(value, context)
    case .increment(let amount):
      updateCounter { $0.increment(by: amount, context) }
    case .enable:
      updateFlag { $0.enable(context) }
    case .disable:
      updateFlag { $0.disable(context) }
    case .insertMember(let value):
      updateSet { $0.insert(value, context.dot, seen: context.seen) }
    case .removeMember(let value):
      updateSet { $0.remove(value, seen: context.seen) }
    case .insertOrderedMember(let value, let placement):
      updateOrderedSet { $0.insert(value, at: placement, context) }
    case .removeOrderedMember(let value):
      updateOrderedSet { $0.remove(value, context) }
    case .moveOrderedMember(let value, let placement):
      updateOrderedSet { $0.move(value, to: placement, context) }
    case .removeRecord(let key):
      updateMap { $0.remove(key, context) }
    case .insertOrderedRecord(let key, let placement):
      updateOrderedMap { $0.insert(key, at: placement, context) }
    case .removeOrderedRecord(let key):
      updateOrderedMap { $0.remove(key, context) }
    case .moveOrderedRecord(let key, let placement):
      updateOrderedMap { $0.move(key, to: placement, context) }
    default:
      applyToSequence(operation, context)
    }
  }

  private mutating func applyToSequence(_ operation: Operation, _ context: WriteContext) {
    switch operation {
    case .insertElements(let values, let placement):
      updateList { $0.insert(values, at: placement, context) }
    case .removeElements(let ranges):
      updateList { $0.remove(ranges, context) }
    case .replaceElement(let element, with: let value):
      updateList { $0.replace(element, with: value, context) }
    case .moveElement(let element, let placement):
      updateList { $0.move(element, to: placement, context) }
    case .insertText(let piece, let placement):
      updateText { $0.insert(piece, at: placement, context) }
    case .removeText(let ranges):
      updateText { $0.remove(ranges, context) }
    default:
      break
    }
  }

  /// Applies an operation to what is inside a record of this map, ordered or not; another field
  /// stays as it is.
  ///
  /// Not by way of `updateMap`: a closure takes a copy of the context along.
  mutating func apply(
    _ operation: Operation, to target: Target, inRecordAt step: Int, _ context: WriteContext
  ) {
    if var shared = takeMap() {
      shared.makeUnique()
      shared.unique.apply(operation, to: target, inRecordAt: step, context)
      self = .map(shared)
    } else if var shared = takeOrderedMap() {
      shared.makeUnique()
      shared.unique.apply(operation, to: target, inRecordAt: step, context)
      self = .orderedMap(shared)
    }
  }

  /// Writes to a record of an unordered map, as a call of the user here.
  ///
  /// - Returns: Whether the record was absent, so that the write is fresh.
  mutating func writeRecordHere(
    _ key: ValueBytes, _ context: WriteContext, _ change: (inout RecordFields) -> Void
  ) -> Bool {
    var isFresh = false
    updateMap { isFresh = $0.writeHere(key, context, change) }
    return isFresh
  }
}

extension RecordFields {
  /// Sets a register of a record in an unordered map where nothing has to be cleared.
  ///
  /// - Returns: Whether the write is fresh; nil, and nothing was done, where there is more to do.
  mutating func set(
    _ value: ValueBytes, _ field: FieldKey, in map: FieldKey, _ key: ValueBytes, isFresh: Bool,
    _ stamp: Stamp, seen: LocalVersionVector, _ replicas: ReplicaTable
  ) -> Bool? {
    updateMap(map) {
      $0.set(value, field, in: key, isFresh: isFresh, stamp, seen: seen, replicas)
    } ?? nil
  }

  /// Applies an operation to a field of a record in an unordered map, as a call of the user here.
  ///
  /// - Returns: Whether the record was absent, so that the operation is fresh.
  mutating func applyHere(
    _ operation: Operation, to field: FieldKey, in record: Target.Step, _ context: WriteContext
  ) -> Bool {
    update(record.map) { map in
      map.writeRecordHere(record.key, context) { fields in
        if case .touch = operation { return }
        fields.apply(operation, to: field, context)
      }
    }
  }
}
