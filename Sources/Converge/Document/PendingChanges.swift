// SPDX-License-Identifier: Apache-2.0

/// Changes received that cannot be applied yet.
///
/// Only an author's next change can become ready. One that waits for another replica is found
/// under that replica, so that what an applied change releases is found without a search. Bounded
/// by count and bytes; what does not fit is refused, never dropped later.
struct PendingChanges: Sendable, InvariantChecked {
  private struct Entry {
    var change: Change
    /// The replica that it waits for to come further, when it is next of its author: one at a time.
    var blocker: ReplicaID?
    /// Until when it is held aside, when it is next of its author.
    var time: Int64?
  }

  /// Where one waits, a few more mostly do: there is room for so many at once.
  private static let usualCount = 8

  /// By the dot of the first operation.
  private var entries: [Dot: Entry] = [:]
  /// Which have a replica as their blocker.
  private var waiters: [ReplicaID: Set<Dot>] = [:]
  /// How many are held aside for their time.
  private var heldCount = 0
  private(set) var byteCount = 0

  var count: Int { entries.count }

  var isEmpty: Bool { entries.isEmpty }

  /// The least time at which a change that is held aside may be taken in.
  var nextTime: Int64? {
    heldCount == 0 ? nil : entries.values.lazy.compactMap(\.time).min()
  }

  /// The change that starts at a dot, if it waits.
  func change(at dot: Dot) -> Change? { entries[dot]?.change }

  /// All changes that wait, in no order that means anything.
  var all: some Collection<Change> { entries.values.lazy.map(\.change) }

  func hasRoom(for change: Change, _ configuration: DocumentConfiguration) -> Bool {
    count < configuration.pendingLimit
      && change.bodyByteCount <= configuration.pendingLimitBytes - byteCount
  }

  /// Takes in a change that does not wait yet, and notes what it waits for: until a replica comes
  /// further, or for its time.
  mutating func insert(
    _ change: Change, waitingFor replica: ReplicaID? = nil, until time: Int64? = nil
  ) {
    let dot = change.firstDot
    if isEmpty { entries.reserveCapacity(Self.usualCount) }
    // One that waits for its author's earlier changes is found when those are applied.
    let blocker = replica == change.replica ? nil : replica
    let old = entries.updateValue(Entry(change: change, blocker: blocker, time: time), forKey: dot)
    precondition(old == nil, "A change that waits was to wait once more.")
    byteCount += change.bodyByteCount
    if time != nil { heldCount += 1 }
    if let blocker { waiters[blocker, default: []].insert(dot) }
  }

  /// Removes the change that starts at a dot, if one waits.
  mutating func remove(at dot: Dot) {
    guard !isEmpty, let entry = entries.removeValue(forKey: dot) else { return }
    byteCount -= entry.change.bodyByteCount
    if entry.time != nil { heldCount -= 1 }
    forgetWaiter(dot, for: entry.blocker)
  }

  /// Removes the changes that a state has come to cover.
  mutating func removeCovered(_ counter: (ReplicaID) -> UInt64) {
    for change in Array(all) where change.firstCounter <= counter(change.replica) {
      remove(at: change.firstDot)
    }
  }

  /// Notes that a change waits until a replica comes further.
  mutating func wait(_ change: Change, for replica: ReplicaID) {
    let blocker = replica == change.replica ? nil : replica
    note(change.firstDot, blocker: blocker, time: nil)
    if let blocker { waiters[blocker, default: []].insert(change.firstDot) }
  }

  /// Notes that a change waits for its time.
  mutating func wait(_ change: Change, until time: Int64) {
    note(change.firstDot, blocker: nil, time: time)
  }

  private mutating func note(_ dot: Dot, blocker: ReplicaID?, time: Int64?) {
    guard let index = entries.index(forKey: dot) else { return }
    let (oldBlocker, oldTime) = (entries.values[index].blocker, entries.values[index].time)
    heldCount += (time == nil ? 0 : 1) - (oldTime == nil ? 0 : 1)
    if oldBlocker != blocker { forgetWaiter(dot, for: oldBlocker) }
    entries.values[index].blocker = blocker
    entries.values[index].time = time
  }

  private mutating func forgetWaiter(_ dot: Dot, for blocker: ReplicaID?) {
    guard let blocker else { return }
    waiters[blocker]?.remove(dot)
    if waiters[blocker]?.isEmpty ?? false { waiters[blocker] = nil }
  }

  /// Takes out what waits for a replica, now that it has come further.
  mutating func takeWaiters(for replica: ReplicaID) -> [Dot] {
    guard !waiters.isEmpty, let dots = waiters.removeValue(forKey: replica) else { return [] }
    for dot in dots { entries[dot]?.blocker = nil }
    return dots.sorted()
  }

  /// Takes out what waits for its time, when that has come.
  mutating func takeDue(at time: Int64) -> [Dot] {
    guard heldCount > 0 else { return [] }
    let due = entries.filter { $0.value.time.map { $0 <= time } ?? false }.map(\.key).sorted()
    for dot in due { entries[dot]?.time = nil }
    heldCount -= due.count
    return due
  }

  /// Throws when a change is noted as waiting that does not wait, or is not found where it is
  /// looked for.
  func verifyInvariants() throws(InvariantViolation) {
    guard !isEmpty || !waiters.isEmpty || heldCount > 0 || byteCount > 0 else { return }
    var held = 0
    var blocked = 0
    var bytes = 0
    for (dot, entry) in entries {
      bytes += entry.change.bodyByteCount
      if entry.time != nil { held += 1 }
      guard let blocker = entry.blocker else { continue }
      blocked += 1
      try InvariantViolation.check(
        waiters[blocker]?.contains(dot) ?? false, "A change waits where nobody looks.")
    }
    try InvariantViolation.check(
      blocked == waiters.values.reduce(0) { $0 + $1.count } && held == heldCount,
      "A change is noted as waiting that does not wait.")
    try InvariantViolation.check(bytes == byteCount, "The bytes that wait are miscounted.")
  }
}

extension Change {
  /// The dot of the first operation.
  var firstDot: Dot { Dot(replica: replica, counter: firstCounter) }
}
