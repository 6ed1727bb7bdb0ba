// SPDX-License-Identifier: Apache-2.0

/// Takes the parts of one history line out of its JSON object.
struct LineReader {
  /// The most replicas of a history, far below what their ids could name.
  static let replicaLimit = 1000
  /// The most records inside each other, far below what a document takes.
  private static let depthLimit = 8
  /// The most bytes of a field's name that a document takes.
  private static let nameLimitBytes = 1024

  /// The line's object.
  let object: JSONValue

  /// The member with this name.
  func member(_ name: String) throws(HistoryError.Reason) -> JSONValue {
    guard let value = object[name] else { throw .missing(name) }
    return value
  }

  /// The string with this name.
  func string(_ name: String) throws(HistoryError.Reason) -> String {
    guard let text = try member(name).text else { throw .malformed(name) }
    return text
  }

  /// The name of a record's field under this name.
  func fieldName(_ name: String) throws(HistoryError.Reason) -> String {
    let text = try string(name)
    guard text.utf8.count <= Self.nameLimitBytes else { throw .malformed(name) }
    return text
  }

  /// The integer with this name.
  func integer(_ name: String) throws(HistoryError.Reason) -> Int64 {
    guard let number = try member(name).integer else { throw .malformed(name) }
    return number
  }

  /// The index or count with this name, never negative.
  func count(_ name: String) throws(HistoryError.Reason) -> Int {
    guard let count = Int(exactly: try integer(name)), count >= 0 else { throw .malformed(name) }
    return count
  }

  /// The value with this name: anything but an object, at any depth.
  func value(_ name: String) throws(HistoryError.Reason) -> JSONValue {
    let value = try member(name)
    guard !value.holdsObject else { throw .malformed(name) }
    return value
  }

  // MARK: The first line

  /// The names of the replicas.
  func replicas() throws(HistoryError.Reason) -> [String] {
    guard let elements = try member("replicas").elements,
      (1...Self.replicaLimit).contains(elements.count)
    else { throw .malformed("replicas") }
    var names: [String] = []
    for element in elements {
      guard let name = element.text else { throw .malformed("replicas") }
      guard !names.contains(where: { $0.hasSameBytes(as: name) }) else { throw .repeatedName(name) }
      names.append(name)
    }
    return names
  }

  /// The fields, in the order written.
  ///
  /// A kind is a name; for records whose fields are declared it is the object
  /// `{"kind":"records","fields":{…}}`.
  func fields(depth: Int = 0) throws(HistoryError.Reason) -> [HistoryField] {
    guard depth <= Self.depthLimit, case .object(let members) = try member("fields") else {
      throw .malformed("fields")
    }
    var fields: [HistoryField] = []
    for member in members {
      let line = LineReader(object: member.value)
      let isDeclared = member.value["fields"] != nil
      let name = isDeclared ? try line.string("kind") : member.value.text
      guard let name, member.name.utf8.count <= Self.nameLimitBytes else {
        throw .malformed("fields")
      }
      guard let kind = DatatypeKind(rawValue: name) else { throw .unknownKind(name) }
      guard !fields.contains(where: { $0.name.hasSameBytes(as: member.name) }) else {
        throw .repeatedName(member.name)
      }
      guard !isDeclared || kind == .records || kind == .orderedRecords else {
        throw .malformed("fields")
      }
      let inner = isDeclared ? try line.fields(depth: depth + 1) : []
      fields.append(HistoryField(member.name, kind, of: inner))
    }
    return fields
  }

  // MARK: The other lines

  /// The index of the replica named under this name.
  func replica(_ name: String, in history: History) throws(HistoryError.Reason) -> Int {
    try Self.replica(named: try string(name), in: history)
  }

  /// The change that the line is about.
  func changeReference(in history: History) throws(HistoryError.Reason) -> History.ChangeReference {
    guard let pair = try member("change").elements, pair.count == 2, let name = pair[0].text,
      let number = pair[1].integer.flatMap(Int.init(exactly:))
    else { throw .malformed("change") }
    return History.ChangeReference(
      replica: try Self.replica(named: name, in: history), number: number)
  }

  /// The edit of a `do` line.
  func edit(in history: History) throws(HistoryError.Reason) -> History.Edit {
    let change = try changeReference(in: history)
    guard try replica("r", in: history) == change.replica else { throw .malformed("change") }
    guard let stamp = Self.stamp(try member("stamp")) else { throw .malformed("stamp") }
    guard let elements = try member("calls").elements, !elements.isEmpty else {
      throw .malformed("calls")
    }
    var calls: [Call] = []
    for element in elements {
      calls.append(try CallFormat.read(element, fields: history.fields))
    }
    return History.Edit(change: change, wall: try integer("wall"), stamp: stamp, calls: calls)
  }

  /// The expectation of an `expect` line.
  func expectation(in history: History) throws(HistoryError.Reason) -> History.Expectation {
    guard case .object(let members) = try member("changes") else { throw .malformed("changes") }
    var changes = Array(repeating: 0, count: history.replicas.count)
    for member in members {
      let replica = try Self.replica(named: member.name, in: history)
      guard let count = member.value.integer.flatMap(Int.init(exactly:)), count >= 0 else {
        throw .malformed("changes")
      }
      changes[replica] = count
    }
    return History.Expectation(
      replica: try replica("r", in: history), changes: changes, state: try state(in: history))
  }

  /// What each field shows, in the order of the history's fields.
  func state(in history: History) throws(HistoryError.Reason) -> [JSONValue] {
    guard case .object(let members) = try member("state") else { throw .malformed("state") }
    for member in members
    where !history.fields.contains(where: { $0.name.hasSameBytes(as: member.name) }) {
      throw .unknownField(member.name)
    }
    let line = LineReader(object: .object(members))
    var state: [JSONValue] = []
    for field in history.fields { state.append(try line.member(field.name)) }
    return state
  }

  /// A timestamp written as `[milliseconds, counter]`, or nil when it is not one.
  static func stamp(_ value: JSONValue) -> Stamp? {
    guard let pair = value.elements, pair.count == 2,
      let milliseconds = pair[0].integer, (0..<1 << 48).contains(milliseconds),
      let counter = pair[1].integer, (0..<1 << 16).contains(counter)
    else { return nil }
    return Stamp(packed: UInt64(milliseconds) << 16 | UInt64(counter))
  }

  private static func replica(
    named name: String, in history: History
  ) throws(HistoryError.Reason) -> Int {
    guard let index = history.replicas.firstIndex(where: { $0.hasSameBytes(as: name) }) else {
      throw .unknownReplica(name)
    }
    return index
  }
}
