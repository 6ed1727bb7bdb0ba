// SPDX-License-Identifier: Apache-2.0

extension NaiveModel {
  /// Adds a call's operations to the change that its author began last.
  ///
  /// - Throws: `ModelError` when an index is out of range or the field has no such call.
  package mutating func perform(_ call: Call, by replica: Int) throws(ModelError) {
    let field = index(of: call.field, in: call.path)
    stores[call.field].isTouched = true
    // In an absent record there is nothing that a removal or a move could be about.
    if call.action.isRemovalOrMove, !isPresent(stores[field].record, at: replica) { return }
    switch (stores[field].kind, call.action) {
    case (.register, .set(let value)), (.multiValue, .set(let value)):
      append(.set, field, replica) { $0.value = $1.index(of: value) }
    case (.counter, .increment(let amount)):
      append(.increment, field, replica) { operation, _ in operation.amount = amount }
    case (.flag, .enable):
      append(.enable, field, replica)
    case (.flag, .disable):
      append(.disable, field, replica)
    case (.set, .insertMember(let value)):
      append(.insert, field, replica) { $0.element = $1.index(of: value) }
    case (.set, .removeMember(let value)), (.orderedSet, .removeMember(let value)):
      append(.remove, field, replica) { $0.element = $1.index(of: value) }
    case (.orderedSet, .placeMember(let value, let index)):
      try place(.insert, self.index(of: value), field, at: index, by: replica)
    case (.orderedSet, .moveMember(let value, let index)):
      try move(self.index(of: value), field, to: index, by: replica)
    case (.orderedRecords, .insertRecord(let key, let index)):
      try place(.insert, self.index(of: key), field, at: index, by: replica)
    case (.orderedRecords, .moveRecord(let key, let index)):
      try move(self.index(of: key), field, to: index, by: replica)
    case (.records, _), (.orderedRecords, _):
      try performOnRecord(call.action, field, by: replica)
    case (.list, _), (.text, _):
      try performOnElements(call.action, field, by: replica)
    default:
      throw wrongKind(field)
    }
  }

  // MARK: Ordered members and records

  /// An insert of a member or record: where it is absent it gets a slot, and a record is fresh.
  private mutating func place(
    _ kind: ModelOperation.Kind, _ element: Int, _ field: Int, at index: Int, by replica: Int
  ) throws(ModelError) {
    let isPresent =
      isPresent(stores[field].record, at: replica) && isPresent(element, field, at: replica)
    var slot = -1
    if !isPresent {
      let shown = shownMembers(field, at: replica)
      try check(index, within: 0..<1 + shown.count, field, count: shown.count)
      slot = addSlot(after: index == 0 ? nil : shown[index - 1].slot, element, field, by: replica)
    }
    append(kind, field, replica) { operation, _ in
      operation.element = element
      operation.slot = slot
      operation.isFresh = !isPresent
    }
  }

  /// A move brings nothing back, and makes no slot where the element stands there already.
  private mutating func move(
    _ element: Int, _ field: Int, to index: Int, by replica: Int
  ) throws(ModelError) {
    var slot = -1
    var shown = shownMembers(field, at: replica)
    if let old = shown.firstIndex(where: { $0.element == element }) {
      try check(index, within: 0..<shown.count, field, count: shown.count)
      shown.remove(at: old)
      if index != old {
        slot = addSlot(after: index == 0 ? nil : shown[index - 1].slot, element, field, by: replica)
      }
    }
    append(.move, field, replica) { operation, _ in
      operation.element = element
      operation.slot = slot
    }
  }

