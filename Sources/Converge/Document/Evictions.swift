// SPDX-License-Identifier: Apache-2.0

/// What the evictions of a document come to: which of them stand, and which are final.
///
/// A function of the members, their evictions and their known contexts, computed when it is asked
/// for. Evictions become final together: some of them are when all members that they leave have
/// made a change that knows all of them. What none of those had taken in by then, none ever takes
/// in (<doc:0020-Answers-to-an-eviction>).
struct Evictions {
  private struct Entry {
    var victim: Int
    var stamp: Stamp
    /// The evictions of its author by its victim, where neither had seen the other.
    var rivals: [Int] = []
    var isFinal = false
    /// Whether a rival is final of which nobody knows this one who is left.
    var isBeaten = false
    var isVoid = false
  }

  /// The members, by their numbers; none where nobody was evicted.
  private let members: [Int]
  private var entries: [Entry] = []
  /// For each member and eviction whether the member's last change knows of it.
  private var isKnown: [[Bool]] = []

  init(_ state: DocumentState) {
    // Cuts are asked for by edits, and hardly any document has evictions.
    guard state.hasEvictions else {
      members = []
      return
    }
    let membership = state.membership
    let replicas = state.replicas
    members = membership.members.map(\.replica)
    let all = membership.members.flatMap { member in
      member.evictions.map { (victim: member.replica, eviction: $0) }
    }
    for (victim, eviction) in all {
      var entry = Entry(victim: victim, stamp: eviction.stamp)
      entry.rivals = all.indices.filter { index in
        let other = all[index]
        return other.victim == eviction.stamp.dot.replica
          && other.eviction.stamp.dot.replica == victim
          && !eviction.context.contains(other.eviction.stamp.dot)
          && !other.eviction.context.contains(eviction.stamp.dot)
      }
      entries.append(entry)
    }
    isKnown = membership.members.map { member in
      let known = state.knownContext(of: member)
      return all.map { known.contains($0.eviction.stamp.dot) }
    }
    for member in members.indices { settle(what: member, replicas, isUnopposed: true) }
    let unopposed = entries.map(\.isFinal)
    for index in entries.indices {
      entries[index].isBeaten =
        !unopposed[index] && entries[index].rivals.contains { unopposed[$0] }
    }
    for member in members.indices { settle(what: member, replicas, isUnopposed: false) }
    for index in entries.indices {
      entries[index].isVoid = entries[index].rivals.contains {
        isVoid(index, by: $0, replicas)
      }
    }
  }

  /// Marks as final what is so of the evictions that a member knows.
  ///
  /// The greatest set is wanted that everyone knows whom it leaves. Whatever somebody lacks whom
  /// a set leaves is in no lesser set either, so taking away is all there is to do.
  ///
  /// First come those whose rivals are known to nobody who is left: these members may never hear of
  /// a rival any more, so it is void whatever the order says. Then those that win by the order.
  private mutating func settle(
    what member: Int, _ replicas: ReplicaTable, isUnopposed: Bool
  ) {
    var chosen = entries.indices.filter { index in
      isKnown[member][index] && entries[index].victim != members[member]
        && !entries[index].isBeaten
    }
    var left: [Int] = []
    var count = -1
    while chosen.count != count, chosen.contains(where: { !entries[$0].isFinal }) {
      count = chosen.count
      left = members.indices.filter { !isEvicted(members[$0], by: chosen) }
      chosen = chosen.filter { index in
        left.allSatisfy { isKnown[$0][index] }
          && !entries[index].rivals.contains { rival in
            (isUnopposed || isGreater(index, than: rival, replicas))
              && left.contains { isKnown[$0][rival] }
          }
      }
    }
    for index in chosen { entries[index].isFinal = true }
  }

  private func isEvicted(_ replica: Int, by chosen: [Int]) -> Bool {
    chosen.contains { entries[$0].victim == replica }
  }

  /// Whether an eviction is void by its rival: that one is final and it is not, or else the rival
  /// is the lesser.
  private func isVoid(_ index: Int, by rival: Int, _ replicas: ReplicaTable) -> Bool {
    guard entries[index].isFinal == entries[rival].isFinal else { return entries[rival].isFinal }
    return isGreater(index, than: rival, replicas)
  }

  private func isGreater(_ index: Int, than other: Int, _ replicas: ReplicaTable) -> Bool {
    replicas.isGreater(entries[index].stamp, than: entries[other].stamp)
  }

  /// Whether a replica was evicted, by an eviction that is not void.
  func isEvicted(_ replica: Int) -> Bool {
    entries.contains { $0.victim == replica && !$0.isVoid }
  }

  /// Whether an eviction of a replica is final: what is applied here of it is all that ever counts.
  func isFinal(_ replica: Int) -> Bool {
    entries.contains { $0.victim == replica && $0.isFinal }
  }

  /// The members that are not evicted, by their numbers, where somebody was.
  var remaining: [Int] { members.filter { !isEvicted($0) } }

  /// How many evictions are final.
  var finalCount: Int { entries.count { $0.isFinal } }
}
