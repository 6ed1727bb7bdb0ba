// SPDX-License-Identifier: Apache-2.0

extension NaiveModel {
  typealias Shown = ModelShown.Element

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
    var shown = distinct.map { values[$0] }
    if shown.count > 1 { shown.sort { ModelOrder.precedes($0, $1) } }
    return .array(shown)
  }

  private func counterState(_ field: Int, at replica: Int) -> JSONValue {
    .integer(liveOperations(field, at: replica).reduce(0) { $0 &+ $1.amount })
  }

  private func flagState(_ field: Int, at replica: Int) -> JSONValue {
    .bool(changes.isOn(liveOperations(field, at: replica)))
  }

  // MARK: Presence

  /// Whether some write to a member or record is not visible to any removal of it.
  ///
  /// Whether the records around are present is not asked.
  func isPresent(_ element: Int, _ field: Int, at replica: Int) -> Bool {
    changes.isPresent(element, liveOperations(field, at: replica))
  }

  /// The members or record keys that are present, ascending.
  private func ascendingElements(_ field: Int, at replica: Int) -> [Int] {
    let live = liveOperations(field, at: replica)
    var present = live.elements.filter { changes.isPresent($0, live) }
    if present.count > 1 {
      let values = values
      present.sort { ModelOrder.precedes(values[$0], values[$1]) }
    }
    return present
  }

  // MARK: Order

  /// The present members or records in order: each at the greatest slot it was ever given.
  ///
  /// A slot that a fresh write has taken back counts only where the member has no other left: its
  /// insert found it present and brought none.
  mutating func shownMembers(_ field: Int, at replica: Int) -> [Shown] {
    shown(of: field, at: replica) { model in model.computedMembers(field, at: replica) }
  }

  /// What was found before at the same revision, or what is found now.
  private mutating func shown(
    of field: Int, at replica: Int, _ compute: (inout NaiveModel) -> [Shown]
  ) -> [Shown] {
    let revision = replicas[replica].revision
    if let known = stores[field].shown(at: replica, revision: revision) { return known }
    let elements = compute(&self)
    stores[field].note(ModelShown(revision: revision, elements: elements), at: replica)
    return elements
  }

  private mutating func computedMembers(_ field: Int, at replica: Int) -> [Shown] {
    guard isPresent(stores[field].record, at: replica) else { return [] }
    let fresh = freshWrites(around: field, at: replica)
    let applied = appliedOperations(field, at: replica)
    let live = fresh.isEmpty ? applied : applied.filter { changes.isLive($0, fresh) }
    // By element: its slot, where it is present.
    var slots = Array(repeatElement(-1, count: values.count))
    var isKnown = Array(repeatElement(false, count: values.count))
    for element in live.lazy.map(\.element) where !isKnown[element] {
      isKnown[element] = true
      guard changes.isPresent(element, live) else { continue }
      slots[element] = changes.slot(of: element, live) ?? changes.slot(of: element, applied) ?? -1
    }
    return stores[field].sequence.shown(replicas[replica].applied) { element, slot in
      slots[element] == slot ? Shown(element: element, slot: slot) : nil
    }
  }

  /// The living elements of a list or text in order.
  mutating func shownElements(_ field: Int, at replica: Int) -> [Shown] {
    shown(of: field, at: replica) { model in model.computedElements(field, at: replica) }
  }

  private mutating func computedElements(_ field: Int, at replica: Int) -> [Shown] {
    guard isPresent(stores[field].record, at: replica) else { return [] }
    var elements = Array(repeatElement(ModelElement(), count: stores[field].elementCount))
    let live = liveOperations(field, at: replica)
    for operation in live { elements[operation.element].take(operation, changes) }
    for operation in live where operation.kind == .remove {
      elements[operation.element].isThere = false
    }
    return stores[field].sequence.shown(replicas[replica].applied) { element, slot in
      guard elements[element].isThere, elements[element].place?.slot == slot,
        let content = elements[element].content
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
