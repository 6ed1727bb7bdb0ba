// SPDX-License-Identifier: Apache-2.0

/// The state of an `ORMap`: a record for each key that was ever written to.
///
/// Invariant: A record that has a state of its own is that of one row.
struct MapState: CausalState {
  private var rows = ValueRows()
  /// What there is of each record, by row.
  private var entries: [MapRow] = []
  /// The records that are more than a setting, in no order that means anything.
  private(set) var fullRecords: [RecordState] = []
  /// The usual register: the first that was set in a new record.
  private(set) var register: FieldKey?
  private(set) var kinds = ValueKinds()

  var isVacant: Bool {
    fullRecords.count == entries.count && fullRecords.allSatisfy(\.isVacant)
  }

  /// Whether each record holds something.
  var hasNoVacantRecord: Bool { !fullRecords.contains(where: \.isVacant) }

  /// Whether any record is present.
  var hasPresentRecord: Bool {
    fullRecords.count < entries.count || fullRecords.contains(where: \.isPresent)
  }

  /// How many records there are, present or not.
  var count: Int { entries.count }

  // MARK: Reading

  /// The keys that were ever written to, by row.
  var keys: [ValueBytes] { rows.values }

  @inline(__always)
  func key(inRow row: Int) -> ValueBytes { rows.values[row] }

  /// The rows of the records present, ascending by key.
  var shownRows: [Int] { rows.ascending(where: isPresent) }

  /// The rows of the records that hold something, ascending by key.
  var heldRows: [Int] { rows.ascending { !isVacant($0) } }

  /// The keys of the records present, ascending.
  var shownKeys: [ValueBytes] { shownRows.map { keys[$0] } }

  /// How many records are present.
  ///
  /// - Complexity: O(*n*) in the number of records, without an order.
  var shownCount: Int { entries.count - fullRecords.count { !$0.isPresent } }

  /// How the usual register was set in the record in a row, where that is all there is of it.
  @inline(__always)
  func setting(inRow row: Int) -> (stamp: Stamp, value: ValueBytes)? {
    guard case .setting(let dot, let timestamp, let value) = entries[row] else { return nil }
    return (Stamp(dot: dot, timestamp: timestamp), value)
  }

  /// What is kept of the record in a row.
  @inline(__always)
  func content(inRow row: Int) -> MapRow { entries[row] }

  /// The record in a row.
  func record(inRow row: Int) -> RecordState {
    switch entries[row] {
    case .record(let place): return fullRecords[place]
    case .setting(let dot, let timestamp, let value):
      guard let register else { return RecordState() }
      return RecordState(register, setTo: value, Stamp(dot: dot, timestamp: timestamp))
    }
  }

  /// The state of a field of the record in a row, or nil when nothing was ever written to it.
  // Inlined, so that whoever looks at a shared map need not copy all its parts first.
  @inline(__always)
  func field(_ key: FieldKey, inRow row: Int) -> FieldState? {
    switch entries[row] {
    case .record(let place): return fullRecords[place].fields[key]
    case .setting(let dot, let timestamp, let value):
      guard register == key else { return nil }
      return FieldState(setTo: value, Stamp(dot: dot, timestamp: timestamp))
    }
  }

  /// What is remembered of the removed writes of the record in a row.
  func removedWrites(inRow row: Int) -> RemovedWrites {
    guard case .record(let place) = entries[row] else { return RemovedWrites() }
    return fullRecords[place].removed
  }

  /// The record under a key, present or not; nil when nothing was ever written to it.
  func record(at key: ValueBytes) -> RecordState? { rows.row(of: key).map(record(inRow:)) }

  /// The fields of the record under a key, or nil when it is absent.
  func record(_ key: ValueBytes) -> RecordFields? {
    rows.row(of: key).flatMap { isPresent($0) ? record(inRow: $0).fields : nil }
  }

  func contains(_ key: ValueBytes) -> Bool { rows.row(of: key).map(isPresent) ?? false }

  private func isPresent(_ row: Int) -> Bool {
    guard case .record(let place) = entries[row] else { return true }
    return fullRecords[place].isPresent
  }

  private func isVacant(_ row: Int) -> Bool {
    guard case .record(let place) = entries[row] else { return false }
    return fullRecords[place].isVacant
  }

  // MARK: Writing

