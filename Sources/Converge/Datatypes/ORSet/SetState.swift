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

  mutating func clear(_ context: WriteContext) {
    members = members.compactMapValues { inserts in
      var inserts = inserts
      inserts.remove(seenBy: context.seen)
      return inserts.isEmpty ? nil : inserts
    }
  }

  mutating func join(_ other: SetState, _ join: JoinContext) {
    kinds.formUnion(other.kinds)
    var joined: [ValueBytes: DotSet] = [:]
    joined.reserveCapacity(members.count)
    for (value, inserts) in members {
      var inserts = inserts
      inserts.join(other.members[value] ?? DotSet(), join)
      if !inserts.isEmpty { joined[value] = inserts }
    }
    for (value, theirs) in other.members where members[value] == nil {
      var inserts = DotSet()
      inserts.join(theirs, join)
      if !inserts.isEmpty { joined[value] = inserts }
    }
    members = joined
  }

  func verifyInvariants() throws(InvariantViolation) {
    for inserts in members.values {
      try InvariantViolation.check(!inserts.isEmpty, "A set keeps a member without an insert.")
      try inserts.verifyInvariants()
    }
  }
}
