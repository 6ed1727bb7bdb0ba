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
      return hold(change, .pending(waitingFor: dots))
    case .ready(let ready):
      guard precedes(change, known) else { return .refused(.equivocation(firstDot(of: change))) }
      if let until = futureLimit(of: ready.timestamp) {
        return hold(change, .heldAside(until: until))
      }
      do {
        try applyReady(change, ready)
      } catch {
        return .refused(.malformed(error))
      }
      return .applied(released: pending.isEmpty ? 0 : drain())
    }
  }

  private func firstDot(of change: Change) -> Dot {
    Dot(replica: change.replica, counter: change.firstCounter)
  }

  /// A change at or below what is applied: the same again, or another under the same dot.
  private func outcome(ofKnown change: Change, _ known: UInt64) -> ApplyOutcome {
    guard let number = state.replicas.number(of: change.replica), change.lastCounter <= known
    else { return .refused(.equivocation(firstDot(of: change))) }
    if let same = log.change(covering: change.lastCounter, by: number) {
      return same == change ? .alreadyKnown : .refused(.equivocation(firstDot(of: change)))
    }
    let isOther = change.lastCounter == known && state.authors[number].hash != change.hash
    return isOther ? .refused(.equivocation(firstDot(of: change))) : .alreadyKnown
  }

  /// Whether a change goes on from its author's last one.
  private func precedes(_ change: Change, _ known: UInt64) -> Bool {
    guard let number = state.replicas.number(of: change.replica), known > 0 else {
      return change.previousHash == 0
    }
    return state.authors[number].hash == change.previousHash
  }

  private mutating func hold(_ change: Change, _ outcome: ApplyOutcome) -> ApplyOutcome {
    if let waiting = pending.change(at: firstDot(of: change)) {
      return waiting == change ? outcome : .refused(.equivocation(firstDot(of: change)))
    }
    guard pending.hasRoom(for: change, configuration) else {
      return .refused(.pendingFull(count: pending.count, byteCount: pending.byteCount))
    }
    pending.insert(change)
    return outcome
  }

  private mutating func applyReady(
    _ change: Change, _ ready: ReadyChange
  ) throws(WireError) {
    try state.apply(change, ready, limits: configuration.limits)
    var change = change
    change.timestamp = ready.timestamp
    log.append(change, by: state.insert(change.replica))
  }

  /// Applies what waits and has become ready, until nothing more does.
  ///
  /// - Returns: How many changes were applied.
  mutating func drain() -> Int {
    var released = 0
    var isStuck = false
    while !isStuck, !pending.isEmpty {
      isStuck = true
      for author in pending.authors {
        while let change = pending.first(of: author), let applied = release(change) {
          isStuck = false
          if applied { released += 1 }
          pending.removeFirst(of: author)
        }
      }
    }
    return released
  }

  /// Applies a change that waited.
  ///
  /// - Returns: Whether it was applied; false when it is known by now or was refused, nil when it
  ///   has to wait on.
  private mutating func release(_ change: Change) -> Bool? {
    let known = state.counter(of: change.replica)
    if change.firstCounter <= known { return false }
    switch state.readiness(of: change) {
    case .waiting: return nil
    case .malformed(let error): return refuse(change, .malformed(error))
    case .ready(let ready):
      guard precedes(change, known) else {
        return refuse(change, .equivocation(firstDot(of: change)))
      }
      guard futureLimit(of: ready.timestamp) == nil else { return nil }
      do {
        try applyReady(change, ready)
        return true
      } catch {
        return refuse(change, .malformed(error))
      }
    }
  }

  private mutating func refuse(_ change: Change, _ refusal: Refusal) -> Bool {
    // As many as may wait; a peer that sends more of them is told nothing new.
    if lateRefusals.count < configuration.pendingLimit {
      lateRefusals.append(LateRefusal(dot: firstDot(of: change), reason: refusal))
    }
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
