// SPDX-License-Identifier: Apache-2.0

/// Fields inside records, to any depth: where they are, and what fresh writes leave of them.
extension NaiveModel {
  // MARK: Fields

  /// The index of the field that a path leads to from one of the document's.
  mutating func index(of field: Int, in path: [RecordStep]) -> Int {
    path.reduce(field) { map, step in
      index(of: step.field, in: ModelRecord(map: map, key: index(of: step.key)))
    }
  }

  /// The index of a record's field.
  mutating func index(of field: HistoryField, in record: ModelRecord) -> Int {
    let index = stores.firstIndex {
      $0.record == record && $0.kind == field.kind
        && $0.declaration.name.hasSameBytes(as: field.name)
    }
    if let index { return index }
    stores.append(ModelField(declaration: field, record: record))
    return stores.count - 1
  }

  // MARK: What counts

  /// The applied operations that count: a fresh write to a record around takes back what it saw.
  @inline(__always)
  func liveOperations(_ field: Int, at replica: Int) -> [ModelOperation] {
    var operations = appliedOperations(field, at: replica)
    let fresh = freshWrites(around: field, at: replica)
    if !fresh.isEmpty { operations.removeAll { !changes.isLive($0, fresh) } }
    return operations
  }

  /// The fresh writes, at every depth, to the records that a field stands in.
  @inline(__always)
  func freshWrites(around field: Int, at replica: Int) -> [ModelOperation] {
    // Most fields stand in no record: inlined, that much takes no copy of the model.
    guard let record = stores[field].record else { return [] }
    return freshWrites(to: record, at: replica)
  }

  private func freshWrites(to record: ModelRecord, at replica: Int) -> [ModelOperation] {
    var writes = freshWrites(around: record.map, at: replica)
    for operation in stores[record.map].operations
    where operation.isFresh && operation.element == record.key
      && isApplied(operation.change, at: replica)
    {
      writes.append(operation)
    }
    return writes
  }

  /// Whether a record and all around it are present; the document itself always is.
  @inline(__always)
  func isPresent(_ record: ModelRecord?, at replica: Int) -> Bool {
    guard let record else { return true }
    return isInPresentRecord(record, at: replica)
  }

  private func isInPresentRecord(_ record: ModelRecord, at replica: Int) -> Bool {
    isPresent(stores[record.map].record, at: replica)
      && isPresent(record.key, record.map, at: replica)
  }

  // MARK: Writes

  /// Adds an operation to the change that its author began last.
  ///
  /// To each record around it is a write, fresh where the record is absent.
  mutating func append(
    _ kind: ModelOperation.Kind, _ field: Int, _ replica: Int,
    fill: (inout ModelOperation, inout NaiveModel) -> Void = { _, _ in }
  ) {
    insertOrderedRecords(upTo: stores[field].record, by: replica)
    guard let change = changes.byAuthor[replica].last else { return }
    var operation = ModelOperation(kind: kind, change: change, order: operationCount)
    operationCount += 1
    fill(&operation, &self)
    replicas[replica].revision += 1
    guard stores[field].record != nil else { return stores[field].append(operation) }
    var writes = [(field, operation)]
    var around = stores[field].record
    while let record = around {
      var write = ModelOperation(kind: .write, change: change, order: operation.order)
      write.element = record.key
      write.isFresh = !isPresent(record, at: replica)
      writes.append((record.map, write))
      around = stores[record.map].record
    }
    for (map, write) in writes { stores[map].append(write) }
  }

  /// Inserts what is absent of the ordered records around at the end, the outermost first.
  private mutating func insertOrderedRecords(upTo record: ModelRecord?, by replica: Int) {
    guard let record, !isPresent(record, at: replica) else { return }
    guard stores[record.map].kind == .orderedRecords else {
      return insertOrderedRecords(upTo: stores[record.map].record, by: replica)
    }
    let last = shownMembers(record.map, at: replica).last?.slot
    let slot = addSlot(after: last, record.key, record.map, by: replica)
    append(.insert, record.map, replica) { operation, _ in
      operation.element = record.key
      operation.slot = slot
      operation.isFresh = true
    }
  }

  // MARK: State

  /// The fields that a present record shows, names ascending.
  mutating func recordState(_ record: ModelRecord, at replica: Int) -> JSONValue {
    var members: [JSONMember] = []
    for field in stores.indices where stores[field].record == record {
      let state = fieldState(field, at: replica)
      if isShown(field, state, at: replica) {
        members.append(JSONMember(stores[field].declaration.name, state))
      }
    }
    if members.count > 1 { members.sort { $0.name.precedes($1.name) } }
    return .object(members)
  }

  /// Registers and counters show when a live write exists, all others when they hold something.
  private func isShown(_ field: Int, _ state: JSONValue, at replica: Int) -> Bool {
    switch stores[field].kind {
    case .register, .multiValue, .counter: !liveOperations(field, at: replica).isEmpty
    case .flag: state == .bool(true)
    case .set, .orderedSet, .list, .records, .orderedRecords, .text: !state.isEmpty
    }
  }

  // MARK: Conflicts

  /// The conflicts of the document's registers and of those in present records.
  func registerConflicts(at replica: Int) -> [ModelConflicts] {
    var all: [ModelConflicts] = []
    for register in stores.indices
    where stores[register].kind == .register && isPresent(stores[register].record, at: replica) {
      let survivors = changes.survivors(of: liveOperations(register, at: replica))
      var place = register
      var path: [RecordStep] = []
      while let record = stores[place].record {
        path.insert(RecordStep(values[record.key].text ?? "", stores[place].declaration), at: 0)
        place = record.map
      }
      all.append(
        ModelConflicts(
          field: place, path: path, conflicts: survivors.dropFirst().map { values[$0.value] }))
    }
    return all
  }
}
