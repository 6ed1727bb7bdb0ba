// SPDX-License-Identifier: Apache-2.0

/// The state of a record: whether it is present, and its fields.
///
/// Every operation on anything inside is a write to the record. It is present while some write is
/// not visible to any removal. A removal clears nothing, so that a concurrent write brings the
/// whole record back; a write made where the record was absent is fresh and first clears all that
/// it saw, so that a key created anew starts empty.
struct RecordState: Sendable, InvariantChecked {
  /// The writes that no removal and no later write has seen.
  private(set) var writes = DotSet()
  var fields = RecordFields()

  init() {}

  init(writes: DotSet, fields: RecordFields) {
    self.writes = writes
    self.fields = fields
  }

  var isPresent: Bool { !writes.isEmpty }

  var isVacant: Bool { writes.isEmpty && fields.isVacant }

  /// Notes a write; a fresh one clears the record first.
  mutating func write(isFresh: Bool, _ context: WriteContext) {
    if isFresh { fields.clear(seenBy: context.seen, context.replicas) }
    writes.supersede(with: context.lastDot, seenBy: context.seen)
  }

  /// Notes a write to something inside, which `change` applies to the fields.
  mutating func write(
    isFresh: Bool, _ context: WriteContext, _ change: (inout RecordFields) -> Void
  ) {
    write(isFresh: isFresh, context)
    change(&fields)
  }

  mutating func remove(_ context: WriteContext) {
    writes.remove(seenBy: context.seen)
  }

  mutating func clear(seenBy context: LocalVersionVector, _ replicas: ReplicaTable) {
    writes.remove(seenBy: context)
    fields.clear(seenBy: context, replicas)
  }

  mutating func join(_ other: RecordState, _ join: JoinContext) {
    writes.join(other.writes, join.hasUnread ? join.countingUnread : join)
    fields.join(other.fields, join)
  }

  func verifyInvariants() throws(InvariantViolation) {
    try writes.verifyInvariants()
    try fields.verifyInvariants()
  }
}
