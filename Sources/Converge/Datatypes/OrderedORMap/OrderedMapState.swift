// SPDX-License-Identifier: Apache-2.0

/// The state of an `OrderedORMap`: presence and contents as in `MapState`, places as in
/// `Ordering`.
struct OrderedMapState: CausalState {
  private var rows = ValueRows()
  private(set) var records: [RecordState] = []
  private(set) var ordering = Ordering()
  private(set) var kinds = ValueKinds()

  /// The keys, by row.
  var keys: [ValueBytes] { rows.values }

  var isVacant: Bool {
    ordering.tree.hasNoSlots && records.allSatisfy(\.isVacant)
  }

  var count: Int { ordering.count }

  func contains(_ key: ValueBytes) -> Bool { row(of: key).map(isPresent) ?? false }

  func index(of key: ValueBytes) -> Int? {
    row(of: key).flatMap(ordering.index(of:))
  }

  func row(of key: ValueBytes) -> Int? { rows.row(of: key) }

  /// The keys of the records shown, in order.
  var shownKeys: [ValueBytes] { ordering.rows.map { keys[$0] } }

  func key(at index: Int) -> ValueBytes { keys[ordering.row(at: index)] }

  /// The record under a key, shown or not.
  func record(at key: ValueBytes) -> RecordState? { row(of: key).map { records[$0] } }

  /// The fields of the record under a key, or nil when it is not shown.
  func record(_ key: ValueBytes) -> RecordFields? {
    row(of: key).flatMap { isPresent($0) ? records[$0].fields : nil }
  }

  /// Applies an insert, a write without content.
  ///
  /// When its author found the key absent it is fresh and brings a place.
  mutating func insert(_ key: ValueBytes, at placement: Placement?, _ context: WriteContext) {
    let row = makeRow(of: key)
    records[row].write(isFresh: placement != nil, context)
    if let placement {
      ordering.place(row, at: placement, isPresent: true, isInsert: true, context)
    }
    ordering.settle(row, isPresent: isPresent(row))
  }

  /// Applies an operation to what is inside a record; `step` is the record's place in the target.
  mutating func apply(
    _ operation: Operation, to target: Target, inRecordAt step: Int, _ context: WriteContext
  ) {
    let row = makeRow(of: target.steps[step].key)
    records[row].write(isFresh: target.steps[step].isFresh, context)
    records[row].fields.apply(operation, to: target, from: step + 1, context)
    ordering.settle(row, isPresent: isPresent(row))
  }

  mutating func remove(_ key: ValueBytes, _ context: WriteContext) {
    guard let row = row(of: key) else { return }
    records[row].remove(context)
    ordering.settle(row, isPresent: isPresent(row))
  }

  mutating func move(_ key: ValueBytes, to placement: Placement, _ context: WriteContext) {
    let row = makeRow(of: key)
    ordering.place(row, at: placement, isPresent: records[row].isPresent, context)
  }

  /// Where a new slot must hang to stand at an index.
  func placement(at index: Int, _ placing: PlacingContext) -> Placement {
    guard let cut = placing.cut else { return ordering.tree.placement(at: index) }
    return ordering.placement(at: index, passingOver: cut, placing.replicas) { row in
      records[row].isSettled(under: cut)
    }
  }

  /// Drops what a cut settles.
  mutating func collect(_ collection: inout GarbageCollection) {
    var numbers: [Int?] = []
    var count = 0
    for row in keys.indices {
      records[row].collect(&collection)
      let isSettled = records[row].isSettled(under: collection.cut)
      let hasNoPlace = ordering.forgetPlaces(
        of: row, under: collection.cut, isSettled: isSettled, collection.replicas)
      let isDropped = isSettled && hasNoPlace
      numbers.append(isDropped ? nil : count)
      if !isDropped { count += 1 }
    }
    collection.slotCount += ordering.dropSlots()
    if count < numbers.count { renumberRows(numbers, count: count) }
  }

  /// Keeps the rows that are given a new number, in the same order.
  private mutating func renumberRows(_ numbers: [Int?], count: Int) {
    let (oldKeys, oldRecords) = (keys, records)
    rows.removeAll()
    records = []
    for (row, number) in numbers.enumerated() {
      guard number != nil else { continue }
      _ = rows.insert(oldKeys[row])
      records.append(oldRecords[row])
    }
    ordering.renumberRows(numbers, count: count)
  }

  mutating func clear(_ context: WriteContext) {
    for row in keys.indices {
      records[row].clear(context)
      ordering.takeBackPlaces(of: row, isPresent: records[row].isPresent, context)
    }
  }

  mutating func join(_ other: OrderedMapState, _ join: JoinContext) {
    ordering.formUnion(other.ordering, join)
    for key in other.keys { _ = makeRow(of: key) }
    for row in keys.indices {
      let theirs = other.row(of: keys[row])
      records[row].join(theirs.map { other.records[$0] } ?? RecordState(), join)
      ordering.joinPlaces(
        of: row, with: other.ordering, row: theirs, isPresent: records[row].isPresent, join)
    }
  }

  /// Puts what a snapshot holds in place of the empty tree; rows follow with `restoreRow`.
  mutating func restore(_ tree: SlotTree) {
    ordering.restore(tree)
  }

  /// Adds a row that a snapshot holds.
  mutating func restoreRow(_ key: ValueBytes, _ record: RecordState, _ places: Writes<Void>) {
    let row = makeRow(of: key)
    records[row] = record
    ordering.updatePlaces(of: row, isPresent: record.isPresent) { $0 = places }
  }

  /// Adds what a snapshot remembers of a row.
  mutating func restoreHistory(
    of row: Int, _ history: PlaceHistory, _ writes: RemovedWrites
  ) {
    ordering.restoreHistory(of: row, history)
    records[row].restoreRemoved(writes)
  }

  /// Lets all slots that are remembered lead to their rows.
  mutating func nameRows() {
    ordering.nameRows()
  }

  /// Whether each row holds something.
  var hasNoVacantRow: Bool {
    keys.indices.allSatisfy { !records[$0].isVacant || !ordering.places[$0].isEmpty }
  }

  func verifyInvariants() throws(InvariantViolation) {
    try ordering.verifyInvariants { isPresent($0) }
    try records.verifyInvariants()
    try rows.verifyInvariants()
    try InvariantViolation.check(rows.count == records.count, "A key is without a record.")
  }

  /// A record is shown when it is present and stands somewhere.
  ///
  /// Every honest write that finds the key absent comes with a place; one that does not must not
  /// show what has no index.
  @inline(__always)
  private func isPresent(_ row: Int) -> Bool {
    records[row].isPresent && !ordering.places[row].isEmpty
  }

  private mutating func makeRow(of key: ValueBytes) -> Int {
    let (row, isNew) = rows.insert(key)
    if isNew {
      kinds.insert(key)
      records.append(RecordState())
      ordering.addRow()
    }
    return row
  }
}
