// SPDX-License-Identifier: Apache-2.0

extension DocumentState {
  var hasEvictions: Bool { membership.members.contains { !$0.evictions.isEmpty } }

  /// Whether a member was evicted, by an eviction that is not void.
  func isEvicted(_ member: Membership.Member) -> Bool {
    member.evictions.contains { !isVoid($0, of: member.replica) }
  }

  /// The members that are not evicted.
  var remainingMembers: [Membership.Member] {
    membership.members.filter { !isEvicted($0) }
  }

  /// Whether an eviction is void: its author was evicted by whom it evicts, neither had seen the
  /// other's, and this one is the greater.
  private func isVoid(_ eviction: Membership.Eviction, of replica: Int) -> Bool {
    guard let author = membership.member(eviction.stamp.dot.replica) else { return false }
    return author.evictions.contains { other in
      other.stamp.dot.replica == replica && !eviction.context.contains(other.stamp.dot)
        && !other.context.contains(eviction.stamp.dot)
        && replicas.isGreater(eviction.stamp, than: other.stamp)
    }
  }

  /// Whether all remaining members have made a change that knows of a member's eviction.
  ///
  /// What any of them had taken in of it is applied here then, and none takes in more.
  func isEvictionFinal(_ member: Membership.Member) -> Bool {
    guard !member.evictions.isEmpty else { return false }
    let evictions = member.evictions.filter { !isVoid($0, of: member.replica) }
    guard !evictions.isEmpty else { return false }
    return remainingMembers.allSatisfy { remaining in
      let known = knownContext(of: remaining)
      return evictions.contains { known.contains($0.stamp.dot) }
    }
  }

  /// What every member has published, those whose eviction is final left out.
  var stableCut: LocalVersionVector {
    Membership.least(
      of: membership.members.filter { !isEvictionFinal($0) }.map(\.published))
  }

  /// The members whose published cut does not cover all that there is to acknowledge.
  var laggards: [Int] {
    membership.members
      .filter { !membership.work.isSubset(of: $0.published) && !isEvictionFinal($0) }
      .map(\.replica)
  }

  /// An evicted replica of which another state has more than is applied here, and more than any
  /// remaining member had taken in; nil when there is none.
  func evictedBeyondMembers(in other: DocumentState) -> ReplicaID? {
    for member in membership.members where isEvicted(member) {
      let id = replicas[member.replica]
      let counter = other.counter(of: id)
      guard counter > versionVector[member.replica] else { continue }
      guard !isEvictionFinal(member), let theirs = other.replicas.number(of: id) else { return id }
      let isTaken = remainingMembers.contains { remaining in
        guard let number = other.replicas.number(of: replicas[remaining.replica]) else {
          return false
        }
        return other.authors[number].context[theirs] >= counter
      }
      guard isTaken else { return id }
    }
    return nil
  }
}
