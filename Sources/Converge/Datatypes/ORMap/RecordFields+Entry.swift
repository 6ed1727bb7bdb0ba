// SPDX-License-Identifier: Apache-2.0

extension RecordFields.Entry {
  /// Sets the register that this is.
  ///
  /// - Returns: Whether it is that field; else nothing was done.
  mutating func set(
    _ key: FieldKey, to value: ValueBytes, _ stamp: Stamp, _ seen: LocalVersionVector,
    _ replicas: ReplicaTable
  ) -> Bool {
    guard self.key == key else { return false }
    state.set(value, stamp, seen: seen, replicas)
    return true
  }

  /// Takes out the unordered map that this is; nil when it is another field.
  mutating func takeMap(_ key: FieldKey) -> Shared<MapState>? {
    self.key == key ? state.takeMap() : nil
  }

  mutating func updateState<Result>(
    _ change: (inout FieldState) -> Result
  ) -> Result {
    change(&state)
  }

  /// Takes the state of the text that this is; nil when it is another field.
  mutating func takeText(_ field: FieldPlace) -> Shared<TextState>? {
    key == field.target.field ? state.takeText() : nil
  }

  /// Changes the text that this is; nil when it is another field.
  @inline(__always)
  mutating func updateText<Result>(
    _ field: FieldKey.Head, _ change: (inout Shared<TextState>) -> Result
  ) -> Result? {
    guard key.isShort(field, .replicatedText), var text = state.takeText() else { return nil }
    let result = change(&text)
    state = .text(text)
    return result
  }

  mutating func putText(_ text: inout Shared<TextState>?) {
    var taken: Shared<TextState>?
    swap(&text, &taken)
    if let shared = consume taken { state = .text(shared) }
  }
}

extension [RecordFields.Entry] {
  /// Where a field stands or would stand among some that ascend.
  func place(of key: FieldKey) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Where a field stands among some that ascend, or nil when it is not there.
  func index(of key: FieldKey) -> Int? {
    let place = place(of: key)
    return place < count && self[place].key == key ? place : nil
  }
}
