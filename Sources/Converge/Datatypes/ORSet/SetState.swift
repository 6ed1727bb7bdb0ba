// SPDX-License-Identifier: Apache-2.0

/// The state of an `ORSet`: for each member the inserts that no removal has seen.
///
/// A removal leaves nothing behind: that the version vector covers an insert whose dot is absent
/// tells that it was removed.
struct SetState: CausalState {
  private var rows = ValueRows()
  /// The inserts of each member, by row.
  private(set) var inserts: [DotSet] = []
  private(set) var kinds = ValueKinds()

  var isVacant: Bool { rows.isEmpty }

  var count: Int { rows.count }

  /// The members, by row.
  var members: [ValueBytes] { rows.values }

  /// The rows, ascending by member.
  var sortedRows: [Int] { rows.ascending() }

  /// The members, ascending.
  var sortedMembers: [ValueBytes] { sortedRows.map { members[$0] } }

  func contains(_ value: ValueBytes) -> Bool { rows.row(of: value) != nil }

  /// The inserts of an element, none when it is no member.
  func inserts(of value: ValueBytes) -> DotSet {
    rows.row(of: value).map { inserts[$0] } ?? DotSet()
  }

  /// Adds an insert in place of those that its author saw.
  mutating func insert(_ value: ValueBytes, _ dot: LocalDot, seen: LocalVersionVector) {
    let (row, isNew) = rows.insert(value)
    if isNew {
      kinds.insert(value)
      inserts.append(DotSet(dot))
    } else {
      inserts[row].supersede(with: dot, seenBy: seen)
    }
  }

  /// Takes away the inserts that the removal's author saw.
  mutating func remove(_ value: ValueBytes, seen: LocalVersionVector) {
    guard let row = rows.row(of: value) else { return }
    inserts[row].remove(seenBy: seen)
    if inserts[row].isEmpty { removeRow(row) }
  }

  /// Adds what a snapshot holds.
  mutating func restore(_ value: ValueBytes, _ inserts: DotSet) {
    replace(value, inserts)
  }

  /// Puts an insert that has seen all others of its element in their place.
  mutating func insert(_ value: ValueBytes, as dot: LocalDot) {
    replace(value, DotSet(dot))
  }

  /// Takes away all inserts of an element.
  ///
  /// - Returns: Whether there were any.
  mutating func remove(_ value: ValueBytes) -> Bool {
    guard let row = rows.row(of: value) else { return false }
    removeRow(row)
    return true
  }

  /// Makes room for a number of members.
  mutating func reserveCapacity(_ capacity: Int) {
    rows.reserveCapacity(capacity)
    inserts.reserveCapacity(capacity)
  }

  mutating func clear(_ context: WriteContext) {
    forEachMember { inserts, _ in inserts.remove(seenBy: context.seen) }
  }

  /// Joins the inserts of one element; the other side's are given.
  mutating func join(_ value: ValueBytes, _ theirs: DotSet, _ join: JoinContext) {
    let (row, isNew) = rows.insert(value)
    if isNew { inserts.append(DotSet()) }
    if !inserts[row].join(theirs, join) {
      removeRow(row)
    } else if isNew {
      kinds.insert(value)
    }
  }

  mutating func join(_ other: SetState, _ join: JoinContext) {
    kinds.formUnion(other.kinds)
    forEachMember { inserts, value in inserts.join(other.inserts(of: value), join) }
    for (row, value) in other.members.enumerated() where !contains(value) {
      var joined = DotSet()
      // What I have applied of theirs is joined already, or was removed here.
      if joined.join(other.inserts[row], join) { replace(value, joined) }
    }
  }

  func verifyInvariants() throws(InvariantViolation) {
    try rows.verifyInvariants()
    try InvariantViolation.check(rows.count == inserts.count, "A member is without inserts.")
    for row in inserts.indices {
      try InvariantViolation.check(!inserts[row].isEmpty, "A set keeps a member without an insert.")
      try inserts[row].verifyInvariants()
    }
  }

  private mutating func replace(_ value: ValueBytes, _ new: DotSet) {
    let (row, isNew) = rows.insert(value)
    if isNew {
      kinds.insert(value)
      inserts.append(new)
    } else {
      inserts[row] = new
    }
  }

  /// Changes the inserts of each member, and takes away those that have none left.
  private mutating func forEachMember(_ change: (inout DotSet, ValueBytes) -> Void) {
    var row = 0
    while row < inserts.count {
      change(&inserts[row], rows.values[row])
      if inserts[row].isEmpty { removeRow(row) } else { row += 1 }
    }
  }

  /// Takes a member away; the last one comes to stand in its row.
  private mutating func removeRow(_ row: Int) {
    rows.remove(row: row)
    inserts.swapAt(row, inserts.count - 1)
    inserts.removeLast()
  }
}
