// SPDX-License-Identifier: Apache-2.0

/// Changes received that cannot be applied yet.
///
/// Only an author's next change can become ready. One that waits for another replica's dot is found
/// under that dot, so that what an applied change releases is found without a search; one that
/// misses dots of several replicas is looked at once for each of them at most. Bounded by count and
/// by the bytes of bodies; what does not fit is refused, never dropped later.
struct PendingChanges: Sendable, InvariantChecked {
  private struct Entry {
    var change: Change
    /// Another replica's dot that must be applied first, when it is next of its author: one at a
    /// time.
    var blocker: Dot?
    /// Until when it is held aside, when it is next of its author.
    var time: Int64?
  }

  /// Where one waits, a few more mostly do: there is room for so many at once.
  private static let usualCount = 8

  /// By the dot of the first operation.
  private var entries: [Dot: Entry] = [:]
  /// Which have a dot as their blocker.
  private var waiters: [Dot: Set<Dot>] = [:]
  /// How many are held aside for their time.
  private var heldCount = 0
  /// The least time of these, or none when it must be looked for.
  private var leastTime: Int64?
  /// What a state had applied when what it covers was last removed.
  private var coveredBy: [UInt64] = []
  private(set) var byteCount = 0

  var count: Int { entries.count }

  var isEmpty: Bool { entries.isEmpty }

  /// Whether any is held aside for its time.
  var isAnyHeld: Bool { heldCount > 0 }

  /// The change that starts at a dot, if it waits.
  func change(at dot: Dot) -> Change? { entries[dot]?.change }

  /// All changes that wait, in no order that means anything.
  var all: some Collection<Change> { entries.values.lazy.map(\.change) }

  func hasRoom(for change: Change, _ configuration: DocumentConfiguration) -> Bool {
    count < configuration.pendingLimit
      && change.bodyByteCount <= configuration.pendingLimitBytes - byteCount
  }

  /// Takes in a change that does not wait yet, and notes what it waits for: a dot, or its time.
  mutating func insert(
    _ change: Change, waitingFor missing: Dot? = nil, until time: Int64? = nil
  ) {
    let dot = change.firstDot
    if isEmpty { entries.reserveCapacity(Self.usualCount) }
    // One that waits for its author's earlier changes is found when those are applied.
    let blocker = missing?.replica == change.replica ? nil : missing
    let old = entries.updateValue(Entry(change: change, blocker: blocker, time: time), forKey: dot)
    precondition(old == nil, "A change that waits was to wait once more.")
    byteCount += change.bodyByteCount
    if let time { hold(until: time) }
    if let blocker { waiters[blocker, default: []].insert(dot) }
  }

  private mutating func hold(until time: Int64) {
    if heldCount == 0 || leastTime.map({ time < $0 }) ?? false { leastTime = time }
    heldCount += 1
  }

  private mutating func endHold(until time: Int64) {
    if time == leastTime { leastTime = nil }
    heldCount -= 1
  }

  /// Removes the change that starts at a dot, if one waits.
  mutating func remove(at dot: Dot) {
    guard !isEmpty, let entry = entries.removeValue(forKey: dot) else { return }
    byteCount -= entry.change.bodyByteCount
    if let time = entry.time { endHold(until: time) }
    forgetWaiter(dot, for: entry.blocker)
  }

  /// Removes the changes that a state has come to cover.
  ///
  /// - Complexity: O(*n*) in the changes that wait; O(*r*) in the replicas when nothing was applied
  ///   since it was last called.
  mutating func removeCovered(by state: borrowing DocumentState) {
    guard state.versionVector.counters != coveredBy else { return }
    coveredBy = state.versionVector.counters
    removeCovered { state.counter(of: $0) }
  }

  private mutating func removeCovered(_ counter: (ReplicaID) -> UInt64) {
    for change in Array(all) where change.firstCounter <= counter(change.replica) {
      remove(at: change.firstDot)
    }
  }

