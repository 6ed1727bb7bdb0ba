// SPDX-License-Identifier: Apache-2.0

/// Changes received that cannot be applied yet.
///
/// Only an author's next change can become ready. One that waits for another replica is found
/// under that replica, so that what an applied change releases is found without a search. Bounded
/// by count and bytes; what does not fit is refused, never dropped later.
struct PendingChanges: Sendable, InvariantChecked {
  /// By the dot of the first operation.
  private var changes: [Dot: Change] = [:]
  /// Of changes that are next of their author: which wait for a replica to come further.
  private var waiters: [ReplicaID: Set<Dot>] = [:]
  /// The same the other way round: a change waits for one replica at a time.
  private var blockers: [Dot: ReplicaID] = [:]
  /// Of changes that are next of their author: until when they are held aside.
  private var times: [Dot: Int64] = [:]
  private(set) var byteCount = 0

  var count: Int { changes.count }

  var isEmpty: Bool { changes.isEmpty }

  /// The least time at which a change that is held aside may be taken in.
  var nextTime: Int64? { times.isEmpty ? nil : times.values.min() }

  /// The change that starts at a dot, if it waits.
  func change(at dot: Dot) -> Change? { changes[dot] }

  /// All changes that wait, in no order that means anything.
  var all: some Collection<Change> { changes.values }

  func hasRoom(for change: Change, _ configuration: DocumentConfiguration) -> Bool {
    count < configuration.pendingLimit
      && change.bodyByteCount <= configuration.pendingLimitBytes - byteCount
  }

  mutating func insert(_ change: Change) {
    guard changes.updateValue(change, forKey: change.firstDot) == nil else { return }
    byteCount += change.bodyByteCount
  }

  /// Removes the change that starts at a dot, if one waits.
  mutating func remove(at dot: Dot) {
    guard let change = changes.removeValue(forKey: dot) else { return }
    byteCount -= change.bodyByteCount
    times[dot] = nil
    stopWaiting(dot)
  }

  /// Removes the changes that a state has come to cover.
  mutating func removeCovered(_ counter: (ReplicaID) -> UInt64) {
    for change in Array(changes.values) where change.firstCounter <= counter(change.replica) {
      remove(at: change.firstDot)
    }
  }

  /// Notes that a change waits until a replica comes further.
  mutating func wait(_ change: Change, for replica: ReplicaID) {
    stopWaiting(change.firstDot)
    // One that waits for its author's earlier changes is found when those are applied.
    guard replica != change.replica else { return }
    waiters[replica, default: []].insert(change.firstDot)
    blockers[change.firstDot] = replica
  }

  private mutating func stopWaiting(_ dot: Dot) {
    guard let replica = blockers.removeValue(forKey: dot) else { return }
    waiters[replica]?.remove(dot)
    if waiters[replica]?.isEmpty ?? false { waiters[replica] = nil }
  }

  /// Notes that a change waits for its time.
  mutating func wait(_ change: Change, until time: Int64) {
    stopWaiting(change.firstDot)
    times[change.firstDot] = time
  }

  /// Takes out what waits for a replica, now that it has come further.
  mutating func takeWaiters(for replica: ReplicaID) -> [Dot] {
    let dots = (waiters.removeValue(forKey: replica) ?? []).sorted()
    for dot in dots { blockers[dot] = nil }
    return dots
  }

  /// Throws when a change is noted as waiting that does not wait, or is noted in two places.
  func verifyInvariants() throws(InvariantViolation) {
    let noted = waiters.values.reduce(0) { $0 + $1.count }
    try InvariantViolation.check(
      noted == blockers.count && blockers.keys.allSatisfy { changes[$0] != nil }
        && times.keys.allSatisfy { changes[$0] != nil },
      "A change is noted as waiting that does not wait.")
  }

  /// Takes out what waits for its time, when that has come.
  mutating func takeDue(at time: Int64) -> [Dot] {
    let due = times.filter { $0.value <= time }.map(\.key).sorted()
    for dot in due { times[dot] = nil }
    return due
  }
}

extension Change {
  /// The dot of the first operation.
  var firstDot: Dot { Dot(replica: replica, counter: firstCounter) }
}
