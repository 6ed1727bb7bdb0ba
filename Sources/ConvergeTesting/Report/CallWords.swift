// SPDX-License-Identifier: Apache-2.0

/// Tells calls in words.
enum CallWords {
  /// The call as a sentence: the field, then what was done to it.
  static func sentence(_ call: Call, fields: [HistoryField]) -> String {
    let path = call.path.map { "[\(text($0.key))].\($0.field.name)" }.joined()
    return "\(fields[call.field].name)\(path): \(phrase(call.action))"
  }

  /// What was done, without the field.
  static func phrase(_ action: Call.Action) -> String {
    switch action {
    case .set(let value): "set to \(JSONWriter.compact(value))"
    case .increment(let amount): "add \(amount)"
    case .enable: "switch on"
    case .disable: "switch off"
    case .insertMember(let value): "insert \(JSONWriter.compact(value))"
    case .placeMember(let value, let index): "insert \(JSONWriter.compact(value)) at \(index)"
    case .removeMember(let value): "remove \(JSONWriter.compact(value))"
    case .moveMember(let value, let index): "move \(JSONWriter.compact(value)) to \(index)"
    case .insertValues(let values, let index):
      "insert \(values.map { JSONWriter.compact($0) }.joined(separator: ", ")) at \(index)"
    case .removeValues(let index, let count): "remove \(count) from \(index) on"
    case .replaceValue(let index, let value):
      "replace what is at \(index) by \(JSONWriter.compact(value))"
    case .moveValue(let from, let to): "move what is at \(from) to \(to)"
    case .put(let key, let name, let value):
      "in \(text(key)) set \(text(name)) to \(JSONWriter.compact(value))"
    case .incrementEntry(let key, let name, let amount):
      "in \(text(key)) add \(amount) to \(text(name))"
    case .insertRecord(let key, let index): "insert \(text(key)) at \(index)"
    case .removeRecord(let key): "remove \(text(key))"
    case .moveRecord(let key, let index): "move \(text(key)) to \(index)"
    case .insertText(let inserted, let index): "insert \(text(inserted)) at \(index)"
    case .removeText(let index, let count): "remove \(count) from \(index) on"
    }
  }

  private static func text(_ string: String) -> String {
    JSONWriter.compact(.string(string))
  }
}
