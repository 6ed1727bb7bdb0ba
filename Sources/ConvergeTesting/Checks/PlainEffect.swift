// SPDX-License-Identifier: Apache-2.0

/// What a call does to what its user sees, as if there were one device in the world.
///
/// These are arrays, sets and dictionaries edited plainly: no dots, no timestamps, no slots.
enum PlainEffect {
  /// What a field of the document shows after a call, from what it showed before.
  static func state(
    after call: Call, _ field: HistoryField, _ state: JSONValue
  ) -> JSONValue {
    self.state(after: call.action, along: call.path[...], field.kind, state)
  }

  private static func state(
    after action: Call.Action, along path: ArraySlice<RecordStep>, _ kind: DatatypeKind,
    _ state: JSONValue
  ) -> JSONValue {
    guard let step = path.first else { return self.state(after: action, kind, state) }
    let record = record(step.key, in: state)
    if record == nil, action.isRemovalOrMove { return state }
    let field = step.field
    let changed = self.state(
      after: action, along: path.dropFirst(), field.kind,
      record?[field.name] ?? emptyState(of: field.kind))
    var members = record?.sortedMembers ?? []
    members.removeAll { $0.name.hasSameBytes(as: field.name) }
    if isThere(changed, field.kind) { members.append(JSONMember(field.name, changed)) }
    return setting(.object(members), at: step.key, in: state, kind)
  }

  private static func state(
    after action: Call.Action, _ kind: DatatypeKind, _ state: JSONValue
  ) -> JSONValue {
    switch action {
    case .set(let value): kind == .multiValue ? .array([value]) : value
    case .increment(let amount): .integer((state.integer ?? 0) &+ amount)
    case .enable: .bool(true)
    case .disable: .bool(false)
    case .insertMember, .removeMember, .placeMember, .moveMember:
      .array(members(state.elements ?? [], after: action))
    case .insertValues, .removeValues, .replaceValue, .moveValue:
      .array(values(state.elements ?? [], after: action))
    case .put(let key, let name, let value):
      self.state(
        after: .set(value), along: [RecordStep(key, HistoryField(name, .register))], kind, state)
    case .incrementEntry(let key, let name, let amount):
      self.state(
        after: .increment(amount), along: [RecordStep(key, HistoryField(name, .counter))], kind,
        state)
    case .insertRecord, .removeRecord, .moveRecord: records(state, after: action)
    case .insertText, .removeText: .string(text(state.text ?? "", after: action))
    }
  }

  private static func members(_ before: [JSONValue], after action: Call.Action) -> [JSONValue] {
    var members = before
    switch action {
    case .insertMember(let value) where !members.contains(value):
      members.append(value)
      members.sort { ModelOrder.precedes($0, $1) }
    case .placeMember(let value, let index) where !members.contains(value):
      members.insert(value, at: index)
    case .removeMember(let value):
      members.removeAll { $0 == value }
    case .moveMember(let value, let index):
      if let old = members.firstIndex(of: value) {
        members.remove(at: old)
        members.insert(value, at: index)
      }
    default:
      break
    }
    return members
  }

  private static func values(_ before: [JSONValue], after action: Call.Action) -> [JSONValue] {
    var values = before
    switch action {
    case .insertValues(let inserted, let index): values.insert(contentsOf: inserted, at: index)
    case .removeValues(let index, let count): values.removeSubrange(index..<index + count)
    case .replaceValue(let index, let value): values[index] = value
    case .moveValue(let from, let to): values.insert(values.remove(at: from), at: to)
    default: break
    }
    return values
  }

  private static func text(_ before: String, after action: Call.Action) -> String {
    let scalars = before.unicodeScalars
    let (inserted, index, count) =
      switch action {
      case .insertText(let text, let index): (text, index, 0)
      case .removeText(let index, let count): ("", index, count)
      default: ("", 0, 0)
      }
    let start = scalars.index(scalars.startIndex, offsetBy: index)
    let end = scalars.index(start, offsetBy: count)
    return String(scalars[..<start]) + inserted + String(scalars[end...])
  }

  // MARK: Records

  /// What a field shows in which nothing was done.
  static func emptyState(of kind: DatatypeKind) -> JSONValue {
    switch kind {
    case .register: .null
    case .counter: .integer(0)
    case .flag: .bool(false)
    case .records: .object([])
    case .text: .string("")
    case .multiValue, .set, .orderedSet, .list, .orderedRecords: .array([])
    }
  }

  /// Whether a record has a field that shows this after a call on it.
  private static func isThere(_ state: JSONValue, _ kind: DatatypeKind) -> Bool {
    switch kind {
    case .register, .multiValue, .counter: true
    case .flag: state == .bool(true)
    case .set, .orderedSet, .list, .records, .orderedRecords, .text: !state.isEmpty
    }
  }

  /// What a map shows of a record, or nil where it is absent.
  static func record(_ key: String, in state: JSONValue) -> JSONValue? {
    guard case .array(let rows) = state else { return state[key] }
    return rows.first { isRow($0, of: key) }?.elements?.last
  }

  private static func isRow(_ row: JSONValue, of key: String) -> Bool {
    row.elements?.first == .string(key)
  }

  /// A map in which a record is replaced, or added: in an ordered one at the end.
  private static func setting(
    _ record: JSONValue, at key: String, in state: JSONValue, _ kind: DatatypeKind
  ) -> JSONValue {
    if kind == .records {
      var records = state.sortedMembers ?? []
      records.removeAll { $0.name.hasSameBytes(as: key) }
      return .object(records + [JSONMember(key, record)])
    }
    var rows = state.elements ?? []
    let row = JSONValue.array([.string(key), record])
    if let old = rows.firstIndex(where: { isRow($0, of: key) }) {
      rows[old] = row
    } else {
      rows.append(row)
    }
    return .array(rows)
  }

  private static func records(_ before: JSONValue, after action: Call.Action) -> JSONValue {
    if case .removeRecord(let key) = action, case .object(var records) = before {
      records.removeAll { $0.name.hasSameBytes(as: key) }
      return .object(records)
    }
    var rows = before.elements ?? []
    switch action {
    case .insertRecord(let key, let position) where !rows.contains { isRow($0, of: key) }:
      rows.insert(.array([.string(key), .object([])]), at: position)
    case .removeRecord(let key):
      rows.removeAll { isRow($0, of: key) }
    case .moveRecord(let key, let position):
      if let old = rows.firstIndex(where: { isRow($0, of: key) }) {
        rows.insert(rows.remove(at: old), at: position)
      }
    default:
      break
    }
    return .array(rows)
  }
}
