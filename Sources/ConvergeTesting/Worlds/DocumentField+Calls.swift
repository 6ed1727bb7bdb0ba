// SPDX-License-Identifier: Apache-2.0

import Converge

extension DocumentField {
  /// Makes a call in a transaction.
  ///
  /// The library traps on an index out of range, as for any caller's mistake. A document that shows
  /// less than it should must not end the run, so the call is checked against what is shown first.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - transaction: the transaction.
  ///   - shown: what the transaction shows of the field.
  /// - Throws: `ModelError` when an index is out of range or the field has no such call.
  func perform(
    _ call: Call, in transaction: Transaction<NoSchema>, shown: JSONValue
  ) throws(ModelError) {
    if let index = CallRange.firstOutside(call, shown) {
      throw .indexOutOfRange(
        field: call.path.last?.field.name ?? name, index: index,
        count: CallRange.count(of: shown))
    }
    try perform(call.action, along: call.path[...], in: transaction)
  }

  /// Goes into the records on the way, and makes the call there.
  private func perform(
    _ action: Call.Action, along path: ArraySlice<RecordStep>, in editors: some FieldEditors
  ) throws(ModelError) {
    guard let step = path.first else { return try perform(action, in: editors) }
    let record: RecordEditor<NoSchema>
    switch self {
    case .records(let field): record = editors[field][step.key]
    case .orderedRecords(let field): record = editors[field][key: step.key]
    default: throw .wrongKind(field: name, kind: kind)
    }
    try DocumentField.ofRecord(step.field.name, step.field.kind)
      .perform(action, along: path.dropFirst(), in: record)
  }

  private func perform(
    _ action: Call.Action, in editors: some FieldEditors
  ) throws(ModelError) {
    switch (self, action) {
    case (.register(let field), .set(let value)):
      editors[field].set(value.value)
    case (.multiValue(let field), .set(let value)):
      editors[field].set(value.value)
    case (.counter(let field), .increment(let amount)):
      editors[field].increment(by: amount)
    case (.flag(let field), .enable):
      editors[field].enable()
    case (.flag(let field), .disable):
      editors[field].disable()
    case (.set(let field), .insertMember(let value)):
      editors[field].insert(value.value)
    case (.set(let field), .removeMember(let value)):
      editors[field].remove(value.value)
    case (.orderedSet(let field), _):
      try perform(action, on: editors[field])
    case (.list(let field), _):
      try perform(action, on: editors[field])
    case (.records(let field), _):
      try perform(action, on: editors[field])
    case (.orderedRecords(let field), _):
      try perform(action, on: editors[field])
    case (.text(let field), .insertText(let text, let index)):
      editors[field].insert(text, at: index)
    case (.text(let field), .removeText(let index, let count)):
      editors[field].remove(at: index, count: count)
    default:
      throw .wrongKind(field: name, kind: kind)
    }
  }

  private func perform(
    _ action: Call.Action, on editor: OrderedORSet<Value>.Editor
  ) throws(ModelError) {
    switch action {
    case .placeMember(let value, let index): editor.insert(value.value, at: index)
    case .removeMember(let value): editor.remove(value.value)
    case .moveMember(let value, let index): editor.move(value.value, to: index)
    default: throw .wrongKind(field: name, kind: kind)
    }
  }

  private func perform(
    _ action: Call.Action, on editor: MovableList<Value>.Editor
  ) throws(ModelError) {
    switch action {
    case .insertValues(let values, let index):
      editor.insert(contentsOf: values.map(\.value), at: index)
    case .removeValues(let index, let count): editor.remove(at: index, count: count)
    case .replaceValue(let index, let value): editor.replace(at: index, with: value.value)
    case .moveValue(let from, let to): editor.move(from: from, to: to)
    default: throw .wrongKind(field: name, kind: kind)
    }
  }

  private func perform(
    _ action: Call.Action, on editor: ORMap<String, NoSchema>.Editor
  ) throws(ModelError) {
    switch action {
    case .put(let key, let name, let value):
      editor[key][DocumentField.register(name)].set(value.value)
    case .incrementEntry(let key, let name, let amount):
      editor[key][DocumentField.counter(name)].increment(by: amount)
    case .removeRecord(let key): editor.remove(key)
    default: throw .wrongKind(field: name, kind: kind)
    }
  }

  private func perform(
    _ action: Call.Action, on editor: OrderedORMap<String, NoSchema>.Editor
  ) throws(ModelError) {
    switch action {
    case .insertRecord(let key, let index): editor.insert(key, at: index)
    case .put(let key, let name, let value):
      editor[key: key][DocumentField.register(name)].set(value.value)
    case .removeRecord(let key): editor.remove(key)
    case .moveRecord(let key, let index): editor.move(key, to: index)
    default: throw .wrongKind(field: name, kind: kind)
    }
  }
}
