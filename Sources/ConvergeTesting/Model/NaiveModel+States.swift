// SPDX-License-Identifier: Apache-2.0

extension NaiveModel {
  /// An element that a replica shows, and the slot that it stands in.
  struct Shown {
    var element: Int
    var slot: Int
    /// The value of a list's element, the scalar of a text's; -1 where the element says it all.
    var value = -1
  }

  /// What a replica shows of one field.
  ///
  /// - Complexity: O(n²) in the field's operations at worst.
  package mutating func state(of field: Int, at replica: Int) -> JSONValue {
    switch fields[field].kind {
    case .register: registerState(field, at: replica)
    case .multiValue: multiValueState(field, at: replica)
    case .counter: counterState(field, at: replica)
    case .flag: flagState(field, at: replica)
    case .set:
      .array(ascendingElements(field, at: replica).map { values[$0] })
    case .orderedSet: .array(shownMembers(field, at: replica).map { values[$0.element] })
    case .list: .array(shownElements(field, at: replica).map { values[$0.value] })
    case .text: textState(field, at: replica)
    case .records:
      .object(
        ascendingElements(field, at: replica).map {
          JSONMember(values[$0].text ?? "", recordState($0, field, at: replica))
        })
    case .orderedRecords:
      .array(
        shownMembers(field, at: replica).map {
          .array([values[$0.element], recordState($0.element, field, at: replica)])
        })
    }
  }

  /// What a replica shows of all fields.
  package mutating func state(at replica: Int) -> [JSONValue] {
    var state: [JSONValue] = []
    for field in fields.indices { state.append(self.state(of: field, at: replica)) }
    return state
  }

  // MARK: Single values

  private func registerState(_ field: Int, at replica: Int) -> JSONValue {
    let store = stores[field]
    var greatest = -1
    for operation in appliedOperations(field, at: replica)
    where greatest < 0 || isGreater(operation, than: greatest, in: store) {
      greatest = operation
    }
    return greatest < 0 ? .null : values[store.operations[greatest].value]
  }

  /// The values that lost a register's conflict: not visible to another write, the greatest first.
  package func conflicts(of field: Int, at replica: Int) -> [JSONValue] {
    let store = stores[field]
    return survivors(appliedOperations(field, at: replica), in: store)
      .sorted { isGreater($0, than: $1, in: store) }
      .dropFirst()
      .map { values[store.operations[$0].value] }
  }

  /// The operations that are not visible to another one of the list.
  private func survivors(_ operations: [Int], in store: ModelField) -> [Int] {
    operations.filter { one in
      !operations.contains { one != $0 && isVisible(one, to: $0, in: store) }
    }
  }

  private func multiValueState(_ field: Int, at replica: Int) -> JSONValue {
    let store = stores[field]
    let applied = appliedOperations(field, at: replica)
    var distinct: [Int] = []
    for operation in survivors(applied, in: store)
    where !distinct.contains(store.operations[operation].value) {
      distinct.append(store.operations[operation].value)
    }
    return .array(
      distinct.map { values[$0] }.sorted { ModelOrder.precedes($0, $1) })
  }

  private func counterState(_ field: Int, at replica: Int) -> JSONValue {
    .integer(
      appliedOperations(field, at: replica)
        .reduce(0) { $0 &+ stores[field].operations[$1].amount })
  }

  private func flagState(_ field: Int, at replica: Int) -> JSONValue {
    let store = stores[field]
    let applied = appliedOperations(field, at: replica)
    let disables = applied.filter { store.operations[$0].kind == .disable }
    return .bool(
      applied.contains { one in
        store.operations[one].kind == .enable
          && !disables.contains { isVisible(one, to: $0, in: store) }
      })
  }

  // MARK: Presence

  /// Whether some write to a member or record is not visible to any removal of it.
  func isPresent(_ element: Int, _ field: Int, at replica: Int) -> Bool {
    let store = stores[field]
    let applied = appliedOperations(field, at: replica)
      .filter { store.operations[$0].element == element }
    return isPresent(applied, in: store)
  }

  private func isPresent(_ applied: [Int], in store: ModelField) -> Bool {
    applied.contains { one in
      isWrite(store.operations[one].kind)
        && !applied.contains {
          store.operations[$0].kind == .remove && isVisible(one, to: $0, in: store)
        }
    }
  }

  /// A move is no write: it brings nothing back.
  private func isWrite(_ kind: ModelOperation.Kind) -> Bool {
    kind == .insert || kind == .put || kind == .increment
  }

