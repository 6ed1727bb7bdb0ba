// SPDX-License-Identifier: Apache-2.0

extension DocumentState {
  var hasEvictions: Bool { membership.members.contains { !$0.evictions.isEmpty } }

  /// What the evictions come to.
  var evictions: Evictions { Evictions(self) }

  /// The members that are not evicted, by their numbers.
  var remainingMembers: [Int] {
    hasEvictions ? evictions.remaining : membership.members.map(\.replica)
  }

  /// What every member has published, those whose eviction is final left out.
  var stableCut: LocalVersionVector {
    let evictions = evictions
    return Membership.least(
      of: membership.members.filter { !evictions.isFinal($0.replica) }.map(\.published))
  }

  /// The members whose published cut does not cover all that there is to acknowledge.
  var laggards: [Int] {
    let evictions = evictions
    return membership.members
      .filter { !membership.work.isSubset(of: $0.published) && !evictions.isFinal($0.replica) }
      .map(\.replica)
  }

  /// An evicted replica of which another state has more than is applied here, and more than any
  /// remaining member had taken in; nil when there is none.
  func evictedBeyondMembers(in other: DocumentState) -> ReplicaID? {
    guard hasEvictions else { return nil }
    let evictions = evictions
    for member in membership.members where evictions.isEvicted(member.replica) {
      let id = replicas[member.replica]
      let counter = other.counter(of: id)
      guard counter > versionVector[member.replica] else { continue }
      guard !evictions.isFinal(member.replica), let theirs = other.replicas.number(of: id) else {
        return id
      }
      let isTaken = evictions.remaining.contains { remaining in
        guard let number = other.replicas.number(of: replicas[remaining]) else { return false }
        return other.authors[number].context[theirs] >= counter
      }
      guard isTaken else { return id }
    }
    return nil
  }
}
