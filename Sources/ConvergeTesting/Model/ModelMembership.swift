// SPDX-License-Identifier: Apache-2.0

/// What changes say about members; who is one is computed each time anew.
struct ModelMembership: Sendable {
  /// An operation that made a replica a member, or took it out.
  private struct Word {
    /// The change that says it, as an index into the model's changes.
    var change: Int
    /// The replica that it is about.
    var replica: Int
  }

  /// How many replicas are members from the start.
  var founderCount = 0
  private var admissions: [Word] = []
  private var evictions: [Word] = []

  /// Whether any replica has evicted another.
  var hasEvictions: Bool { !evictions.isEmpty }

  /// Notes that a change admits a replica.
  mutating func admit(_ newcomer: Int, in change: Int) {
    admissions.append(Word(change: change, replica: newcomer))
  }

  /// Notes that a change evicts a replica.
  mutating func evict(_ silent: Int, in change: Int) {
    evictions.append(Word(change: change, replica: silent))
  }

  /// The members by so many changes of each author, ascending.
  func members(_ applied: [Int], _ changes: ModelChanges) -> [Int] {
    let evictions = self.applied(evictions, in: applied, changes)
    let all = declared(applied, changes)
    guard !evictions.isEmpty else { return all }
    let void = void(evictions, applied, changes)
    return all.filter { member in
      !evictions.indices.contains { evictions[$0].replica == member && !void.contains($0) }
    }
  }

  /// Those that are members by so many changes of each author or have been, ascending.
  func declared(_ applied: [Int], _ changes: ModelChanges) -> [Int] {
    let admitted = self.applied(admissions, in: applied, changes).map(\.replica)
    return Set(0..<founderCount).union(admitted).sorted()
  }

  /// Whether by so many changes of each author some eviction is void.
  func hasVoidEviction(_ applied: [Int], _ changes: ModelChanges) -> Bool {
    !void(self.applied(evictions, in: applied, changes), applied, changes).isEmpty
  }

  /// Whether one who has applied so many changes of each author knows just those evictions that
  /// the first one knew who admitted a replica.
  func maySponsor(_ newcomer: Int, _ applied: [Int], _ changes: ModelChanges) -> Bool {
    guard let first = admissions.first(where: { $0.replica == newcomer }) else { return false }
    return evictions.allSatisfy {
      changes.isApplied($0.change, in: applied) == isKnown($0.change, to: first.change, changes)
    }
  }

  /// Whether by so many changes of each author a founder is left who has heard of a replica; that
  /// is so of all where nobody was evicted.
  ///
  /// A newcomer of whom only evicted ones have heard is none to the others: they drop without
  /// asking it.
  func isHeardOf(_ replica: Int, _ applied: [Int], _ changes: ModelChanges) -> Bool {
    guard hasEvictions else { return true }
    let founders = members(applied, changes).filter { $0 < founderCount }
    if replica < founderCount { return founders.contains(replica) }
    let words = self.applied(admissions, in: applied, changes).filter { $0.replica == replica }
    return founders.contains { founder in
      words.contains { isKnown($0.change, toMember: founder, applied, changes) }
    }
  }

  private func applied(_ words: [Word], in applied: [Int], _ changes: ModelChanges) -> [Word] {
    words.filter { changes.isApplied($0.change, in: applied) }
  }

  /// Whether the author of a change knew another one, or made it.
  private func isKnown(_ change: Int, to later: Int, _ changes: ModelChanges) -> Bool {
    changes[change].replica == changes[later].replica
      ? changes[change].number <= changes[later].number
      : changes.isApplied(change, in: changes[later].context)
  }

  /// Whether a member is known to know a change: by its last own one, or else by all that admitted
  /// it.
  private func isKnown(
    _ change: Int, toMember member: Int, _ applied: [Int], _ changes: ModelChanges
  ) -> Bool {
    if applied[member] > 0 {
      return isKnown(change, to: changes.byAuthor[member][applied[member] - 1], changes)
    }
    let sponsors = self.applied(admissions, in: applied, changes).filter { $0.replica == member }
    return !sponsors.isEmpty && sponsors.allSatisfy { isKnown(change, to: $0.change, changes) }
  }

  // MARK: What evictions come to

  /// The evictions of its author by its victim, neither of which saw the other.
  private func rivals(_ index: Int, _ evictions: [Word], _ changes: ModelChanges) -> [Int] {
    let mine = changes[evictions[index].change]
    return evictions.indices.filter { other in
      let theirs = changes[evictions[other].change]
      return evictions[other].replica == mine.replica
        && theirs.replica == evictions[index].replica
        && !changes.isApplied(evictions[other].change, in: mine.context)
        && !changes.isApplied(evictions[index].change, in: theirs.context)
    }
  }

  private func isGreater(
    _ index: Int, than other: Int, _ evictions: [Word], _ changes: ModelChanges
  ) -> Bool {
    let (mine, theirs) = (changes[evictions[index].change], changes[evictions[other].change])
    return (mine.stamp, mine.replica) > (theirs.stamp, theirs.replica)
  }

  /// The evictions that are final: those in some set that everyone knows whom the set leaves.
  ///
  /// First those count where none of these knows a rival; then, but for their rivals, those where
  /// none knows a lesser one. All sets are tried.
  private func final(_ evictions: [Word], _ applied: [Int], _ changes: ModelChanges) -> Set<Int> {
    let members = declared(applied, changes)
    let known = members.map { member in
      evictions.map { isKnown($0.change, toMember: member, applied, changes) }
    }
    let rivals = evictions.indices.map { self.rivals($0, evictions, changes) }
    let lesser = evictions.indices.map { index in
      rivals[index].filter { isGreater(index, than: $0, evictions, changes) }
    }
    func settled(_ indices: [Int], against opponents: [[Int]]) -> Set<Int> {
      var settled: Set<Int> = []
      for bits in 0..<(1 << indices.count) {
        let chosen = indices.indices.filter { bits >> $0 & 1 == 1 }.map { indices[$0] }
        let left = members.indices.filter { place in
          !chosen.contains { evictions[$0].replica == members[place] }
        }
        let isSettled = chosen.allSatisfy { index in
          left.allSatisfy { place in
            known[place][index] && !opponents[index].contains { known[place][$0] }
          }
        }
        if isSettled, !left.isEmpty { settled.formUnion(chosen) }
      }
      return settled
    }
    let unopposed = settled(Array(evictions.indices), against: rivals)
    let others = evictions.indices.filter { index in
      unopposed.contains(index) || !rivals[index].contains { unopposed.contains($0) }
    }
    return unopposed.union(settled(others, against: lesser))
  }

  /// The evictions with a rival that is final where they are not, or that is lesser.
  private func void(_ evictions: [Word], _ applied: [Int], _ changes: ModelChanges) -> Set<Int> {
    let rivals = evictions.indices.map { self.rivals($0, evictions, changes) }
    guard rivals.contains(where: { !$0.isEmpty }) else { return [] }
    let final = final(evictions, applied, changes)
    let void = evictions.indices.filter { index in
      rivals[index].contains { rival in
        final.contains(index) == final.contains(rival)
          ? isGreater(index, than: rival, evictions, changes) : final.contains(rival)
      }
    }
    return Set(void)
  }
}