  /// Notes that a change waits for a dot.
  mutating func wait(_ change: Change, for missing: Dot) {
    let blocker = missing.replica == change.replica ? nil : missing
    note(change.firstDot, blocker: blocker, time: nil)
    if let blocker { waiters[blocker, default: []].insert(change.firstDot) }
  }

  /// Notes that a change waits for its time.
  mutating func wait(_ change: Change, until time: Int64) {
    note(change.firstDot, blocker: nil, time: time)
  }

  private mutating func note(_ dot: Dot, blocker: Dot?, time: Int64?) {
    guard let index = entries.index(forKey: dot) else { return }
    let (oldBlocker, oldTime) = (entries.values[index].blocker, entries.values[index].time)
    if let oldTime { endHold(until: oldTime) }
    if let time { hold(until: time) }
    if oldBlocker != blocker { forgetWaiter(dot, for: oldBlocker) }
    entries.values[index].blocker = blocker
    entries.values[index].time = time
  }

  private mutating func forgetWaiter(_ dot: Dot, for blocker: Dot?) {
    guard let blocker else { return }
    waiters[blocker]?.remove(dot)
    if waiters[blocker]?.isEmpty ?? false { waiters[blocker] = nil }
  }

  /// Takes out what waits for a dot of a change, now that it is applied.
  ///
  /// - Complexity: O(*m* log *m*) in what is taken out, and the lesser of the change's operations
  ///   and of the dots that are waited for.
  mutating func takeWaiters(for change: Change) -> [Dot] {
    guard !waiters.isEmpty else { return [] }
    let counters = change.firstCounter...change.lastCounter
    guard change.lastCounter - change.firstCounter < UInt64(waiters.count) else {
      return takeWaiters(forAll: { $0.replica == change.replica && counters.contains($0.counter) })
    }
    var taken: [Dot] = []
    for counter in counters {
      takeWaiters(at: Dot(replica: change.replica, counter: counter), into: &taken)
    }
    return taken.sorted()
  }

  /// Takes out what waits for any of some dots.
  ///
  /// - Complexity: O(*n* log *n*) in the changes that wait.
  mutating func takeWaiters(forAll isApplied: (Dot) -> Bool) -> [Dot] {
    var taken: [Dot] = []
    for missing in waiters.keys.filter(isApplied) { takeWaiters(at: missing, into: &taken) }
    return taken.sorted()
  }

  private mutating func takeWaiters(at missing: Dot, into taken: inout [Dot]) {
    guard let dots = waiters.removeValue(forKey: missing) else { return }
    for dot in dots { entries[dot]?.blocker = nil }
    taken += dots
  }

  /// Takes out what waits for its time, when that has come.
  ///
  /// - Complexity: O(1) when nothing is due, but for the first time after what was due next is
  ///   gone; else O(*n* log *n*) in the changes that wait.
  mutating func takeDue(at time: Int64) -> [Dot] {
    guard heldCount > 0 else { return [] }
    if leastTime == nil { leastTime = entries.values.lazy.compactMap(\.time).min() }
    guard let leastTime, leastTime <= time else { return [] }
    let due = entries.filter { $0.value.time.map { $0 <= time } ?? false }.map(\.key).sorted()
    for dot in due { entries[dot]?.time = nil }
    heldCount -= due.count
    self.leastTime = nil
    return due
  }

  /// Throws when a change is noted as waiting that does not wait, or is not found where it is
  /// looked for.
  func verifyInvariants() throws(InvariantViolation) {
    guard !isEmpty || !waiters.isEmpty || heldCount > 0 || byteCount > 0 else { return }
    var held = 0
    var blocked = 0
    var bytes = 0
    let times = entries.values.lazy.compactMap(\.time)
    try InvariantViolation.check(
      heldCount == 0 || leastTime == nil || leastTime == times.min(),
      "A change is held aside for longer than it need be.")
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
