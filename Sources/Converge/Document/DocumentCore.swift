// SPDX-License-Identifier: Apache-2.0

/// A document without its schema: the state, what waits to get into it, and the log beside it.
struct DocumentCore: Sendable {
  let replica: ReplicaID
  var clock: WallClock
  let configuration: DocumentConfiguration
  var state: DocumentState
  var log = ChangeLog()
  var pending = PendingChanges()
  /// Changes that waited and were refused when their turn came, since last asked.
  var lateRefusals: [LateRefusal] = []
  /// Whole states stamped too far in the future.
  var heldStates: [DocumentCore] = []

  init(
    _ state: DocumentState, replica: ReplicaID, clock: WallClock,
    configuration: DocumentConfiguration
  ) {
    self.state = state
    self.replica = replica
    self.clock = clock
    self.configuration = configuration
  }

  /// The version vector, by replica id.
  var versionVector: VersionVector { versionVector(state.versionVector) }

  func versionVector(_ vector: LocalVersionVector) -> VersionVector {
    VersionVector(
      zip(state.replicas.ids, vector.counters).lazy.map { (replica: $0, counter: $1) })
  }

  func localVersionVector(_ vector: VersionVector) -> LocalVersionVector {
    var result = LocalVersionVector()
    for (replica, counter) in vector {
      if let number = state.replicas.number(of: replica) { result[number] = counter }
    }
    return result
  }

  // MARK: Receiving

  /// Takes in a change, in whatever order changes come.
  mutating func apply(_ change: Change) -> ApplyOutcome {
    let known = state.counter(of: change.replica)
    if change.firstCounter <= known { return outcome(ofKnown: change, known) }
    guard change.replica != replica || change.lastCounter <= LocalDot.maximumOwnCounter else {
      return .refused(.countersUsedUp)
    }
    switch state.readiness(of: change) {
    case .malformed(let error):
      return .refused(.malformed(error))
    case .waiting(let dots):
      let outcome = hold(change, .pending(waitingFor: dots))
      guard case .pending = outcome, releaseEvicted(neededBy: dots),
        state.counter(of: change.replica) >= change.lastCounter
      else { return outcome }
      return .applied(released: 0)
    case .ready(let ready):
      guard precedes(change, known) else { return .refused(.equivocation(change.firstDot)) }
      guard state.isByMember(change, ready) else { return .refused(.notMember(change.replica)) }
      switch standing(of: change) {
      case .accepted: break
      case .waiting: return hold(change, .pending(waitingFor: []))
      case .refused: return .refused(.evicted(change.replica))
      }
      if let until = futureLimit(of: ready.timestamp) {
        return hold(change, .heldAside(until: until))
      }
      do {
        try applyReady(change, ready)
      } catch {
        return .refused(.malformed(error))
      }
      return .applied(released: pending.isEmpty ? 0 : releaseAfter(change))
    }
  }

  /// A change at or below what is applied: the same again, or another under the same dot.
  private func outcome(ofKnown change: Change, _ known: UInt64) -> ApplyOutcome {
    guard let number = state.replicas.number(of: change.replica), change.lastCounter <= known
    else { return .refused(.equivocation(change.firstDot)) }
    if let same = log.change(covering: change.lastCounter, by: number) {
      return same == change ? .alreadyKnown : .refused(.equivocation(change.firstDot))
    }
    let isOther = change.lastCounter == known && state.authors[number].hash != change.hash
    return isOther ? .refused(.equivocation(change.firstDot)) : .alreadyKnown
  }

  /// Whether a change goes on from its author's last one.
  private func precedes(_ change: Change, _ known: UInt64) -> Bool {
    guard let number = state.replicas.number(of: change.replica), known > 0 else {
      return change.previousHash == 0
    }
    return state.authors[number].hash == change.previousHash
  }

  private mutating func hold(_ change: Change, _ outcome: ApplyOutcome) -> ApplyOutcome {
    if let waiting = pending.change(at: change.firstDot) {
      return waiting == change ? outcome : .refused(.equivocation(change.firstDot))
    }
    if !pending.hasRoom(for: change, configuration) {
      pending.removeCovered { state.counter(of: $0) }
    }
    guard pending.hasRoom(for: change, configuration) else {
      return .refused(.pendingFull(count: pending.count, byteCount: pending.byteCount))
    }
    pending.insert(change)
    switch outcome {
    case .pending(waitingFor: let dots):
      if let first = dots.first { pending.wait(change, for: first.replica) }
    case .heldAside(until: let time):
      pending.wait(change, until: time)
    case .applied, .alreadyKnown, .refused:
      break
    }
    return outcome
  }

