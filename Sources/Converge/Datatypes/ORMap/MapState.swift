// SPDX-License-Identifier: Apache-2.0

/// The state of an `ORMap`: a record for each key that was ever written to.
struct MapState: CausalState {
  private(set) var records: [ValueBytes: RecordState] = [:]
  private(set) var kinds = ValueKinds()

  var isVacant: Bool { records.values.allSatisfy(\.isVacant) }

  /// The keys of the records present, ascending.
  var shownKeys: [ValueBytes] {
    var keys: [ValueBytes] = []
    keys.reserveCapacity(records.count)
    for (key, record) in records where record.isPresent { keys.append(key) }
    keys.sort()
    return keys
  }

  /// How many records are present.
  ///
  /// - Complexity: O(*n*) in the number of records, without an order.
  var shownCount: Int { records.values.count(where: \.isPresent) }

  /// The fields of the record under a key, or nil when it is absent.
  func record(_ key: ValueBytes) -> RecordFields? {
    records[key].flatMap { $0.isPresent ? $0.fields : nil }
  }

  func contains(_ key: ValueBytes) -> Bool { records[key]?.isPresent ?? false }

  /// Applies a write to something inside a record, which `change` applies to its fields.
  mutating func write(
    _ key: ValueBytes, isFresh: Bool, _ context: WriteContext,
    _ change: (inout RecordFields) -> Void
  ) {
    kinds.insert(key)
    records[key, default: RecordState()].write(isFresh: isFresh, context, change)
  }

  /// The same for a call of the user here: the write is fresh when the record is absent.
  ///
  /// - Returns: Whether it was.
  mutating func writeHere(
    _ key: ValueBytes, _ context: WriteContext, _ change: (inout RecordFields) -> Void
  ) -> Bool {
    kinds.insert(key)
    return records[key, default: RecordState()].writeHere(context, change)
  }

  mutating func remove(_ key: ValueBytes, _ context: WriteContext) {
    guard let index = records.index(forKey: key) else { return }
    records.values[index].remove(context)
  }

  /// Adds a record that a snapshot holds.
  mutating func restore(_ key: ValueBytes, _ record: RecordState) {
    kinds.insert(key)
    records[key] = record
  }

  /// Adds what a snapshot remembers of a record's removed writes.
  mutating func restoreRemoved(_ key: ValueBytes, _ writes: RemovedWrites) {
    records[key]?.restoreRemoved(writes)
  }

  /// Whether each record holds something.
  var hasNoVacantRecord: Bool { !records.values.contains(where: \.isVacant) }

  mutating func clear(_ context: WriteContext) {
    var index = records.startIndex
    while index != records.endIndex {
      records.values[index].clear(context)
      records.formIndex(after: &index)
    }
  }

  mutating func join(_ other: MapState, _ join: JoinContext) {
    kinds.formUnion(other.kinds)
    var sharedCount = 0
    var index = records.startIndex
    while index != records.endIndex {
      let theirs = other.records[records[index].key]
      if theirs != nil { sharedCount += 1 }
      records.values[index].join(theirs ?? RecordState(), join)
      records.formIndex(after: &index)
    }
    guard sharedCount < other.records.count else { return }
    for (key, theirs) in other.records where records[key] == nil {
      records[key, default: RecordState()].join(theirs, join)
    }
  }

  /// Drops what a cut settles.
  mutating func collect(_ collection: inout GarbageCollection) {
    for key in Array(records.keys) {
      records[key]?.collect(&collection)
      if records[key]?.isVacant ?? false { records[key] = nil }
    }
  }

  func verifyInvariants() throws(InvariantViolation) {
    for record in records.values { try record.verifyInvariants() }
  }
}
