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

  /// Whether a change evicts a replica.
  func isEviction(_ change: Int) -> Bool { evictions.contains { $0.change == change } }

  /// The members by so many changes of each author, ascending.
  func members(_ applied: [Int], _ changes: ModelChanges) -> [Int] {
    let evictions = self.applied(evictions, in: applied, changes)
    return declared(applied, changes).filter { member in
      !evictions.contains { $0.replica == member && !Self.isVoid($0, among: evictions, changes) }
    }
  }

  /// Those that are members by so many changes of each author or have been, ascending.
  func declared(_ applied: [Int], _ changes: ModelChanges) -> [Int] {
    let admitted = self.applied(admissions, in: applied, changes).map(\.replica)
    return Set(0..<founderCount).union(admitted).sorted()
  }

  /// Whether by so many changes of each author some eviction is void.
  func hasVoidEviction(_ applied: [Int], _ changes: ModelChanges) -> Bool {
    let evictions = self.applied(evictions, in: applied, changes)
    return evictions.contains { Self.isVoid($0, among: evictions, changes) }
  }

  private func applied(_ words: [Word], in applied: [Int], _ changes: ModelChanges) -> [Word] {
    words.filter { changes.isApplied($0.change, in: applied) }
  }

  /// Of evictions of each other, neither of which saw the other, the greater is void.
  private static func isVoid(
    _ eviction: Word, among evictions: [Word], _ changes: ModelChanges
  ) -> Bool {
    let mine = changes[eviction.change]
    return evictions.contains { other in
      let theirs = changes[other.change]
      return other.replica == mine.replica && theirs.replica == eviction.replica
        && !changes.isApplied(other.change, in: mine.context)
        && !changes.isApplied(eviction.change, in: theirs.context)
        && (mine.stamp, mine.replica) > (theirs.stamp, theirs.replica)
    }
  }
}