  /// Applies an operation to what is inside a record; `step` is the record's place in the target.
  mutating func apply(
    _ operation: Operation, to target: Target, inRecordAt step: Int, _ context: WriteContext
  ) {
    let place = fullRecord(inRow: makeRow(of: target.steps[step].key))
    fullRecords[place].write(isFresh: target.steps[step].isFresh, context)
    fullRecords[place].fields.apply(operation, to: target, from: step + 1, context)
  }

  /// Applies a write to something inside a record, which `change` applies to its fields, as a call
  /// of the user here: the write is fresh when the record is absent.
  ///
  /// - Returns: Whether it was.
  mutating func writeHere(
    _ key: ValueBytes, _ context: WriteContext, _ change: (inout RecordFields) -> Void
  ) -> Bool {
    let place = fullRecord(inRow: makeRow(of: key))
    return fullRecords[place].writeHere(context, change)
  }

  /// Sets a register of a record where nothing has to be cleared, which is nearly always.
  ///
  /// Where `isFresh` is nil that is found out, as for a call of the user here.
  ///
  /// - Returns: Whether the write is fresh; nil, and nothing was done, where there is more to do.
  mutating func set(
    _ value: ValueBytes, _ field: FieldKey, in key: ValueBytes, isFresh: Bool?, _ stamp: Stamp,
    seen: LocalVersionVector, _ replicas: ReplicaTable
  ) -> Bool? {
    let (row, isNew) = rows.insert(key)
    if isNew {
      append(key, field, setTo: value, stamp)
      return true
    }
    if case .setting(let dot, _, _) = entries[row], isFresh != true, seen.contains(dot),
      register == field
    {
      entries[row] = .setting(stamp.dot, timestamp: stamp.timestamp, value)
      return false
    }
    let place = fullRecord(inRow: row)
    guard !(isFresh ?? !fullRecords[place].isPresent),
      fullRecords[place].set(field, to: value, stamp, seen, replicas)
    else { return nil }
    return false
  }

  mutating func remove(_ key: ValueBytes, _ context: WriteContext) {
    guard let row = rows.row(of: key) else { return }
    let place = fullRecord(inRow: row)
    fullRecords[place].remove(context)
  }

  mutating func clear(_ context: WriteContext) {
    for row in entries.indices {
      if case .setting(let dot, _, _) = entries[row], !context.seen.contains(dot) { continue }
      let place = fullRecord(inRow: row)
      fullRecords[place].clear(context)
    }
  }

  /// Drops what a cut settles.
  mutating func collect(_ collection: inout GarbageCollection) {
    var row = 0
    while row < entries.count {
      // A setting is present, and a register keeps nothing but what it shows.
      if case .record(let place) = entries[row] {
        fullRecords[place].collect(&collection)
        if fullRecords[place].isVacant {
          rows.remove(row: row)
          entries.swapAt(row, entries.count - 1)
          entries.removeLast()
          continue
        }
      }
      row += 1
    }
    dropRecordsWithoutRow()
  }

  // MARK: Snapshots

  /// Makes room for a number of records.
  mutating func reserveCapacity(_ capacity: Int) {
    rows.reserveCapacity(capacity)
    entries.reserveCapacity(capacity)
  }

  /// Adds a record that a snapshot holds.
  mutating func restore(_ key: ValueBytes, _ record: RecordState) {
    let place = fullRecord(inRow: makeRow(of: key))
    fullRecords[place] = record
  }

  /// Adds a record that a snapshot holds, whose key is a new one, with one register.
  mutating func restore(
    _ key: ValueBytes, _ register: FieldKey, _ writes: Writes<ValueBytes>,
    presentBy dots: DotSet
  ) {
    if let write = writes.winner, writes.count == 1, dots.only == write.stamp.dot {
      _ = rows.insert(key)
      append(key, register, setTo: write.payload, write.stamp)
    } else {
      var fields = RecordFields()
      fields.restore(register, .lwwRegister(RegisterState(writes: writes)))
      restore(key, RecordState(writes: dots, fields: fields))
    }
  }

  /// Adds what a snapshot remembers of a record's removed writes.
  mutating func restoreRemoved(row: Int, _ writes: RemovedWrites) {
    let place = fullRecord(inRow: row)
    fullRecords[place].restoreRemoved(writes)
  }
}

// MARK: Joining