  private mutating func applyReady(
    _ change: Change, _ ready: ReadyChange
  ) throws(WireError) {
    try state.apply(change, ready, limits: configuration.limits)
    var change = change
    change.timestamp = ready.timestamp
    log.append(change, by: state.insert(change.replica))
    if state.hasEvictions { refuseEvicted() }
  }

  /// Applies what a change that was just applied releases, what that releases in turn, and what is
  /// due by now.
  ///
  /// - Returns: How many changes were applied.
  private mutating func releaseAfter(_ change: Change) -> Int {
    pending.remove(at: change.firstDot)
    let due = pending.nextTime.map { now >= $0 ? pending.takeDue(at: now) : [] } ?? []
    return release(
      due + pending.takeWaiters(for: change.replica) + [nextDot(of: change.replica)])
  }

  /// Applies what is ready after a state was joined, or after time has passed.
  ///
  /// - Returns: How many changes were applied.
  mutating func drain() -> Int {
    guard !pending.isEmpty else { return 0 }
    pending.removeCovered { state.counter(of: $0) }
    var candidates = pending.takeDue(at: now)
    for replica in state.replicas.ids {
      candidates += pending.takeWaiters(for: replica)
      candidates.append(nextDot(of: replica))
    }
    return release(candidates)
  }

  func nextDot(of replica: ReplicaID) -> Dot {
    Dot(replica: replica, counter: state.counter(of: replica) + 1)
  }

  mutating func release(_ dots: [Dot]) -> Int {
    var candidates = dots
    var released = 0
    while let dot = candidates.popLast() {
      guard let change = pending.change(at: dot), release(change) else { continue }
      released += 1
      candidates += pending.takeWaiters(for: change.replica)
      candidates.append(nextDot(of: change.replica))
    }
    return released
  }

  /// Applies a change that waited, refuses it, or notes what it waits for now.
  ///
  /// - Returns: Whether it was applied.
  private mutating func release(_ change: Change) -> Bool {
    let known = state.counter(of: change.replica)
    guard change.firstCounter > known else {
      pending.remove(at: change.firstDot)
      return false
    }
    switch state.readiness(of: change) {
    case .waiting(for: let dots):
      if let first = dots.first { pending.wait(change, for: first.replica) }
      return false
    case .malformed(let error):
      return refuse(change, .malformed(error))
    case .ready(let ready):
      guard precedes(change, known) else {
        return refuse(change, .equivocation(change.firstDot))
      }
      guard state.isByMember(change, ready) else {
        return refuse(change, .notMember(change.replica))
      }
      switch standing(of: change) {
      case .accepted: break
      case .waiting: return false
      case .refused: return refuse(change, .evicted(change.replica))
      }
      if let until = futureLimit(of: ready.timestamp) {
        pending.wait(change, until: until)
        return false
      }
      do {
        try applyReady(change, ready)
      } catch {
        return refuse(change, .malformed(error))
      }
      pending.remove(at: change.firstDot)
      return true
    }
  }

  @discardableResult
  mutating func refuse(_ change: Change, _ refusal: Refusal) -> Bool {
    // As many as may wait; a peer that sends more of them is told nothing new.
    if lateRefusals.count < configuration.pendingLimit {
      lateRefusals.append(LateRefusal(dot: change.firstDot, reason: refusal))
    }
    pending.remove(at: change.firstDot)
    return false
  }

  // MARK: The future

  /// When a timestamp too far in the future may be taken in, in milliseconds since 1970.
  ///
  /// - Returns: nil when that is now.
  func futureLimit(of timestamp: HybridTimestamp) -> Int64? {
    let last = HybridTimestamp.lastUsableMilliseconds
    if timestamp.milliseconds > last { return Int64(last) }
    guard let bound = configuration.futureBound, timestamp > state.clock.last else { return nil }
    let (seconds, attoseconds) = bound.components
    let whole = seconds.multipliedReportingOverflow(by: 1_000)
    let milliseconds = whole.partialValue
      .addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    let until = Int64(timestamp.milliseconds)
      .subtractingReportingOverflow(milliseconds.partialValue)
    guard !whole.overflow, !milliseconds.overflow, !until.overflow else { return nil }
    return now < until.partialValue ? until.partialValue : nil
  }

  /// The wall clock; where it is outside 48 bits, the hybrid clock in its stead.
  private var now: Int64 {
    let wall = clock.now()
    let isUsable = wall >= 0 && wall <= Int64(HybridTimestamp.maximumMilliseconds)
    return isUsable ? wall : Int64(state.clock.last.milliseconds)
  }
}