  /// The members or record keys that are present, ascending.
  private func ascendingElements(_ field: Int, at replica: Int) -> [Int] {
    let store = stores[field]
    return groups(appliedOperations(field, at: replica), in: store)
      .filter { isPresent($0, in: store) }
      .map { store.operations[$0[0]].element }
      .sorted { ModelOrder.precedes(values[$0], values[$1]) }
  }

  /// Operations grouped by their element.
  private func groups(_ operations: [Int], in store: ModelField) -> [[Int]] {
    var groups: [[Int]] = []
    var groupOfElement = Array(repeating: -1, count: values.count)
    for operation in operations {
      let element = store.operations[operation].element
      if groupOfElement[element] < 0 {
        groupOfElement[element] = groups.count
        groups.append([])
      }
      groups[groupOfElement[element]].append(operation)
    }
    return groups
  }

  // MARK: Order

  /// The present members or records in order: each at the greatest slot it was ever given.
  mutating func shownMembers(_ field: Int, at replica: Int) -> [Shown] {
    let store = stores[field]
    var places = Array(repeating: -1, count: values.count)
    for group in groups(appliedOperations(field, at: replica), in: store)
    where isPresent(group, in: store) {
      var place = -1
      for operation in group
      where store.operations[operation].slot >= 0
        && (place < 0 || isGreater(operation, than: place, in: store))
      {
        place = operation
      }
      places[store.operations[group[0]].element] = place < 0 ? -1 : store.operations[place].slot
    }
    return stores[field].sequence.knownSlots(replicas[replica].applied).compactMap { slot in
      let element = stores[field].sequence.slots[slot].element
      return places[element] == slot ? Shown(element: element, slot: slot) : nil
    }
  }

  /// The living elements of a list or text in order.
  mutating func shownElements(_ field: Int, at replica: Int) -> [Shown] {
    let store = stores[field]
    let count = store.elementCount
    var places = Array(repeating: -1, count: count)
    var contents = Array(repeating: -1, count: count)
    var removed = Array(repeating: false, count: count)
    for index in appliedOperations(field, at: replica) {
      let operation = store.operations[index]
      let element = operation.element
      if operation.kind == .remove { removed[element] = true }
      if operation.slot >= 0,
        places[element] < 0 || isGreater(index, than: places[element], in: store)
      {
        places[element] = index
      }
      if operation.value >= 0,
        contents[element] < 0 || isGreater(index, than: contents[element], in: store)
      {
        contents[element] = index
      }
    }
    return stores[field].sequence.knownSlots(replicas[replica].applied).compactMap { slot in
      let element = stores[field].sequence.slots[slot].element
      guard !removed[element], store.operations[places[element]].slot == slot else { return nil }
      return Shown(
        element: element, slot: slot, value: store.operations[contents[element]].value)
    }
  }

  private mutating func textState(_ field: Int, at replica: Int) -> JSONValue {
    var text = String.UnicodeScalarView()
    for shown in shownElements(field, at: replica) {
      text.append(Unicode.Scalar(UInt32(shown.value)) ?? "\u{fffd}")
    }
    return .string(String(text))
  }

  // MARK: Records

  /// The entries of a present record that a live write exists for, names ascending.
  private func recordState(_ key: Int, _ field: Int, at replica: Int) -> JSONValue {
    let store = stores[field]
    let applied = appliedOperations(field, at: replica)
      .filter { store.operations[$0].element == key }
    let fresh = applied.filter { store.operations[$0].isFresh }
    let live = applied.filter { one in
      store.operations[one].entry >= 0 && !fresh.contains { isVisible(one, to: $0, in: store) }
    }
    var names: [Int] = []
    for operation in live where !names.contains(store.operations[operation].entry) {
      names.append(store.operations[operation].entry)
    }
    let members = names.map { name in
      let writes = live.filter { store.operations[$0].entry == name }
      return JSONMember(values[name].text ?? "", entryState(writes, in: store))
    }
    return .object(members.sorted { $0.name.precedes($1.name) })
  }

  private func entryState(_ writes: [Int], in store: ModelField) -> JSONValue {
    if store.operations[writes[0]].kind == .increment {
      return .integer(writes.reduce(0) { $0 &+ store.operations[$1].amount })
    }
    let greatest = writes.dropFirst().reduce(writes[0]) {
      isGreater($1, than: $0, in: store) ? $1 : $0
    }
    return values[store.operations[greatest].value]
  }
}
