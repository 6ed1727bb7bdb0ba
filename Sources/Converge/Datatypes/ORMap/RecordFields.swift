// SPDX-License-Identifier: Apache-2.0

/// The fields of a record, or of a document: its top is a record that is always present.
struct RecordFields: Sendable, InvariantChecked {
  struct Entry: Sendable {
    var key: FieldKey
    var state: FieldState
  }

  // Many records have one field: it stands in the record itself.
  /// The least by key.
  private var first: Entry?
  /// The others, ascending by key.
  private var others: [Entry] = []

  init() {}

  /// Creates the fields of a record of which a register was set, and no more.
  init(_ field: FieldKey, setTo value: ValueBytes, _ stamp: Stamp) {
    first = Entry(key: field, state: FieldState(setTo: value, stamp))
  }

  /// Sets a register.
  mutating func set(
    _ field: FieldKey, to value: ValueBytes, _ stamp: Stamp, _ seen: LocalVersionVector,
    _ replicas: ReplicaTable
  ) {
    if first?.set(field, to: value, stamp, seen, replicas) ?? false { return }
    for position in others.indices
    where others[position].set(field, to: value, stamp, seen, replicas) { return }
    insert(Entry(key: field, state: FieldState(setTo: value, stamp)), at: place(of: field))
  }

  var count: Int { first == nil ? 0 : 1 + others.count }

  var isEmpty: Bool { first == nil }

  /// All, ascending by key.
  var entries: [Entry] { first.map { [$0] + others } ?? [] }

  var isVacant: Bool {
    first?.state.isVacant ?? true && others.allSatisfy(\.state.isVacant)
  }

  var hasVacantEntry: Bool {
    first?.state.isVacant ?? false || others.contains(where: \.state.isVacant)
  }

  /// The fields that hold something, ascending.
  var names: [(name: String, datatype: DatatypeTag)] {
    var names: [(name: String, datatype: DatatypeTag)] = []
    names.reserveCapacity(count)
    for position in 0..<count where isShown(at: position) {
      let key = key(at: position)
      names.append((String(decoding: key.name, as: UTF8.self), key.datatype))
    }
    return names
  }

  /// The field at a position.
  subscript(position: Int) -> Entry {
    if position == 0, let first { return first }
    return others[position - 1]
  }

  /// The state of a field, or nil when nothing was ever written to it.
  @inline(__always)
  subscript(key: FieldKey) -> FieldState? {
    if first?.key == key { return first?.state }
    // Not by way of `position(of:)`, which would be handed a copy of all parts.
    guard !others.isEmpty, let index = others.index(of: key) else { return nil }
    return others[index].state
  }

  /// Changes the state of a field, made vacant first when it is not there.
  mutating func update<Result>(
    _ key: FieldKey, _ change: (inout FieldState) -> Result
  ) -> Result {
    updateState(at: madePosition(of: key), change)
  }

  /// Applies an operation to a field, made vacant first when it is not there.
  ///
  /// Not by way of `update`: a closure takes a copy of the context along.
  mutating func apply(_ operation: Operation, to key: FieldKey, _ context: WriteContext) {
    let position = madePosition(of: key)
    if position == 0 {
      first?.state.apply(operation, context)
    } else {
      others[position - 1].state.apply(operation, context)
    }
  }

  /// Applies an operation to what is inside a record of a map, made vacant first when it is not
  /// there; `step` is the record's place in the target.
  mutating func apply(
    _ operation: Operation, to target: Target, inRecordAt step: Int, _ context: WriteContext
  ) {
    let position = madePosition(of: target.steps[step].map)
    if position == 0 {
      first?.state.apply(operation, to: target, inRecordAt: step, context)
    } else {
      others[position - 1].state.apply(operation, to: target, inRecordAt: step, context)
    }
  }

