// SPDX-License-Identifier: Apache-2.0

/// Turns a script's calls into the calls that a user could make at that moment.
struct CallResolver {
  /// The document's fields.
  let fields: [HistoryField]

  /// The call that a script's numbers stand for, given how many elements a field shows.
  ///
  /// It is nil where there is nothing to call it on.
  func resolve(_ call: ScriptCall, count: (Int, [RecordStep]) -> Int) -> Call? {
    guard fields.indices.contains(call.field) else { return nil }
    let path = path(of: call)
    let field = path.last?.field ?? fields[call.field]
    return action(call, field) { count(call.field, path) }
      .map { Call($0, field: call.field, in: path) }
  }

  /// Whether there is something to make a call on, given how many elements a field shows.
  func canResolve(_ call: ScriptCall, count: (Int, [RecordStep]) -> Int) -> Bool {
    guard fields.indices.contains(call.field) else { return false }
    let path = path(of: call)
    let needsElements =
      switch path.last?.field.kind ?? fields[call.field].kind {
      case .list: ValuePool.wrap(call.choice, 5) >= 2
      case .text: ValuePool.wrap(call.choice, 3) >= 2
      default: false
      }
    return !needsElements || count(call.field, path) > 0
  }

  /// The way into records; numbers beyond the last field that holds any mean nothing.
  private func path(of call: ScriptCall) -> [RecordStep] {
    var path: [RecordStep] = []
    var inner = fields[call.field].inner
    for index in stride(from: 0, to: call.path.count - 1, by: 2) where !inner.isEmpty {
      let field = inner[ValuePool.wrap(call.path[index + 1], inner.count)]
      path.append(RecordStep(ValuePool.word(call.path[index]), field))
      inner = field.inner
    }
    return path
  }

  private func action(
    _ call: ScriptCall, _ field: HistoryField, _ count: () -> Int
  ) -> Call.Action? {
    switch field.kind {
    case .register: return .set(ValuePool.value(call.value))
    case .multiValue: return .set(.integer(Int64(call.value)))
    case .counter: return .increment(ValuePool.amount(call.value))
    case .flag: return isChoice(call, 0, of: 2) ? .enable : .disable
    case .set:
      let member = ValuePool.member(call.key, of: field)
      return isChoice(call, 0, of: 2) ? .insertMember(member) : .removeMember(member)
    case .orderedSet: return orderedSetAction(call, field, count())
    case .list: return listAction(call, count())
    case .records:
      let isDeclared = !field.inner.isEmpty
      return isDeclared ? .removeRecord(key: ValuePool.word(call.key)) : recordsAction(call)
    case .orderedRecords:
      return orderedRecordsAction(call, count(), isDeclared: !field.inner.isEmpty)
    case .text: return textAction(call, count())
    }
  }

  private func orderedSetAction(
    _ call: ScriptCall, _ field: HistoryField, _ count: Int
  ) -> Call.Action {
    let member = ValuePool.member(call.key, of: field)
    switch ValuePool.wrap(call.choice, 3) {
    case 0: return .placeMember(member, at: ValuePool.wrap(call.index, count + 1))
    case 1: return .removeMember(member)
    default: return .moveMember(member, to: ValuePool.wrap(call.index, count))
    }
  }

  /// Whether a call on a list with this choice neither moves nor replaces an element.
  static func insertsOrRemoves(listChoice choice: Int) -> Bool { ValuePool.wrap(choice, 5) < 3 }

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

  private func orderedRecordsAction(
    _ call: ScriptCall, _ count: Int, isDeclared: Bool
  ) -> Call.Action {
    let key = ValuePool.word(call.key)
    switch ValuePool.wrap(call.choice, 4) {
    case 0: return .insertRecord(key: key, at: ValuePool.wrap(call.index, count + 1))
    case 1 where !isDeclared: return put(key, call)
    case 1, 2: return .removeRecord(key: key)
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
