// SPDX-License-Identifier: Apache-2.0

import Converge

/// What the library's datatypes show, as the history format writes it.
enum ShownState {
  /// The register's value; null also where nothing was set.
  static func of(_ register: LWWRegister<Value>) -> JSONValue {
    JSONValue(register.value)
  }

  /// The surviving values.
  static func of(_ register: MVRegister<Value>) -> JSONValue {
    .array(register.values.map { JSONValue($0) })
  }

  /// The sum.
  static func of(_ counter: PNCounter) -> JSONValue { .integer(counter.value) }

  /// Whether the flag is on.
  static func of(_ flag: EWFlag) -> JSONValue { .bool(flag.isOn) }

  /// The members in the order that the set shows.
  static func of(_ set: ORSet<Value>) -> JSONValue { .array(set.elements.map { JSONValue($0) }) }

  /// The members in their order.
  static func of(_ set: OrderedORSet<Value>) -> JSONValue {
    .array(set.elements.map { JSONValue($0) })
  }

  /// The elements in their order.
  static func of(_ list: MovableList<Value>) -> JSONValue {
    .array(list.elements.map { JSONValue($0) })
  }

  /// The string.
  static func of(_ text: ReplicatedText) -> JSONValue { .string(text.string) }

  /// The records by key, each with the fields that show.
  static func of(_ records: ORMap<String, NoSchema>) -> JSONValue {
    var members: [JSONMember] = []
    for (key, record) in records { members.append(JSONMember(key, of(record))) }
    return .object(members)
  }

  /// The keys in order, each with its record.
  static func of(_ records: OrderedORMap<String, NoSchema>) -> JSONValue {
    .array(
      records.keys.compactMap { key in
        records[key: key].map { .array([.string(key), of($0)]) }
      })
  }

  /// The fields that the record shows.
  private static func of(_ record: RecordView<NoSchema>) -> JSONValue {
    .object(record.fieldNames.map { JSONMember($0.name, state(of: $0.name, $0.datatype, record)) })
  }

  /// All fields that the document holds.
  static func of(_ document: ReplicatedDocument) -> JSONValue {
    .object(
      document.fieldNames.map { JSONMember($0.name, state(of: $0.name, $0.datatype, document)) })
  }

  private static func state(
    of name: String, _ datatype: DatatypeTag, _ views: some FieldViews
  ) -> JSONValue {
    DocumentField.ofRecord(name, DatatypeKind(datatype)).shown(in: views)
  }
}
