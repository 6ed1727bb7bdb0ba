// SPDX-License-Identifier: Apache-2.0

import Converge

/// A field of a run's documents, with the library's type for its kind.
enum DocumentField {
  case register(Field<LWWRegister<Value>>)
  case multiValue(Field<MVRegister<Value>>)
  case counter(Field<PNCounter>)
  case flag(Field<EWFlag>)
  case set(Field<ORSet<Value>>)
  case orderedSet(Field<OrderedORSet<Value>>)
  case list(Field<MovableList<Value>>)
  case records(Field<ORMap<String, NoSchema>>)
  case orderedRecords(Field<OrderedORMap<String, NoSchema>>)
  case text(Field<ReplicatedText>)

  /// The field of a history.
  init(_ field: HistoryField) {
    switch field.kind {
    case .register: self = .register(Field(field.name, LWWRegister<Value>.self))
    case .multiValue: self = .multiValue(Field(field.name, MVRegister<Value>.self))
    case .counter: self = .counter(Field(field.name, PNCounter.self))
    case .flag: self = .flag(Field(field.name, EWFlag.self))
    case .set: self = .set(Field(field.name, ORSet<Value>.self))
    case .orderedSet: self = .orderedSet(Field(field.name, OrderedORSet<Value>.self))
    case .list: self = .list(Field(field.name, MovableList<Value>.self))
    case .records: self = .records(Field(field.name, ORMap<String, NoSchema>.self))
    case .orderedRecords:
      self = .orderedRecords(Field(field.name, OrderedORMap<String, NoSchema>.self))
    case .text: self = .text(Field(field.name, ReplicatedText.self))
    }
  }

  /// What a document shows of the field.
  func state(in document: ReplicatedDocument) -> JSONValue {
    var document = document
    return state(in: &document)
  }

  /// What a document shows of the field; one that others read too is not copied for it.
  func state(in document: inout ReplicatedDocument) -> JSONValue {
    shown(in: document)
  }

  /// What a document, or a record in it, shows of the field.
  @inline(__always)
  func shown(in views: some FieldViews) -> JSONValue {
    switch self {
    case .register(let field): ShownState.of(views[field])
    case .multiValue(let field): ShownState.of(views[field])
    case .counter(let field): ShownState.of(views[field])
    case .flag(let field): ShownState.of(views[field])
    case .set(let field): ShownState.of(views[field])
    case .orderedSet(let field): ShownState.of(views[field])
    case .list(let field): ShownState.of(views[field])
    case .records(let field): ShownState.of(views[field])
    case .orderedRecords(let field): ShownState.of(views[field])
    case .text(let field): ShownState.of(views[field])
    }
  }

  /// The conflicts of the register that a path leads to; nil where no present record holds one.
  func conflicts(along path: ArraySlice<RecordStep>, in views: some FieldViews) -> [JSONValue]? {
    guard let step = path.first else {
      guard case .register(let field) = self else { return nil }
      return views[field].conflicts.map { JSONValue($0) }
    }
    let record: RecordView<NoSchema>?
    switch self {
    case .records(let field): record = views[field][step.key]
    case .orderedRecords(let field): record = views[field][key: step.key]
    default: record = nil
    }
    guard let record else { return nil }
    return DocumentField.ofRecord(step.field.name, step.field.kind)
      .conflicts(along: path.dropFirst(), in: record)
  }

  /// What a transaction shows of the field at this moment.
  func state(in transaction: Transaction<NoSchema>) -> JSONValue {
    switch self {
    case .register(let field): ShownState.of(transaction[field].current)
    case .multiValue(let field): ShownState.of(transaction[field].current)
    case .counter(let field): ShownState.of(transaction[field].current)
    case .flag(let field): ShownState.of(transaction[field].current)
    case .set(let field): ShownState.of(transaction[field].current)
    case .orderedSet(let field): ShownState.of(transaction[field].current)
    case .list(let field): ShownState.of(transaction[field].current)
    case .records(let field): ShownState.of(transaction[field].current)
    case .orderedRecords(let field): ShownState.of(transaction[field].current)
    case .text(let field): ShownState.of(transaction[field].current)
    }
  }
}

extension DocumentField {
  /// The field's name.
  var name: String {
    switch self {
    case .register(let field): field.name
    case .multiValue(let field): field.name
    case .counter(let field): field.name
    case .flag(let field): field.name
    case .set(let field): field.name
    case .orderedSet(let field): field.name
    case .list(let field): field.name
    case .records(let field): field.name
    case .orderedRecords(let field): field.name
    case .text(let field): field.name
    }
  }

  /// The field's kind.
  var kind: DatatypeKind {
    switch self {
    case .register: .register
    case .multiValue: .multiValue
    case .counter: .counter
    case .flag: .flag
    case .set: .set
    case .orderedSet: .orderedSet
    case .list: .list
    case .records: .records
    case .orderedRecords: .orderedRecords
    case .text: .text
    }
  }
}