extension MapState {
  mutating func join(_ other: MapState, _ join: JoinContext) {
    for row in entries.indices {
      let theirs = other.rows.row(of: keys[row])
      if !joinSetting(row, other, theirs, join) {
        let place = fullRecord(inRow: row)
        fullRecords[place].join(theirs.map(other.record(inRow:)) ?? RecordState(), join)
      }
    }
    for (theirs, key) in other.keys.enumerated() {
      let (row, isNew) = rows.insert(key)
      guard isNew else { continue }
      if case .setting(let dot, let timestamp, let value) = other.entries[theirs],
        let field = other.register, !join.hasUnread, !join.iApplied(join.mapped(dot))
      {
        append(key, field, setTo: value, Stamp(dot: join.mapped(dot), timestamp: timestamp))
      } else {
        appendVacant(key)
        let place = fullRecord(inRow: row)
        fullRecords[place].join(other.record(inRow: theirs), join)
      }
    }
  }

  /// Joins a record of which both sides have a setting at most, where one is left.
  ///
  /// - Returns: Whether it is so; else nothing was done.
  private mutating func joinSetting(
    _ row: Int, _ other: MapState, _ theirRow: Int?, _ join: JoinContext
  ) -> Bool {
    guard case .setting(let mine, _, _) = entries[row], !join.hasUnread else { return false }
    guard let theirRow else { return !join.theyApplied(mine) }
    guard !join.tracksRemovals, register == other.register,
      case .setting(let dot, let timestamp, let value) = other.entries[theirRow]
    else { return false }
    let theirs = join.mapped(dot)
    if mine == theirs { return true }
    switch (join.theyApplied(mine), join.iApplied(theirs)) {
    case (false, true): return true
    case (true, false):
      entries[row] = .setting(theirs, timestamp: timestamp, value)
      return true
    default: return false
    }
  }
}

// MARK: Rows

extension MapState {
  private mutating func makeRow(of key: ValueBytes) -> Int {
    let (row, isNew) = rows.insert(key)
    if isNew { appendVacant(key) }
    return row
  }

  /// Adds a record without content in the row that a key was just given.
  private mutating func appendVacant(_ key: ValueBytes) {
    kinds.insert(key)
    entries.append(.record(fullRecords.count))
    fullRecords.append(RecordState())
  }

  /// Adds a record of which a register was set in the row that a key was just given.
  private mutating func append(
    _ key: ValueBytes, _ field: FieldKey, setTo value: ValueBytes, _ stamp: Stamp
  ) {
    kinds.insert(key)
    if register == nil { register = field }
    if register == field {
      entries.makeRoomForOne()
      entries.append(.setting(stamp.dot, timestamp: stamp.timestamp, value))
    } else {
      entries.append(.record(fullRecords.count))
      fullRecords.append(RecordState(field, setTo: value, stamp))
    }
  }

  /// Gives the record in a row a state of its own, and returns where that stands.
  private mutating func fullRecord(inRow row: Int) -> Int {
    if case .record(let place) = entries[row] { return place }
    fullRecords.append(record(inRow: row))
    entries[row] = .record(fullRecords.count - 1)
    return fullRecords.count - 1
  }

  /// Drops the states of records whose rows are gone.
  private mutating func dropRecordsWithoutRow() {
    let places = entries.indices.filter { if case .record = entries[$0] { true } else { false } }
    guard places.count < fullRecords.count else { return }
    let old = fullRecords
    fullRecords = []
    for row in places {
      guard case .record(let place) = entries[row] else { continue }
      entries[row] = .record(fullRecords.count)
      fullRecords.append(old[place])
    }
  }
}

extension MapState {
  func verifyInvariants() throws(InvariantViolation) {
    try rows.verifyInvariants()
    try InvariantViolation.check(rows.count == entries.count, "A key is without a record.")
    var hasRow: [Bool] = []
    hasRow += repeatElement(false, count: fullRecords.count)
    for row in entries.indices {
      guard case .record(let place) = entries[row] else {
        try InvariantViolation.check(register != nil, "A setting is that of no register.")
        continue
      }
      try InvariantViolation.check(
        fullRecords.indices.contains(place) && !hasRow[place], "A record is that of no one row.")
      hasRow[place] = true
    }
    try InvariantViolation.check(!hasRow.contains(false), "A record is without a key.")
    try fullRecords.verifyInvariants()
  }
}
