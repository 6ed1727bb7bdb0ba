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
      updateText(key) { text in
        text.insert(bytes, utf8, count: edit.count, edit.dot, at: placement, replicas)
      }
    case .removal(let slots):
      guard seen.contains(slots.last) else { return }
      updateText(key) { $0.removeForGood(slots) }
    }
  }

  /// Sets a register of a record where that is all there is to do.
  ///
  /// - Returns: Whether it is; else nothing was done.
  mutating func set(
    _ value: ValueBytes, _ place: ReadRegisterWrite.Place, _ stamp: Stamp,
    seen: LocalVersionVector
  ) -> Bool {
    set(
      value, place.field, in: place.map, place.key, isFresh: place.isFresh, stamp, seen: seen)
      != nil
  }
}
