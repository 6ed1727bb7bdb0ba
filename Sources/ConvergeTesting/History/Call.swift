// SPDX-License-Identifier: Apache-2.0

/// One mutating call of a transaction, as a user of the library makes it.
///
/// Indices are those of the visible content at that moment, inside the transaction.
package struct Call: Sendable, Equatable {
  /// What is called, with its arguments.
  package enum Action: Sendable, Equatable {
    /// `register` and `multiValue`: `set {value}`.
    case set(JSONValue)
    /// `counter`: `increment {by}`.
    case increment(Int64)
    /// `flag`: `enable`.
    case enable
    /// `flag`: `disable`.
    case disable
    /// `set`: `insert {value}`.
    case insertMember(JSONValue)
    /// `orderedSet`: `insert {value, at}`.
    case placeMember(JSONValue, at: Int)
    /// `set` and `orderedSet`: `remove {value}`.
    case removeMember(JSONValue)
    /// `orderedSet`: `move {value, to}`.
    case moveMember(JSONValue, to: Int)
    /// `list`: `insert {at, values}`.
    case insertValues([JSONValue], at: Int)
    /// `list`: `remove {at, count}`.
    case removeValues(at: Int, count: Int)
    /// `list`: `replace {at, value}`.
    case replaceValue(at: Int, with: JSONValue)
    /// `list`: `move {from, to}`.
    case moveValue(from: Int, to: Int)
    /// `records` and `orderedRecords`: `put {key, name, value}`.
    case put(key: String, name: String, JSONValue)
    /// `records`: `increment {key, name, by}`.
    case incrementEntry(key: String, name: String, by: Int64)
    /// `orderedRecords`: `insert {key, at}`.
    case insertRecord(key: String, at: Int)
    /// `records` and `orderedRecords`: `remove {key}`.
    case removeRecord(key: String)
    /// `orderedRecords`: `move {key, to}`.
    case moveRecord(key: String, to: Int)
    /// `text`: `insert {at, text}`.
    case insertText(String, at: Int)
    /// `text`: `remove {at, count}`.
    case removeText(at: Int, count: Int)
  }

  /// The field's index in the history's list of fields.
  package var field: Int
  /// The way from there to a field inside a record, the outermost record first.
  package var path: [RecordStep]
  /// What is called.
  package var action: Action

  /// Makes a call.
  package init(_ action: Action, field: Int, in path: [RecordStep] = []) {
    self.field = field
    self.path = path
    self.action = action
  }
}

extension Call.Action {
  /// Whether it says something about what is there already: inside an absent record it is void.
  var isRemovalOrMove: Bool {
    switch self {
    case .removeMember, .moveMember, .removeValues, .replaceValue, .moveValue, .removeRecord,
      .moveRecord, .removeText:
      true
    case .set, .increment, .enable, .disable, .insertMember, .placeMember, .insertValues, .put,
      .incrementEntry, .insertRecord, .insertText:
      false
    }
  }
}
