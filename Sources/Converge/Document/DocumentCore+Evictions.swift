// SPDX-License-Identifier: Apache-2.0

/// From where on what a replica made is refused: it builds on what an evicted one made and no
/// remaining member had taken in.
struct Estrangement: Sendable {
  /// The first counter that is refused.
  var counter: UInt64
  /// Whose eviction is the reason.
  var evicted: ReplicaID
}

extension DocumentCore {
  /// The evicted replica because of which a change can never be applied here; nil when there is
  /// none.
  ///
  /// It made the change, or something that the change builds on, and its eviction is final.
  func evictedBehind(_ change: Change, _ evictions: Evictions) -> ReplicaID? {
    guard change.replica != replica, change.firstCounter > state.counter(of: change.replica)
    else { return nil }
    let own = Dot(replica: change.replica, counter: change.firstCounter)
    if let evicted = evictedBehind(own, evictions) { return evicted }
    guard case .waiting(let dots) = look({ $0.readiness(of: change) }) else { return nil }
    for dot in dots {
      if let evicted = evictedBehind(dot, evictions) { return evicted }
    }
    return nil
  }

  /// The same for the dot of a change that is not applied.
  private func evictedBehind(_ dot: Dot, _ evictions: Evictions) -> ReplicaID? {
    if let number = state.replicas.number(of: dot.replica), evictions.isFinal(number) {
      return dot.replica
    }
    guard let estrangement = estrangements[dot.replica], dot.counter >= estrangement.counter
    else { return nil }
    return estrangement.evicted
  }

  /// Notes that a change is refused, so that what builds on it is refused too.
  mutating func note(_ change: Change, refusedFor evicted: ReplicaID) {
    guard evicted != change.replica else { return }
    let known = estrangements[change.replica]
    guard known != nil || estrangements.count < configuration.pendingLimit else { return }
    guard known.map({ change.firstCounter < $0.counter }) ?? true else { return }
    estrangements[change.replica] = Estrangement(counter: change.firstCounter, evicted: evicted)
    hasNewEstrangements = true
  }

  /// Whether a change that is ready waits: an evicted replica's is taken in only as a dependency
  /// of a remaining member's change.
  ///
  /// One that itself evicts someone is no exception: who has answered an eviction must take in no
  /// more than the others that have answered.
  func waitsForMembers(_ change: Change, _ evictions: Evictions) -> Bool {
    guard change.replica != replica, let number = state.replicas.number(of: change.replica),
      evictions.isEvicted(number)
    else { return false }
    let remaining = Set(evictions.remaining.map { state.replicas[$0] })
    let isNeeded = pending.all.contains { other in
      guard remaining.contains(other.replica),
        case .waiting(let dots) = look({ $0.readiness(of: other) })
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

  /// The next changes of those whom somebody evicted: one may wait no more, now that its author's
  /// eviction is void or a member's change needs it.
  var nextDotsOfEvicted: [Dot] {
    guard hasEvictions else { return [] }
    return state.membership.members.filter { !$0.evictions.isEmpty }
      .map { nextDot(of: state.replicas[$0.replica]) }
  }

  /// Refuses what waits and can never be applied, when an eviction has become final or something
  /// was refused since the last look.
  mutating func refuseEvicted() {
    guard !pending.isEmpty else { return }
    let evictions = state.evictions
    guard hasNewEstrangements || evictions.finalCount != finalEvictionCount else { return }
    finalEvictionCount = evictions.finalCount
    repeat {
      hasNewEstrangements = false
      for change in pending.all.sorted(by: { $0.firstDot < $1.firstDot }) {
        guard let evicted = evictedBehind(change, evictions) else { continue }
        note(change, refusedFor: evicted)
        refuse(change, .evicted(evicted))
      }
    } while hasNewEstrangements
  }
}
