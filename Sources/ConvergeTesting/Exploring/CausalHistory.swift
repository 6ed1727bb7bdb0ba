// SPDX-License-Identifier: Apache-2.0

/// Who made which call after having applied what: all that a run's outcome may depend on.
///
/// Invariant: the changes stand in the least causal order, that in which of all changes that could
/// come next the one of the first writer does. So one history is written down in one way.
struct CausalHistory: Equatable, Sendable {
  /// One change: a transaction of one call.
  struct Entry: Equatable, Sendable {
    /// The writer that made it.
    var author: Int
    /// Its call, as a place in the alphabet.
    var letter: Int
    /// What its author had applied: with each change also all that its author had applied.
    var context: ChangeSet
  }

  /// How many replicas may write.
  let writerCount: Int
  private(set) var entries: [Entry] = []
  /// The changes of each writer.
  private var own: [ChangeSet]

  /// A history in which nothing has happened.
  init(writerCount: Int) {
    self.writerCount = writerCount
    own = Array(repeating: .none, count: writerCount + 1)
  }

  /// All changes.
  var all: ChangeSet { .first(entries.count) }

  /// The replica beside the writers that makes no change.
  var reader: Int { writerCount }

  /// The changes that a replica made; none for the reader.
  func changes(of replica: Int) -> ChangeSet { own[replica] }

  /// The number of a change among those of its author, from 1.
  func number(of change: Int) -> Int {
    own[entries[change].author].intersection(.first(change + 1)).count
  }

  // MARK: Growing

  mutating func append(_ entry: Entry) {
    own[entry.author] = own[entry.author].inserting(entries.count)
    entries.append(entry)
  }

  /// Who can make the next change, having applied what: once for each longer history.
  func extensions() -> [(author: Int, context: ChangeSet)] {
    (0..<writerCount).flatMap { author in
      contexts(of: author).filter { takes(author, after: $0) }.map { (author, $0) }
    }
  }

  /// What a writer can have applied when it makes its next change.
  private func contexts(of author: Int) -> [ChangeSet] {
    ChangeSet.all(ofFirst: entries.count)
      .filter { own[author].isSubset(of: $0) && applied(of: $0) == $0 }
  }

  /// Whether a change may stand last: it could not have stood before one of a later writer.
  private func takes(_ author: Int, after context: ChangeSet) -> Bool {
    entries[(context.last.map { $0 + 1 } ?? 0)...].allSatisfy { $0.author < author }
  }

  // MARK: Causality

  /// Some changes and all that they depend on.
  func past(of changes: ChangeSet) -> ChangeSet {
    var past = changes
    for (change, entry) in entries.enumerated() where changes.contains(change) {
      past = past.union(entry.context)
    }
    return past
  }

  /// Those of the changes that have arrived that can be applied; the others wait.
  func applied(of arrived: ChangeSet) -> ChangeSet {
    var applied = ChangeSet.none
    for (change, entry) in entries.enumerated()
    where arrived.contains(change) && entry.context.isSubset(of: arrived) {
      applied = applied.inserting(change)
    }
    return applied
  }

  // MARK: Arrivals

  /// Whether there is a moment at which just these changes are at a replica, its own included.
  ///
  /// Of its own it has those that others of them depend on, and with each what that depends on.
  func canHold(_ arrived: ChangeSet, at replica: Int) -> Bool {
    let made = arrived.intersection(own[replica])
    guard past(of: arrived).intersection(own[replica]) == made else { return false }
    return made.last.map { entries[$0].context.isSubset(of: arrived) } ?? true
  }

  /// The changes of which one came, or was made, last when just these are at a replica.
  ///
  /// The first is the one by which a replica comes there when changes arrive in order.
  func ways(into arrived: ChangeSet, at replica: Int) -> [Int] {
    let lastMade = arrived.intersection(own[replica]).last
    let needed = lastMade.map { entries[$0].context } ?? .none
    var ways = arrived.subtracting(own[replica]).subtracting(needed).changes
    ways.reverse()
    if let lastMade {
      let before = arrived.removing(lastMade)
      if applied(of: before) == needed, canHold(before, at: replica) { ways.append(lastMade) }
    }
    return ways
  }

  /// The order in which changes come to a replica until just these are there.
  func arrivals(of arrived: ChangeSet, at replica: Int) -> [Int] {
    guard let last = ways(into: arrived, at: replica).first else { return [] }
    return arrivals(of: arrived.removing(last), at: replica) + [last]
  }

  /// The number of orders in which all changes can come to a replica, its own made in between.
  func arrivalOrderCount(at replica: Int) -> Int {
    var counts = Array(repeating: 0, count: 1 << entries.count)
    counts[0] = 1
    for arrived in ChangeSet.all(ofFirst: entries.count)
    where arrived != .none && canHold(arrived, at: replica) {
      counts[arrived.index] = ways(into: arrived, at: replica)
        .reduce(0) { $0 + counts[arrived.removing($1).index] }
    }
    return counts[all.index]
  }
}
