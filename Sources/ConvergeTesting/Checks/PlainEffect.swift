// SPDX-License-Identifier: Apache-2.0

/// What a call does to what its user sees, as if there were one device in the world.
///
/// These are arrays, sets and dictionaries edited plainly: no dots, no timestamps, no slots.
enum PlainEffect {
  /// What a field shows after a call, from what it showed before.
  static func state(after action: Call.Action, _ kind: DatatypeKind, _ state: JSONValue)
    -> JSONValue
  {
    switch action {
    case .set(let value): kind == .multiValue ? .array([value]) : value
    case .increment(let amount): .integer((state.integer ?? 0) &+ amount)
    case .enable: .bool(true)
    case .disable: .bool(false)
    case .insertMember, .removeMember, .placeMember, .moveMember:
      .array(members(state.elements ?? [], after: action))
    case .insertValues, .removeValues, .replaceValue, .moveValue:
      .array(values(state.elements ?? [], after: action))
    case .put, .incrementEntry, .insertRecord, .removeRecord, .moveRecord:
      kind == .records
        ? .object(records(state.sortedMembers ?? [], after: action))
        : .array(rows(state.elements ?? [], after: action))
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
    var scalars = Array(before.unicodeScalars)
    switch action {
    case .insertText(let inserted, let index):
      scalars.insert(contentsOf: inserted.unicodeScalars, at: index)
    case .removeText(let index, let count): scalars.removeSubrange(index..<index + count)
    default: break
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  // MARK: Records

  private static func records(_ before: [JSONMember], after action: Call.Action) -> [JSONMember] {
    var records = before
    switch action {
    case .put(let key, _, _), .incrementEntry(let key, _, _):
      let old = records.firstIndex { $0.name.hasSameBytes(as: key) }
      let record = entries(old.map { records[$0].value }, after: action)
      if let old { records[old].value = record } else { records.append(JSONMember(key, record)) }
    case .removeRecord(let key):
      records.removeAll { $0.name.hasSameBytes(as: key) }
    default:
      break
    }
    return records
  }

  private static func rows(_ before: [JSONValue], after action: Call.Action) -> [JSONValue] {
    var rows = before
    func index(of key: String) -> Int? { rows.firstIndex { $0.elements?.first == .string(key) } }
    switch action {
    case .put(let key, _, _), .incrementEntry(let key, _, _):
      let old = index(of: key)
      let record = entries(old.flatMap { rows[$0].elements?.last }, after: action)
      let row = JSONValue.array([.string(key), record])
      if let old { rows[old] = row } else { rows.append(row) }
    case .insertRecord(let key, let position) where index(of: key) == nil:
      rows.insert(.array([.string(key), .object([])]), at: position)
    case .removeRecord(let key):
      if let old = index(of: key) { rows.remove(at: old) }
    case .moveRecord(let key, let position):
      if let old = index(of: key) { rows.insert(rows.remove(at: old), at: position) }
    default:
      break
    }
    return rows
  }

  /// A record after a write; an absent one starts empty.
  private static func entries(_ record: JSONValue?, after action: Call.Action) -> JSONValue {
    var entries = record?.sortedMembers ?? []
    func set(_ name: String, _ value: JSONValue) {
      entries.removeAll { $0.name.hasSameBytes(as: name) }
      entries.append(JSONMember(name, value))
    }
    switch action {
    case .put(_, let name, let value):
      set(name, value)
    case .incrementEntry(_, let name, let amount):
      set(name, .integer((record?[name]?.integer ?? 0) &+ amount))
    default:
      break
    }
    return .object(entries)
  }
}