  /// Changes the state of an unordered map, made vacant first when it is not there.
  mutating func updateMap<Result>(
    _ key: FieldKey, _ change: (inout MapState) -> Result
  ) -> Result? {
    update(key) { $0.updateMap(change) }
  }

  /// Changes the state of a set, made vacant first when it is not there.
  mutating func updateSet(_ key: FieldKey, _ change: (inout SetState) -> Void) {
    update(key) { $0.updateSet(change) }
  }

  /// Takes the state of a text out of the fields, to be put back by `putText`; it is looked for
  /// where it may stand first.
  ///
  /// - Returns: The state, and where the field stands; nil when nothing was ever written to it.
  mutating func takeText(
    _ field: FieldPlace, at hint: Int?
  ) -> (text: Shared<TextState>, position: Int)? {
    if let hint, let text = takeText(field, hint) { return (text, hint) }
    guard let position = position(of: field.target.field), let text = takeText(field, position)
    else { return nil }
    return (text, position)
  }

  @inline(__always)
  private mutating func takeText(_ field: FieldPlace, _ position: Int) -> Shared<TextState>? {
    if position == 0 { return first?.takeText(field) }
    return position <= others.count ? others[position - 1].takeText(field) : nil
  }

  /// Changes a text with a short name, which is looked for where it was last.
  ///
  /// - Returns: nil when it is not there, or has a longer name; else what the closure returns.
  @inline(__always)
  mutating func updateText<Result>(
    _ field: FieldKey.Head, at hint: inout Int, _ change: (inout Shared<TextState>) -> Result
  ) -> Result? {
    if let result = first?.updateText(field, change) { return result }
    if hint < others.count, let result = others[hint].updateText(field, change) { return result }
    for position in others.indices where others[position].key.isShort(field, .replicatedText) {
      hint = position
      return others[position].updateText(field, change)
    }
    return nil
  }

  /// Puts back the state of a text where it stood.
  mutating func putText(_ text: inout Shared<TextState>?, at position: Int) {
    if position == 0 { first?.putText(&text) } else { others[position - 1].putText(&text) }
  }

  /// Takes the state of an unordered map out of the fields, to be put back by `putMap`.
  ///
  /// - Returns: The state, and where the field stands; nil when nothing was ever written to it.
  mutating func takeMap(_ key: FieldKey) -> (Shared<MapState>, position: Int)? {
    // The first is looked at where it stands: it is the only field of many documents.
    if let shared = first?.takeMap(key) { return (shared, 0) }
    guard let position = position(of: key),
      let shared = updateState(at: position, { $0.takeMap() })
    else { return nil }
    return (shared, position)
  }

  /// Puts back the state of an unordered map; one that is vacant does not become a field.
  mutating func putMap(_ map: Shared<MapState>, _ key: FieldKey, at position: Int?) {
    if let position {
      updateState(at: position) { $0 = .map(map) }
    } else if !map.state.isVacant {
      update(key) { $0 = .map(map) }
    }
  }

  /// Adds a field that a snapshot holds.
  ///
  /// - Complexity: O(1) when the keys ascend.
  mutating func restore(_ key: FieldKey, _ state: FieldState) {
    if isEmpty || self.key(at: count - 1) < key {
      insert(Entry(key: key, state: state), at: count)
    } else {
      update(key) { $0 = state }
    }
  }

  mutating func clear(_ context: WriteContext) {
    for position in 0..<count { updateState(at: position) { $0.clear(context) } }
  }

  mutating func join(_ other: RecordFields, _ join: JoinContext) {
    var position = 0
    for place in 0..<other.count {
      let theirs = other[place]
      while position < count, key(at: position) < theirs.key {
        joinVacant(at: position, join)
        position += 1
      }
      if position == count || key(at: position) != theirs.key {
        insert(Entry(key: theirs.key, state: FieldState(theirs.key.datatype)), at: position)
      }
      updateState(at: position) { $0.join(theirs.state, join) }
      position += 1
    }
    while position < count {
      joinVacant(at: position, join)
      position += 1
    }
  }

