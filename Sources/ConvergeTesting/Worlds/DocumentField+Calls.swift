// SPDX-License-Identifier: Apache-2.0

import Converge

extension DocumentField {
  /// Makes a call in a transaction.
  ///
  /// The library traps on an index out of range, as for any caller's mistake. A document that shows
  /// less than it should must not end the run, so the call is checked against what is shown first.
  ///
  /// - Parameters:
  ///   - action: the call.
  ///   - transaction: the transaction.
  ///   - shown: what the transaction shows of the field.
  /// - Throws: `ModelError` when an index is out of range or the field has no such call.
  func perform(
    _ action: Call.Action, in transaction: Transaction<NoSchema>, shown: JSONValue
  ) throws(ModelError) {
    if let index = CallRange.firstOutside(action, shown) {
      throw .indexOutOfRange(field: name, index: index, count: CallRange.count(of: shown))
    }
    switch (self, action) {
    case (.register(let field), .set(let value)):
      transaction[field].set(value.value)
    case (.multiValue(let field), .set(let value)):
      transaction[field].set(value.value)
    case (.counter(let field), .increment(let amount)):
      transaction[field].increment(by: amount)
    case (.flag(let field), .enable):
      transaction[field].enable()
    case (.flag(let field), .disable):
      transaction[field].disable()
    case (.set(let field), .insertMember(let value)):
      transaction[field].insert(value.value)
    case (.set(let field), .removeMember(let value)):
      transaction[field].remove(value.value)
    case (.orderedSet(let field), _):
      try perform(action, on: transaction[field])
    case (.list(let field), _):
      try perform(action, on: transaction[field])
    case (.records(let field), _):
      try perform(action, on: transaction[field])
    case (.orderedRecords(let field), _):
      try perform(action, on: transaction[field])
    case (.text(let field), .insertText(let text, let index)):
      transaction[field].insert(text, at: index)
    case (.text(let field), .removeText(let index, let count)):
      transaction[field].remove(at: index, count: count)
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
      editor[key][Field(name, LWWRegister<Value>.self)].set(value.value)
    case .incrementEntry(let key, let name, let amount):
      editor[key][Field(name, PNCounter.self)].increment(by: amount)
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
      editor[key: key][Field(name, LWWRegister<Value>.self)].set(value.value)
    case .removeRecord(let key): editor.remove(key)
    case .moveRecord(let key, let index): editor.move(key, to: index)
    default: throw .wrongKind(field: name, kind: kind)
    }
  }
}
