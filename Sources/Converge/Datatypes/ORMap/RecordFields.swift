// SPDX-License-Identifier: Apache-2.0

/// The fields of a record, or of a document: its top is a record that is always present.
struct RecordFields: Sendable, InvariantChecked {
  struct Entry: Sendable {
    var key: FieldKey
    var state: FieldState

    /// Joins a side on which nothing was written to the field, or all is gone.
    mutating func joinVacant(_ join: JoinContext) {
      state.join(FieldState(key.datatype), join)
    }
  }

  /// Ascending by key.
  private(set) var entries: [Entry] = []

  var isVacant: Bool { entries.allSatisfy(\.state.isVacant) }

  var hasVacantEntry: Bool { entries.contains(where: \.state.isVacant) }

  /// The fields that hold something, ascending.
  var names: [(name: String, datatype: DatatypeTag)] {
    entries.filter(\.state.isShown)
      .map { (String(decoding: $0.key.name, as: UTF8.self), $0.key.datatype) }
  }

  /// The state of a field, or nil when nothing was ever written to it.
  subscript(key: FieldKey) -> FieldState? {
    position(of: key).map { entries[$0].state }
  }

  /// Changes the state of a field, made vacant first when it is not there.
  mutating func update<Result>(
    _ key: FieldKey, _ change: (inout FieldState) -> Result
  ) -> Result {
    if let position = position(of: key) { return change(&entries[position].state) }
    let position = place(of: key)
    entries.insert(Entry(key: key, state: FieldState(key.datatype)), at: position)
    return change(&entries[position].state)
  }

  /// Takes the state of a text out of the fields, to be put back by `putText`.
  ///
  /// - Returns: The state, and where the field stands; nil when nothing was ever written to it.
  mutating func takeText(_ key: FieldKey) -> (text: Shared<TextState>, position: Int)? {
    guard let position = position(of: key), let shared = entries[position].state.takeText()
    else { return nil }
    return (shared, position)
  }

  /// Puts back the state of a text; one that is vacant does not become a field.
  mutating func putText(_ text: Shared<TextState>, _ key: FieldKey, at position: Int?) {
    if let position {
      entries[position].state = .text(text)
    } else if !text.state.isVacant {
      update(key) { $0 = .text(text) }
    }
  }

  /// Changes the state of a text, made vacant first when it is not there.
  mutating func updateText(_ key: FieldKey, _ change: (inout TextState) -> Void) {
    guard var taken = takeText(key) else { return update(key) { $0.updateText(change) } }
    taken.text.update(change)
    entries[taken.position].state = .text(taken.text)
  }

  /// Takes the state of a list out of the fields, to be put back by `putList`.
  ///
  /// - Returns: The state, and where the field stands; nil when nothing was ever written to it.
  mutating func takeList(_ key: FieldKey) -> (Shared<ListState>, position: Int)? {
    guard let position = position(of: key), let shared = entries[position].state.takeList()
    else { return nil }
    return (shared, position)
  }

  /// Puts back the state of a list; one that is vacant does not become a field.
  mutating func putList(_ list: Shared<ListState>, _ key: FieldKey, at position: Int?) {
    if let position {
      entries[position].state = .list(list)
    } else if !list.state.isVacant {
      update(key) { $0 = .list(list) }
    }
  }

  /// Adds a field that a snapshot holds.
  ///
  /// - Complexity: O(1) when the keys ascend.
  mutating func restore(_ key: FieldKey, _ state: FieldState) {
    if entries.last.map({ $0.key < key }) ?? true {
      entries.append(Entry(key: key, state: state))
    } else {
      update(key) { $0 = state }
    }
  }

  mutating func clear(_ context: WriteContext) {
    for position in entries.indices {
      entries[position].state.clear(context)
    }
  }

  mutating func join(_ other: RecordFields, _ join: JoinContext) {
    var position = 0
    for theirs in other.entries {
      while position < entries.count, entries[position].key < theirs.key {
        entries[position].joinVacant(join)
        position += 1
      }
      if position == entries.count || entries[position].key != theirs.key {
        let vacant = FieldState(theirs.key.datatype)
        entries.insert(Entry(key: theirs.key, state: vacant), at: position)
      }
      entries[position].state.join(theirs.state, join)
      position += 1
    }
    while position < entries.count {
      entries[position].joinVacant(join)
      position += 1
    }
  }

  /// Drops what a cut settles.
  mutating func collect(_ collection: inout GarbageCollection) {
    for position in entries.indices { entries[position].state.collect(&collection) }
    entries.removeAll(where: \.state.isVacant)
  }

  func verifyInvariants() throws(InvariantViolation) {
    try verifyInvariants { _ in true }
  }

  /// The same, looking into chosen fields only.
  func verifyInvariants(of isChosen: (FieldKey) -> Bool) throws(InvariantViolation) {
    for position in entries.indices {
      try InvariantViolation.check(
        position == 0 || entries[position - 1].key < entries[position].key,
        "Fields do not ascend.")
      guard isChosen(entries[position].key) else { continue }
      try entries[position].state.verifyInvariants()
    }
  }

  private func position(of key: FieldKey) -> Int? {
    let place = place(of: key)
    return place < entries.count && entries[place].key == key ? place : nil
  }

  /// Where a field stands or would stand.
  private func place(of key: FieldKey) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
