// SPDX-License-Identifier: Apache-2.0

/// The state of an `ORSet`: for each member the inserts that no removal has seen.
///
/// A removal leaves nothing behind: that the version vector covers an insert whose dot is absent
/// tells that it was removed.
struct SetState: CausalState {
  private(set) var members: [ValueBytes: DotSet] = [:]
  private(set) var kinds = ValueKinds()

  var isVacant: Bool { members.isEmpty }

  mutating func insert(_ value: ValueBytes, _ context: WriteContext) {
    kinds.insert(value)
    members[value, default: DotSet()].supersede(with: context.dot, seenBy: context.seen)
  }

  mutating func remove(_ value: ValueBytes, _ context: WriteContext) {
    guard let index = members.index(forKey: value) else { return }
    members.values[index].remove(seenBy: context.seen)
    if members.values[index].isEmpty { members.remove(at: index) }
  }

  /// Adds what a snapshot holds.
  mutating func restore(_ value: ValueBytes, _ inserts: DotSet) {
    kinds.insert(value)
    members[value] = inserts
  }

  /// Puts an insert that has seen all others of its element in their place.
  mutating func insert(_ value: ValueBytes, as dot: LocalDot) {
    kinds.insert(value)
    members[value] = DotSet(dot)
  }

  /// Takes away all inserts of an element.
  ///
  /// - Returns: Whether there were any.
  mutating func remove(_ value: ValueBytes) -> Bool {
    members.removeValue(forKey: value) != nil
  }

  mutating func reserveCapacity(_ capacity: Int) {
    members.reserveCapacity(capacity)
  }

  mutating func clear(_ context: WriteContext) {
    members = members.compactMapValues { inserts in
      var inserts = inserts
      inserts.remove(seenBy: context.seen)
      return inserts.isEmpty ? nil : inserts
    }
  }

  /// Joins the inserts of one element; the other side's are given.
  mutating func join(_ value: ValueBytes, _ theirs: DotSet, _ join: JoinContext) {
    kinds.insert(value)
    if !members[value, default: DotSet()].join(theirs, join) { members[value] = nil }
  }

  mutating func join(_ other: SetState, _ join: JoinContext) {
    kinds.formUnion(other.kinds)
    let sharedCount = joinOwn(other, join)
    guard sharedCount < other.members.count else { return }
    for (value, theirs) in other.members {
      var inserts = DotSet()
      // What I have applied of theirs is joined already, or was removed here.
      if inserts.join(theirs, join), members[value] == nil { members[value] = inserts }
    }
  }

  /// Joins the members that this side has, where they stand.
  ///
  /// - Returns: How many of them the other side has too.
  private mutating func joinOwn(_ other: SetState, _ join: JoinContext) -> Int {
    var sharedCount = 0
    var removed: [ValueBytes] = []
    var index = members.startIndex
    while index != members.endIndex {
      let theirs = other.members[members[index].key]
      if theirs != nil { sharedCount += 1 }
      let isMember = members.values[index].join(theirs ?? DotSet(), join)
      if !isMember { removed.append(members[index].key) }
      members.formIndex(after: &index)
    }
    for value in removed { members[value] = nil }
    return sharedCount
  }

  func verifyInvariants() throws(InvariantViolation) {
    for inserts in members.values {
      try InvariantViolation.check(!inserts.isEmpty, "A set keeps a member without an insert.")
      try inserts.verifyInvariants()
    }
  }
}
