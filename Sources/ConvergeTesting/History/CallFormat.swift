// SPDX-License-Identifier: Apache-2.0

/// Calls as the history format writes them: `{"field":"queue","call":"insert","at":0,…}`.
enum CallFormat {
  /// The call in a JSON object.
  static func read(
    _ object: JSONValue, fields: [HistoryField]
  ) throws(HistoryError.Reason) -> Call {
    let line = LineReader(object: object)
    let name = try line.string("field")
    guard let field = fields.firstIndex(where: { $0.name.hasSameBytes(as: name) }) else {
      throw .unknownField(name)
    }
    let path = try path(line, into: fields[field])
    let kind = path.last?.field.kind ?? fields[field].kind
    let call = try line.string("call")
    guard let action = try action(call, kind, line) else { throw .unknownCall(call, kind: kind) }
    return Call(action, field: field, in: path)
  }

  /// The way into records: `"in":["key","field",…]`, keys and fields by turns.
  private static func path(
    _ line: LineReader, into field: HistoryField
  ) throws(HistoryError.Reason) -> [RecordStep] {
    guard let member = line.object["in"] else { return [] }
    guard let names = member.elements?.compactMap(\.text), !names.isEmpty,
      names.count == member.elements?.count, names.count.isMultiple(of: 2)
    else { throw .malformed("in") }
    var path: [RecordStep] = []
    var inner = field.inner
    for index in stride(from: 0, to: names.count, by: 2) {
      guard let field = inner.first(where: { $0.name.hasSameBytes(as: names[index + 1]) }) else {
        throw .unknownField(names[index + 1])
      }
      path.append(RecordStep(names[index], field))
      inner = field.inner
    }
    return path
  }

  private static func action(
    _ call: String, _ kind: DatatypeKind, _ line: LineReader
  ) throws(HistoryError.Reason) -> Call.Action? {
    switch (kind, call) {
    case (.register, "set"), (.multiValue, "set"): .set(try line.value("value"))
    case (.counter, "increment"): .increment(try line.integer("by"))
    case (.flag, "enable"): .enable
    case (.flag, "disable"): .disable
    case (.set, "insert"): .insertMember(try line.value("value"))
    case (.set, "remove"), (.orderedSet, "remove"): .removeMember(try line.value("value"))
    case (.orderedSet, "insert"):
      .placeMember(try line.value("value"), at: try line.count("at"))
    case (.orderedSet, "move"): .moveMember(try line.value("value"), to: try line.count("to"))
    case (.list, _): try listAction(call, line)
    case (.records, _), (.orderedRecords, _): try recordAction(call, kind, line)
    case (.text, "insert"): .insertText(try line.string("text"), at: try line.count("at"))
    case (.text, "remove"): .removeText(at: try line.count("at"), count: try line.count("count"))
    default: nil
    }
  }

  private static func listAction(
    _ call: String, _ line: LineReader
  ) throws(HistoryError.Reason) -> Call.Action? {
    switch call {
    case "insert":
      guard let values = try line.value("values").elements else { throw .malformed("values") }
      return .insertValues(values, at: try line.count("at"))
    case "remove": return .removeValues(at: try line.count("at"), count: try line.count("count"))
    case "replace": return .replaceValue(at: try line.count("at"), with: try line.value("value"))
    case "move": return .moveValue(from: try line.count("from"), to: try line.count("to"))
    default: return nil
    }
  }

  private static func recordAction(
    _ call: String, _ kind: DatatypeKind, _ line: LineReader
  ) throws(HistoryError.Reason) -> Call.Action? {
    switch (kind, call) {
    case (_, "put"):
      .put(
        key: try line.string("key"), name: try line.fieldName("name"), try line.value("value"))
    case (_, "remove"): .removeRecord(key: try line.string("key"))
    case (.records, "increment"):
      .incrementEntry(
        key: try line.string("key"), name: try line.fieldName("name"), by: try line.integer("by"))
    case (.orderedRecords, "insert"):
      .insertRecord(key: try line.string("key"), at: try line.count("at"))
    case (.orderedRecords, "move"):
      .moveRecord(key: try line.string("key"), to: try line.count("to"))
    default: nil
    }
  }

  /// The JSON object of a call.
  static func write(_ call: Call, fields: [HistoryField]) -> JSONValue {
    let (name, arguments) = parts(of: call.action)
    var members = [JSONMember("field", .string(fields[call.field].name))]
    if !call.path.isEmpty {
      let names = call.path.flatMap { [JSONValue.string($0.key), .string($0.field.name)] }
      members.append(JSONMember("in", .array(names)))
    }
    return .object(members + [JSONMember("call", .string(name))] + arguments)
  }

  /// The name of a call and its arguments.
  private static func parts(of action: Call.Action) -> (String, [JSONMember]) {
    switch action {
    case .set(let value): ("set", [JSONMember("value", value)])
    case .increment(let amount): ("increment", [JSONMember("by", .integer(amount))])
    case .enable: ("enable", [])
    case .disable: ("disable", [])
    case .insertMember(let value): ("insert", [JSONMember("value", value)])
    case .placeMember(let value, let at):
      ("insert", [JSONMember("value", value), number("at", at)])
    case .removeMember(let value): ("remove", [JSONMember("value", value)])
    case .moveMember(let value, let to): ("move", [JSONMember("value", value), number("to", to)])
    case .insertValues(let values, let at):
      ("insert", [number("at", at), JSONMember("values", .array(values))])
    case .removeValues(let at, let count), .removeText(let at, let count):
      ("remove", [number("at", at), number("count", count)])
    case .replaceValue(let at, let value):
      ("replace", [number("at", at), JSONMember("value", value)])
    case .moveValue(let from, let to): ("move", [number("from", from), number("to", to)])
    case .put(let key, let name, let value):
      ("put", [text("key", key), text("name", name), JSONMember("value", value)])
    case .incrementEntry(let key, let name, let amount):
      (
        "increment",
        [text("key", key), text("name", name), JSONMember("by", .integer(amount))]
      )
    case .insertRecord(let key, let at): ("insert", [text("key", key), number("at", at)])
    case .removeRecord(let key): ("remove", [text("key", key)])
    case .moveRecord(let key, let to): ("move", [text("key", key), number("to", to)])
    case .insertText(let inserted, let at): ("insert", [number("at", at), text("text", inserted)])
    }
  }

  private static func number(_ name: String, _ value: Int) -> JSONMember {
    JSONMember(name, .integer(Int64(value)))
  }

  private static func text(_ name: String, _ value: String) -> JSONMember {
    JSONMember(name, .string(value))
  }
}
