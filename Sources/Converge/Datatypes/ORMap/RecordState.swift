// SPDX-License-Identifier: Apache-2.0

/// The state of a record: whether it is present, and its fields.
///
/// Every operation on anything inside is a write to the record. It is present while some write is
/// not visible to any removal. A removal clears nothing, so that a concurrent write brings the
/// whole record back; a write made where the record was absent is fresh and first clears all that
/// it saw, so that a key created anew starts empty.
struct RecordState: Sendable {
  /// The writes that no removal and no later write has seen.
  private(set) var writes = DotSet()
  /// The removed writes that must be remembered; only where members are declared.
  private(set) var removed = RemovedWrites()
  var fields = RecordFields()

  init() {}

  init(writes: DotSet, removed: RemovedWrites = RemovedWrites(), fields: RecordFields) {
    self.writes = writes
    self.removed = removed
    self.fields = fields
  }

  /// Creates the record of which a register was set, and no more.
  init(_ field: FieldKey, setTo value: ValueBytes, _ stamp: Stamp) {
    writes = DotSet(stamp.dot)
    fields = RecordFields(field, setTo: value, stamp)
  }

  var isPresent: Bool { !writes.isEmpty }

  var isVacant: Bool { writes.isEmpty && removed.isEmpty && fields.isVacant }

  /// Whether the record is absent by what a cut covers.
  func isSettled(under cut: LocalVersionVector) -> Bool {
    writes.isEmpty && removed.areCovered(by: cut)
  }

  /// Notes a write that sets a register and is not fresh, where no removed writes are remembered.
  ///
  /// - Returns: Whether that is so; else nothing was done.
  mutating func set(
    _ field: FieldKey, to value: ValueBytes, _ stamp: Stamp, _ seen: LocalVersionVector,
    _ replicas: ReplicaTable
  ) -> Bool {
    guard removed.isEmpty else { return false }
    fields.set(field, to: value, stamp, seen, replicas)
    writes.supersede(with: stamp.dot, seenBy: seen)
    return true
  }

  /// Notes a write; a fresh one clears the record first.
  mutating func write(isFresh: Bool, _ context: WriteContext) {
    if isFresh { fields.clear(context) }
    writes.supersede(with: context.lastDot, seenBy: context.seen)
    if !removed.isEmpty { removed.write(seen: context.seen) }
  }

  /// Notes a write to something inside, which `change` applies to the fields.
  mutating func write(
    isFresh: Bool, _ context: WriteContext, _ change: (inout RecordFields) -> Void
  ) {
    write(isFresh: isFresh, context)
    change(&fields)
  }

  /// The same for a call of the user here: the write is fresh when the record is absent.
  ///
  /// - Returns: Whether it was.
  mutating func writeHere(
    _ context: WriteContext, _ change: (inout RecordFields) -> Void
  ) -> Bool {
    let isFresh = !isPresent
    write(isFresh: isFresh, context, change)
    return isFresh
  }

  mutating func remove(_ context: WriteContext) {
    if context.tracksRemovals {
      removed.remove(writes, by: context.dot, seen: context.seen)
    }
    writes.remove(seenBy: context.seen)
  }

  mutating func clear(_ context: WriteContext) {
    remove(context)
    fields.clear(context)
  }

  mutating func join(_ other: RecordState, _ join: JoinContext) {
    let presence = join.hasUnread ? join.countingUnread : join
    if join.tracksRemovals {
      removed.join(other.removed, mine: writes, theirs: other.writes, presence)
    }
    writes.join(other.writes, presence)
    fields.join(other.fields, join)
  }

  /// Adds what a snapshot remembers of removed writes.
  mutating func restoreRemoved(_ writes: RemovedWrites) {
    removed = writes
  }

  /// Drops what a cut settles: once the record's removal is settled, all that was in it.
  ///
  /// Whoever writes to it again finds it absent, and so clears what was in it.
  mutating func collect(_ collection: inout GarbageCollection) {
    removed.forgetCovered(by: collection.cut)
    if isSettled(under: collection.cut) {
      guard !fields.isEmpty else { return }
      collection.recordCount += 1
      collection.slotCount += fields.slotCount
      fields = RecordFields()
    } else {
      fields.collect(&collection)
    }
  }
}

extension [RecordState] {
  /// Throws the first rule that does not hold in one.
  func verifyInvariants() throws(InvariantViolation) {
    // Part by part: the whole record would be copied first.
    for place in indices {
      try self[place].writes.verifyInvariants()
      try self[place].fields.verifyInvariants()
    }
  }
}
