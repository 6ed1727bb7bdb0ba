// SPDX-License-Identifier: Apache-2.0

/// The state of an `ORMap`: a record for each key that was ever written to.
struct MapState: CausalState {
  private var rows = ValueRows()
  /// The records, by row.
  private(set) var records: [RecordState] = []
  private(set) var kinds = ValueKinds()

  var isVacant: Bool { records.allSatisfy(\.isVacant) }

  /// The keys that were ever written to, by row.
  var keys: [ValueBytes] { rows.values }

  /// The rows of the records present, ascending by key.
  var shownRows: [Int] { sortedRows(where: \.isPresent) }

  /// The rows of some records, ascending by key.
  func sortedRows(where isIncluded: (RecordState) -> Bool) -> [Int] {
    rows.ascending { isIncluded(records[$0]) }
  }

  /// The keys of the records present, ascending.
  var shownKeys: [ValueBytes] { shownRows.map { keys[$0] } }

  /// How many records are present.
  ///
  /// - Complexity: O(*n*) in the number of records, without an order.
  var shownCount: Int { records.count(where: \.isPresent) }

  /// The record under a key, present or not; nil when nothing was ever written to it.
  func record(at key: ValueBytes) -> RecordState? { rows.row(of: key).map { records[$0] } }

  /// The fields of the record under a key, or nil when it is absent.
  func record(_ key: ValueBytes) -> RecordFields? {
    rows.row(of: key).flatMap { records[$0].isPresent ? records[$0].fields : nil }
  }

  func contains(_ key: ValueBytes) -> Bool {
    rows.row(of: key).map { records[$0].isPresent } ?? false
  }

  /// Applies a write to something inside a record, which `change` applies to its fields.
  mutating func write(
    _ key: ValueBytes, isFresh: Bool, _ context: WriteContext,
    _ change: (inout RecordFields) -> Void
  ) {
    records[makeRow(of: key)].write(isFresh: isFresh, context, change)
  }

  /// The same for a call of the user here: the write is fresh when the record is absent.
  ///
  /// - Returns: Whether it was.
  mutating func writeHere(
    _ key: ValueBytes, _ context: WriteContext, _ change: (inout RecordFields) -> Void
  ) -> Bool {
    records[makeRow(of: key)].writeHere(context, change)
  }

  /// Sets a register of a record where that is all there is to do; see `RecordFields.set`.
  mutating func set(
    _ value: ValueBytes, _ field: FieldKey, in key: ValueBytes, isFresh: Bool?, _ stamp: Stamp,
    seen: LocalVersionVector
  ) -> Bool? {
    let (row, isNew) = rows.insert(key)
    if isNew {
      kinds.insert(key)
      records.append(RecordState(field, setTo: value, stamp))
      return true
    }
    guard !(isFresh ?? !records[row].isPresent), records[row].set(field, to: value, stamp, seen)
    else { return nil }
    return false
  }

  mutating func remove(_ key: ValueBytes, _ context: WriteContext) {
    guard let row = rows.row(of: key) else { return }
    records[row].remove(context)
  }

  /// Makes room for a number of records.
  mutating func reserveCapacity(_ capacity: Int) {
    rows.reserveCapacity(capacity)
    records.reserveCapacity(capacity)
  }

  /// Adds a record that a snapshot holds.
  mutating func restore(_ key: ValueBytes, _ record: RecordState) {
    records[makeRow(of: key)] = record
  }

  /// Adds what a snapshot remembers of a record's removed writes.
  mutating func restoreRemoved(row: Int, _ writes: RemovedWrites) {
    records[row].restoreRemoved(writes)
  }

  /// Whether each record holds something.
  var hasNoVacantRecord: Bool { !records.contains(where: \.isVacant) }

  mutating func clear(_ context: WriteContext) {
    for row in records.indices { records[row].clear(context) }
  }

  mutating func join(_ other: MapState, _ join: JoinContext) {
    for key in other.keys { _ = makeRow(of: key) }
    for row in records.indices {
      let theirs = other.record(at: keys[row])
      records[row].join(theirs ?? RecordState(), join)
    }
  }

  /// Drops what a cut settles.
  mutating func collect(_ collection: inout GarbageCollection) {
    var row = 0
    while row < records.count {
      records[row].collect(&collection)
      if records[row].isVacant { removeRow(row) } else { row += 1 }
    }
  }

  func verifyInvariants() throws(InvariantViolation) {
    try rows.verifyInvariants()
    try InvariantViolation.check(rows.count == records.count, "A key is without a record.")
    for record in records { try record.verifyInvariants() }
  }

  private mutating func makeRow(of key: ValueBytes) -> Int {
    let (row, isNew) = rows.insert(key)
    if isNew {
      kinds.insert(key)
      records.append(RecordState())
    }
    return row
  }

  /// Takes a record away; the last one comes to stand in its row.
  private mutating func removeRow(_ row: Int) {
    rows.remove(row: row)
    records.swapAt(row, records.count - 1)
    records.removeLast()
  }
}
