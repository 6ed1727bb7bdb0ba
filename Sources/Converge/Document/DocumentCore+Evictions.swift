// SPDX-License-Identifier: Apache-2.0

extension DocumentCore {
  /// Whether a change, ready or not, is of a replica whose eviction is final, and not applied.
  func isBeyondEviction(_ change: Change) -> Bool {
    guard change.replica != replica, let number = state.replicas.number(of: change.replica),
      change.firstCounter > state.versionVector[number],
      let member = state.membership.member(number)
    else { return false }
    return state.isEvicted(member) && state.isEvictionFinal(member)
  }

  /// Whether a change that is ready waits: an evicted replica's is taken in only as a dependency
  /// of a remaining member's change, or with an eviction of its own, which may make its eviction
  /// void.
  func waitsForMembers(_ change: Change) -> Bool {
    guard hasEvictions, change.replica != replica,
      let number = state.replicas.number(of: change.replica),
      let member = state.membership.member(number), state.isEvicted(member)
    else { return false }
    if change.evictsSomeone { return false }
    let remaining = Set(state.remainingMembers.map { state.replicas[$0.replica] })
    let isNeeded = pending.all.contains { other in
      if other.replica == change.replica {
        return other.firstCounter > change.lastCounter && other.evictsSomeone
      }
      guard remaining.contains(other.replica), case .waiting(let dots) = state.readiness(of: other)
      else { return false }
      return dots.contains {
        $0.replica == change.replica && $0.counter >= change.firstCounter
      }
    }
    return !isNeeded
  }

  /// Applies what waits of evicted replicas now that a change needs it.
  ///
  /// - Returns: Whether anything was applied.
  mutating func releaseEvicted(neededBy dots: [Dot]) -> Bool {
    guard hasEvictions else { return false }
    return release(dots.map { nextDot(of: $0.replica) }) > 0
  }

  /// Refuses what waits of replicas whose eviction has become final.
  mutating func refuseEvicted() {
    guard !pending.isEmpty else { return }
    for member in state.membership.members where state.isEvictionFinal(member) {
      let id = state.replicas[member.replica]
      for change in pending.all.filter({ $0.replica == id })
        .sorted(by: { $0.firstCounter < $1.firstCounter })
      {
        refuse(change, .evicted(id))
      }
    }
  }
}

extension Change {
  /// Whether the change evicts a replica.
  fileprivate var evictsSomeone: Bool {
    do {
      var reader = OperationReader(
        try ChangeBody(bodyReader).operations, firstCounter: firstCounter, author: 0,
        isCheckingForm: true, limits: .default)
      var nobodysNumbers = AuthorNumbers()
      while !reader.isAtEnd {
        if case .evict = try reader.next(&nobodysNumbers).operation { return true }
      }
      return false
    } catch {
      // Its form was checked when it came; what is malformed evicts nobody.
      return false
    }
  }
}
