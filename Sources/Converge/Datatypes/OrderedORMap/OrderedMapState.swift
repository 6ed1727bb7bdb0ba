// SPDX-License-Identifier: Apache-2.0

/// The state of an `OrderedORMap`: presence and contents as in `MapState`, places as in
/// `Ordering`.
struct OrderedMapState: CausalState {
  private(set) var keys: [ValueBytes] = []
  private(set) var records: [RecordState] = []
  private(set) var ordering = Ordering()
  private(set) var kinds = ValueKinds()
  private var rowOfKey: [ValueBytes: Int] = [:]

  var isVacant: Bool {
    ordering.tree.hasNoSlots && records.allSatisfy(\.isVacant)
  }

  var count: Int { ordering.count }

  func contains(_ key: ValueBytes) -> Bool { row(of: key).map(isPresent) ?? false }

  func index(of key: ValueBytes) -> Int? {
    rowOfKey[key].flatMap(ordering.index(of:))
  }

  func row(of key: ValueBytes) -> Int? { rowOfKey[key] }

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
      ordering.place(row, at: placement, isPresent: true, context)
    }
    ordering.settle(row, isPresent: isPresent(row))
  }

  /// Applies a write to something inside a record.
  mutating func write(
    _ key: ValueBytes, isFresh: Bool, _ context: WriteContext,
    _ change: (inout RecordFields) -> Void
  ) {
    let row = makeRow(of: key)
    records[row].write(isFresh: isFresh, context)
    change(&records[row].fields)
    ordering.settle(row, isPresent: isPresent(row))
  }

  mutating func remove(_ key: ValueBytes, _ context: WriteContext) {
    guard let row = rowOfKey[key] else { return }
    records[row].remove(context)
    ordering.settle(row, isPresent: isPresent(row))
  }

  mutating func move(_ key: ValueBytes, to placement: Placement, _ context: WriteContext) {
    let row = makeRow(of: key)
    ordering.place(row, at: placement, isPresent: records[row].isPresent, context)
  }

  /// Where the record must hang to stand at an index among the other records.
  func placement(moving key: ValueBytes, to index: Int) -> Placement? {
    self.index(of: key).map { ordering.placement(moving: $0, to: index) }
  }

  mutating func clear(seenBy context: LocalVersionVector, _ replicas: ReplicaTable) {
    for row in keys.indices {
      records[row].clear(seenBy: context, replicas)
      ordering.updatePlaces(of: row, isPresent: records[row].isPresent) {
        $0.takeBack(seenBy: context, replicas)
      }
    }
  }

  mutating func join(_ other: OrderedMapState, _ join: JoinContext) {
    ordering.formUnion(other.ordering, join)
    for key in other.keys { _ = makeRow(of: key) }
    for row in keys.indices {
      let theirs = other.rowOfKey[keys[row]]
      records[row].join(theirs.map { other.records[$0] } ?? RecordState(), join)
      ordering.updatePlaces(of: row, isPresent: records[row].isPresent) {
        $0.join(theirs.map { other.ordering.places[$0] } ?? Writes(), join)
      }
    }
  }

  /// Changes the fields of a record where they stand, without a write.
  mutating func visit(_ key: ValueBytes, _ change: (inout RecordFields) -> Void) {
    guard let row = rowOfKey[key] else { return }
    change(&records[row].fields)
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

  func verifyInvariants() throws(InvariantViolation) {
    try ordering.verifyInvariants(isPresent: isPresent)
    for record in records { try record.verifyInvariants() }
    for (row, key) in keys.enumerated() {
      try InvariantViolation.check(rowOfKey[key] == row, "A key is not found under its row.")
    }
  }

  /// A record is shown when it is present and stands somewhere.
  ///
  /// Every honest write that finds the key absent comes with a place; one that does not must not
  /// show what has no index.
  private func isPresent(_ row: Int) -> Bool {
    records[row].isPresent && !ordering.places[row].isEmpty
  }

  private mutating func makeRow(of key: ValueBytes) -> Int {
    if let row = rowOfKey[key] { return row }
    rowOfKey[key] = keys.count
    keys.append(key)
    kinds.insert(key)
    records.append(RecordState())
    ordering.addRow()
    return keys.count - 1
  }
}