  /// Joins a side on which nothing was written to a field, or all is gone.
  private mutating func joinVacant(at position: Int, _ join: JoinContext) {
    let vacant = FieldState(key(at: position).datatype)
    updateState(at: position) { $0.join(vacant, join) }
  }

  /// Drops what a cut settles.
  mutating func collect(_ collection: inout GarbageCollection) {
    for position in 0..<count { updateState(at: position) { $0.collect(&collection) } }
    guard hasVacantEntry else { return }
    let kept = entries.filter { !$0.state.isVacant }
    first = kept.first
    others = Array(kept.dropFirst())
  }

  func verifyInvariants() throws(InvariantViolation) {
    try verifyInvariants { _ in true }
  }

  /// The same, looking into chosen fields only.
  func verifyInvariants(of isChosen: (FieldKey) -> Bool) throws(InvariantViolation) {
    guard let key = first?.key else {
      return try InvariantViolation.check(
        others.isEmpty, "Fields are kept without a first one.")
    }
    if isChosen(key) { try first?.state.verifyInvariants() }
    for place in others.indices {
      let isAfter =
        place == 0 ? key < others[0].key : others[place - 1].key < others[place].key
      try InvariantViolation.check(isAfter, "Fields do not ascend.")
      if isChosen(others[place].key) { try others[place].state.verifyInvariants() }
    }
  }
}

extension RecordFields {
  /// The key of the field at a position.
  func key(at position: Int) -> FieldKey {
    if position == 0, let key = first?.key { return key }
    return others[position - 1].key
  }

  /// The state of the field at a position.
  func state(at position: Int) -> FieldState {
    if position == 0, let state = first?.state { return state }
    return others[position - 1].state
  }

  /// Whether the fields that hold something are those of some keys, which ascend.
  func hold(_ keys: [FieldKey]) -> Bool {
    var next = 0
    for position in 0..<count where !isVacant(at: position) {
      guard next < keys.count,
        position == 0 ? first?.key == keys[next] : others[position - 1].key == keys[next]
      else { return false }
      next += 1
    }
    return next == keys.count
  }

  /// Whether the field at a position holds nothing.
  func isVacant(at position: Int) -> Bool {
    if position == 0, let isVacant = first?.state.isVacant { return isVacant }
    return others[position - 1].state.isVacant
  }

  /// Whether the field at a position shows something.
  private func isShown(at position: Int) -> Bool {
    if position == 0, let isShown = first?.state.isShown { return isShown }
    return others[position - 1].state.isShown
  }

  /// Changes the state of the field at a position.
  @discardableResult
  mutating func updateState<Result>(
    at position: Int, _ change: (inout FieldState) -> Result
  ) -> Result {
    if position == 0, let result = first?.updateState(change) { return result }
    return change(&others[position - 1].state)
  }

  private mutating func insert(_ entry: Entry, at position: Int) {
    guard position == 0 else {
      others.insert(entry, at: position - 1)
      return
    }
    if let first { others.insert(first, at: 0) }
    first = entry
  }

  /// Where a field stands, made vacant first when it is not there.
  @inline(__always)
  private mutating func madePosition(of key: FieldKey) -> Int {
    let position = place(of: key)
    if position == count || !isField(key, at: position) {
      insert(Entry(key: key, state: FieldState(key.datatype)), at: position)
    }
    return position
  }

  func position(of key: FieldKey) -> Int? {
    let place = place(of: key)
    return place < count && isField(key, at: place) ? place : nil
  }

  /// Whether a field is the one at a position.
  @inline(__always)
  private func isField(_ key: FieldKey, at position: Int) -> Bool {
    position == 0 ? first?.key == key : others[position - 1].key == key
  }

  /// Where a field stands or would stand.
  private func place(of key: FieldKey) -> Int {
    guard let first, first.key < key else { return 0 }
    return 1 + others.place(of: key)
  }
}
