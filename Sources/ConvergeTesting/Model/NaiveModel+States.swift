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
    fieldState(field, at: replica)
  }

  /// What a replica shows of all fields.
  package mutating func state(at replica: Int) -> [JSONValue] {
    var state: [JSONValue] = []
    for field in fields.indices { state.append(self.state(of: field, at: replica)) }
    return state
  }

  /// What a replica shows of a field, in the document or in a present record.
  mutating func fieldState(_ field: Int, at replica: Int) -> JSONValue {
    switch stores[field].kind {
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
          JSONMember(
            values[$0].text ?? "", recordState(ModelRecord(map: field, key: $0), at: replica))
        })
    case .orderedRecords:
      .array(
        shownMembers(field, at: replica).map {
          .array([
            values[$0.element],
            recordState(ModelRecord(map: field, key: $0.element), at: replica),
          ])
        })
    }
  }

  // MARK: Single values

  private func registerState(_ field: Int, at replica: Int) -> JSONValue {
    changes.greatest(of: liveOperations(field, at: replica)).map { values[$0.value] } ?? .null
  }

  private func multiValueState(_ field: Int, at replica: Int) -> JSONValue {
    var distinct: [Int] = []
    for operation in changes.survivors(of: liveOperations(field, at: replica))
    where !distinct.contains(operation.value) {
      distinct.append(operation.value)
    }
    return .array(
      distinct.map { values[$0] }.sorted { ModelOrder.precedes($0, $1) })
  }

  private func counterState(_ field: Int, at replica: Int) -> JSONValue {
    .integer(liveOperations(field, at: replica).reduce(0) { $0 &+ $1.amount })
  }

  private func flagState(_ field: Int, at replica: Int) -> JSONValue {
    let live = liveOperations(field, at: replica)
    let disables = live.filter { $0.kind == .disable }
    return .bool(
      live.contains { one in
        one.kind == .enable && !disables.contains { changes.isVisible(one, to: $0) }
      })
  }

  // MARK: Presence

  /// Whether some write to a member or record is not visible to any removal of it.
  ///
  /// Whether the records around are present is not asked.
  func isPresent(_ element: Int, _ field: Int, at replica: Int) -> Bool {
    changes.isPresent(liveOperations(field, at: replica).filter { $0.element == element })
  }

  /// The members or record keys that are present, ascending.
  private func ascendingElements(_ field: Int, at replica: Int) -> [Int] {
    groups(liveOperations(field, at: replica))
      .filter { changes.isPresent($0) }
      .map { $0[0].element }
      .sorted { ModelOrder.precedes(values[$0], values[$1]) }
  }

  /// Operations grouped by their element.
  private func groups(_ operations: [ModelOperation]) -> [[ModelOperation]] {
    var groups: [[ModelOperation]] = []
    var groupOfElement = Array(repeating: -1, count: values.count)
    for operation in operations {
      if groupOfElement[operation.element] < 0 {
        groupOfElement[operation.element] = groups.count
        groups.append([])
      }
      groups[groupOfElement[operation.element]].append(operation)
    }
    return groups
  }

  // MARK: Order

  /// The present members or records in order: each at the greatest slot it was ever given.
  ///
  /// A slot that a fresh write has taken back counts only where the member has no other left: its
  /// insert found it present and brought none.
  mutating func shownMembers(_ field: Int, at replica: Int) -> [Shown] {
    guard isPresent(stores[field].record, at: replica) else { return [] }
    let fresh = freshWrites(around: field, at: replica)
    var slots = Array(repeating: -1, count: values.count)
    for group in groups(appliedOperations(field, at: replica)) {
      let live = group.filter { changes.isLive($0, fresh) }
      guard changes.isPresent(live) else { continue }
      let place =
        changes.greatest(of: live.filter { $0.slot >= 0 })
        ?? changes.greatest(of: group.filter { $0.slot >= 0 })
      slots[group[0].element] = place?.slot ?? -1
    }
    return stores[field].sequence.knownSlots(replicas[replica].applied).compactMap { slot in
      let element = stores[field].sequence.slots[slot].element
      return slots[element] == slot ? Shown(element: element, slot: slot) : nil
    }
  }

  /// The living elements of a list or text in order.
  mutating func shownElements(_ field: Int, at replica: Int) -> [Shown] {
    guard isPresent(stores[field].record, at: replica) else { return [] }
    let count = stores[field].elementCount
    var places: [ModelOperation?] = Array(repeating: nil, count: count)
    var contents: [ModelOperation?] = Array(repeating: nil, count: count)
    var isThere = Array(repeating: false, count: count)
    let live = liveOperations(field, at: replica)
    for operation in live {
      let element = operation.element
      if operation.kind == .insert { isThere[element] = true }
      if operation.slot >= 0,
        places[element].map({ changes.isGreater(operation, than: $0) }) ?? true
      {
        places[element] = operation
      }
      if operation.value >= 0,
        contents[element].map({ changes.isGreater(operation, than: $0) }) ?? true
      {
        contents[element] = operation
      }
    }
    for operation in live where operation.kind == .remove { isThere[operation.element] = false }
    return stores[field].sequence.knownSlots(replicas[replica].applied).compactMap { slot in
      let element = stores[field].sequence.slots[slot].element
      guard isThere[element], places[element]?.slot == slot, let content = contents[element]
      else { return nil }
      return Shown(element: element, slot: slot, value: content.value)
    }
  }

  private mutating func textState(_ field: Int, at replica: Int) -> JSONValue {
    var text = String.UnicodeScalarView()
    for shown in shownElements(field, at: replica) {
      text.append(Unicode.Scalar(UInt32(shown.value)) ?? "\u{fffd}")
    }
    return .string(String(text))
  }
}
