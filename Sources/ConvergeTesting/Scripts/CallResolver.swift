// SPDX-License-Identifier: Apache-2.0

/// Turns a script's calls into the calls that a user could make at that moment.
struct CallResolver {
  /// The document's fields.
  let fields: [HistoryField]

  /// The call that a script's numbers stand for, given how many elements a field shows.
  ///
  /// It is nil where there is nothing to call it on.
  func resolve(_ call: ScriptCall, count: (Int) -> Int) -> Call? {
    guard fields.indices.contains(call.field) else { return nil }
    return action(call, fields[call.field].kind, count).map { Call($0, field: call.field) }
  }

  private func action(
    _ call: ScriptCall, _ kind: DatatypeKind, _ count: (Int) -> Int
  ) -> Call.Action? {
    switch kind {
    case .register: return .set(ValuePool.value(call.value))
    case .multiValue: return .set(.integer(Int64(call.value)))
    case .counter: return .increment(ValuePool.amount(call.value))
    case .flag: return isChoice(call, 0, of: 2) ? .enable : .disable
    case .set:
      let member = ValuePool.member(call.key, of: fields[call.field])
      return isChoice(call, 0, of: 2) ? .insertMember(member) : .removeMember(member)
    case .orderedSet: return orderedSetAction(call, count(call.field))
    case .list: return listAction(call, count(call.field))
    case .records: return recordsAction(call)
    case .orderedRecords: return orderedRecordsAction(call, count(call.field))
    case .text: return textAction(call, count(call.field))
    }
  }

  private func orderedSetAction(_ call: ScriptCall, _ count: Int) -> Call.Action {
    let member = ValuePool.member(call.key, of: fields[call.field])
    switch ValuePool.wrap(call.choice, 3) {
    case 0: return .placeMember(member, at: ValuePool.wrap(call.index, count + 1))
    case 1: return .removeMember(member)
    default: return .moveMember(member, to: ValuePool.wrap(call.index, count))
    }
  }

  private func listAction(_ call: ScriptCall, _ count: Int) -> Call.Action? {
    let choice = ValuePool.wrap(call.choice, 5)
    guard choice < 2 || count > 0 else { return nil }
    let index = ValuePool.wrap(call.index, count)
    switch choice {
    case 0, 1:
      let values = (0...ValuePool.wrap(call.extent, 3)).map { ValuePool.value(call.value + $0) }
      return .insertValues(values, at: ValuePool.wrap(call.index, count + 1))
    case 2:
      let removed = 1 + ValuePool.wrap(call.extent, min(3, count - index))
      return .removeValues(at: index, count: removed)
    case 3: return .replaceValue(at: index, with: ValuePool.value(call.value))
    default: return .moveValue(from: index, to: ValuePool.wrap(call.extent, count))
    }
  }

  private func recordsAction(_ call: ScriptCall) -> Call.Action {
    let key = ValuePool.word(call.key)
    switch ValuePool.wrap(call.choice, 3) {
    case 0: return put(key, call)
    case 1:
      return .incrementEntry(
        key: key, name: ValuePool.counterName(call.extent), by: ValuePool.amount(call.value))
    default: return .removeRecord(key: key)
    }
  }

  private func orderedRecordsAction(_ call: ScriptCall, _ count: Int) -> Call.Action {
    let key = ValuePool.word(call.key)
    switch ValuePool.wrap(call.choice, 4) {
    case 0: return .insertRecord(key: key, at: ValuePool.wrap(call.index, count + 1))
    case 1: return put(key, call)
    case 2: return .removeRecord(key: key)
    default: return .moveRecord(key: key, to: ValuePool.wrap(call.index, count))
    }
  }

  private func put(_ key: String, _ call: ScriptCall) -> Call.Action {
    .put(key: key, name: ValuePool.registerName(call.extent), ValuePool.value(call.value))
  }

  private func textAction(_ call: ScriptCall, _ count: Int) -> Call.Action? {
    if ValuePool.wrap(call.choice, 3) < 2 {
      return .insertText(
        ValuePool.text(call.value), at: ValuePool.wrap(call.index, count + 1))
    }
    guard count > 0 else { return nil }
    let index = ValuePool.wrap(call.index, count)
    return .removeText(at: index, count: 1 + ValuePool.wrap(call.extent, min(4, count - index)))
  }

  private func isChoice(_ call: ScriptCall, _ choice: Int, of count: Int) -> Bool {
    ValuePool.wrap(call.choice, count) == choice
  }
}
