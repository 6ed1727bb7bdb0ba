// SPDX-License-Identifier: Apache-2.0

extension RecordFields {
  /// Applies a text operation of a change that was received; `bytes` are the change's.
  mutating func apply(
    _ edit: ReadTextOperation, to key: FieldKey, _ bytes: [UInt8], seen: LocalVersionVector,
    _ replicas: ReplicaTable
  ) {
    // As in the general case: what its author had not applied it cannot mean.
    switch edit.edit {
    case .insertion(let placement, let utf8):
      guard placement.parent.isNone || seen.contains(placement.parent) else { return }
      update(key) { field in
        field.updateText {
          $0.insert(bytes, utf8, count: edit.count, edit.dot, at: placement, replicas)
        }
      }
    case .removal(let slots):
      guard seen.contains(slots.last) else { return }
      update(key) { field in field.updateText { $0.removeForGood(slots) } }
    }
  }

  /// Sets a register of a record where that is all there is to do.
  ///
  /// - Returns: Whether it is; else nothing was done.
  mutating func set(
    _ value: ValueBytes, _ place: ReadRegisterWrite.Place, _ stamp: Stamp,
    seen: LocalVersionVector, _ replicas: ReplicaTable
  ) -> Bool {
    set(
      value, place.field, in: place.map, place.key, isFresh: place.isFresh, stamp, seen: seen,
      replicas) != nil
  }

  /// Applies sets of registers of records, which an author made one after another.
  ///
  /// The context is that of the first: what the author had seen when it made that.
  mutating func apply(
    _ writes: [ReadRegisterWrite], _ bytes: [UInt8], _ numbers: AuthorNumbers,
    _ context: WriteContext
  ) {
    var context = context
    var next = 0
    while next < writes.count {
      let map = writes[next].map
      let end = writes[next...].firstIndex { $0.map != map } ?? writes.count
      let key = numbers.key(map, .orMap)
      updateMap(key) { state in
        state.apply(writes[next..<end], to: key, bytes, numbers, &context)
      }
      next = end
    }
  }
}

extension MapState {
  fileprivate mutating func apply(
    _ writes: ArraySlice<ReadRegisterWrite>, to map: FieldKey, _ bytes: [UInt8],
    _ numbers: AuthorNumbers, _ context: inout WriteContext
  ) {
    var name = 0
    var field = Target.none.field
    for write in writes {
      if write.field != name {
        name = write.field
        field = numbers.key(name, .lwwRegister)
      }
      // The author has applied its own operations up to this one.
      context.dot = write.dot
      context.seen[write.dot.replica] = write.dot.counter - 1
      let key = ValueBytes(unchecked: bytes, in: write.key)
      let value = ValueBytes(unchecked: bytes, in: write.value)
      let isDone =
        set(
          value, field, in: key, isFresh: write.isFresh, context.stamp, seen: context.seen,
          context.replicas) != nil
      if !isDone {
        let record = Target.Step(map: map, key: key, isFresh: write.isFresh)
        let target = Target(steps: [record], field: field)
        apply(.set(value), to: target, inRecordAt: 0, context)
      }
    }
  }
}
