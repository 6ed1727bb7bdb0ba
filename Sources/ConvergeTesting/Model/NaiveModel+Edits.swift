// SPDX-License-Identifier: Apache-2.0

extension NaiveModel {
  /// Adds a call's operations to the change that its author began last.
  ///
  /// - Throws: `ModelError` when an index is out of range or the field has no such call.
  package mutating func perform(_ call: Call, by replica: Int) throws(ModelError) {
    let field = call.field
    switch (fields[field].kind, call.action) {
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
      throw .wrongKind(field: fields[field].name, kind: fields[field].kind)
    }
  }

  // MARK: Ordered members and records

  /// An insert of a member or record: where it is absent it gets a slot, and a record is fresh.
  private mutating func place(
    _ kind: ModelOperation.Kind, _ element: Int, _ field: Int, at index: Int, by replica: Int
  ) throws(ModelError) {
    let isPresent = isPresent(element, field, at: replica)
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

  private mutating func performOnRecord(
    _ action: Call.Action, _ field: Int, by replica: Int
  ) throws(ModelError) {
    switch action {
    case .put(let key, let name, let value):
      let value = index(of: value)
      write(.put, key, name, field, by: replica) { $0.value = value }
    case .incrementEntry(let key, let name, let amount):
      write(.increment, key, name, field, by: replica) { $0.amount = amount }
    case .removeRecord(let key):
      append(.remove, field, replica) { $0.element = $1.index(of: key) }
    default:
      throw .wrongKind(field: fields[field].name, kind: fields[field].kind)
    }
  }

  /// A write into a record; an absent ordered record gets a slot at the end.
  private mutating func write(
    _ kind: ModelOperation.Kind, _ key: String, _ name: String, _ field: Int, by replica: Int,
    fill: (inout ModelOperation) -> Void
  ) {
    let element = index(of: key)
    let entry = index(of: name)
    let isPresent = isPresent(element, field, at: replica)
    var slot = -1
    if !isPresent, fields[field].kind == .orderedRecords {
      let last = shownMembers(field, at: replica).last?.slot
      slot = addSlot(after: last, element, field, by: replica)
    }
    append(kind, field, replica) { operation, _ in
      operation.element = element
      operation.entry = entry
      operation.slot = slot
      operation.isFresh = !isPresent
      fill(&operation)
    }
  }

  // MARK: Lists and text

  private mutating func performOnElements(
    _ action: Call.Action, _ field: Int, by replica: Int
  ) throws(ModelError) {
    let isText = fields[field].kind == .text
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
      throw .wrongKind(field: fields[field].name, kind: fields[field].kind)
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

  private mutating func addSlot(
    after left: Int?, _ element: Int, _ field: Int, by replica: Int
  ) -> Int {
    stores[field].sequence.insert(
      after: left ?? ModelSequence.root, element: element, replica: replica,
      number: replicas[replica].applied[replica], applied: replicas[replica].applied)
  }

  private mutating func append(
    _ kind: ModelOperation.Kind, _ field: Int, _ replica: Int,
    fill: (inout ModelOperation, inout NaiveModel) -> Void = { _, _ in }
  ) {
    let change = changesByAuthor[replica][changesByAuthor[replica].count - 1]
    var operation = ModelOperation(kind: kind, change: change)
    fill(&operation, &self)
    stores[field].operations.append(operation)
  }

  private func check(
    _ index: Int, within range: Range<Int>, _ field: Int, count: Int
  ) throws(ModelError) {
    guard range.contains(index) else {
      throw .indexOutOfRange(field: fields[field].name, index: index, count: count)
    }
  }
}