  /// A put is a `set` of a register inside the record, an increment that of a counter.
  private mutating func performOnRecord(
    _ action: Call.Action, _ field: Int, by replica: Int
  ) throws(ModelError) {
    switch action {
    case .put(let key, let name, let value):
      let record = ModelRecord(map: field, key: index(of: key))
      append(.set, index(of: HistoryField(name, .register), in: record), replica) {
        $0.value = $1.index(of: value)
      }
    case .incrementEntry(let key, let name, let amount):
      let record = ModelRecord(map: field, key: index(of: key))
      append(.increment, index(of: HistoryField(name, .counter), in: record), replica) {
        operation, _ in operation.amount = amount
      }
    case .removeRecord(let key):
      append(.remove, field, replica) { $0.element = $1.index(of: key) }
    default:
      throw wrongKind(field)
    }
  }

  // MARK: Lists and text

  private mutating func performOnElements(
    _ action: Call.Action, _ field: Int, by replica: Int
  ) throws(ModelError) {
    let isText = stores[field].kind == .text
    let shown = shownElements(field, at: replica)
    switch action {
    case .insertValues(let values, let index) where !isText:
      try check(index, within: 0..<1 + shown.count, field, count: shown.count)
      let left = index == 0 ? nil : shown[index - 1].slot
      insertRun(values.map { self.index(of: $0) }, after: left, field, by: replica)
    case .insertText(let text, let index) where isText:
      try check(index, within: 0..<1 + shown.count, field, count: shown.count)
      let left = index == 0 ? nil : shown[index - 1].slot
      insertRun(text.unicodeScalars.map { Int($0.value) }, after: left, field, by: replica)
    case .removeValues(let index, let count) where !isText,
      .removeText(let index, let count) where isText:
      try check(index, within: 0..<1 + shown.count, field, count: shown.count)
      try check(count, within: 0..<1 + shown.count - index, field, count: shown.count)
      for removed in shown[index..<index + count] {
        append(.remove, field, replica) { operation, _ in operation.element = removed.element }
      }
    case .replaceValue(let index, let value) where !isText:
      try check(index, within: 0..<shown.count, field, count: shown.count)
      append(.replace, field, replica) {
        $0.element = shown[index].element
        $0.value = $1.index(of: value)
      }
    case .moveValue(let from, let to) where !isText:
      try check(from, within: 0..<shown.count, field, count: shown.count)
      try check(to, within: 0..<shown.count, field, count: shown.count)
      moveElement(shown, from: from, to: to, field, by: replica)
    default:
      throw wrongKind(field)
    }
  }

  /// Inserts values at once: the first by the rule, each next a right child of the one before.
  private mutating func insertRun(
    _ values: [Int], after left: Int?, _ field: Int, by replica: Int
  ) {
    var left = left
    for value in values {
      let element = stores[field].elementCount
      stores[field].elementCount += 1
      let slot = addSlot(after: left, element, field, by: replica)
      append(.insert, field, replica) { operation, _ in
        operation.element = element
        operation.value = value
        operation.slot = slot
      }
      left = slot
    }
  }

  private mutating func moveElement(
    _ shown: [Shown], from: Int, to: Int, _ field: Int, by replica: Int
  ) {
    var others = shown
    let element = others.remove(at: from).element
    let slot =
      from == to
      ? -1 : addSlot(after: to == 0 ? nil : others[to - 1].slot, element, field, by: replica)
    append(.move, field, replica) { operation, _ in
      operation.element = element
      operation.slot = slot
    }
  }

  // MARK: Steps shared by all

  /// Makes a slot behind a visible one, or at the start.
  mutating func addSlot(
    after left: Int?, _ element: Int, _ field: Int, by replica: Int
  ) -> Int {
    stores[field].sequence.insert(
      after: left ?? ModelSequence.root, element: element, replica: replica,
      number: replicas[replica].applied[replica], applied: replicas[replica].applied)
  }

  @inline(__always)
  private func check(
    _ index: Int, within range: Range<Int>, _ field: Int, count: Int
  ) throws(ModelError) {
    guard range.contains(index) else {
      throw .indexOutOfRange(field: stores[field].declaration.name, index: index, count: count)
    }
  }

  private func wrongKind(_ field: Int) -> ModelError {
    .wrongKind(field: stores[field].declaration.name, kind: stores[field].kind)
  }
}
