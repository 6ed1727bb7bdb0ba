// SPDX-License-Identifier: Apache-2.0

/// A document without its schema: the state, what waits to get into it, and the log beside it.
@usableFromInline
struct DocumentCore: Sendable {
  let replica: ReplicaID
  let configuration: DocumentConfiguration
  private var cell: SharedCell<EditableState>
  var log = ChangeLog()
  var pending = PendingChanges()
  /// Changes that waited and were refused when their turn came, since last asked.
  var lateRefusals: [LateRefusal] = []
  /// Whole states stamped too far in the future.
  var heldStates: [DocumentCore] = []
  /// Whose changes are refused from where on since they build on what an evicted replica made.
  var estrangements: [ReplicaID: Estrangement] = [:]
  /// Whether some were noted that what waits was not compared with, and how many evictions were
  /// final when it last was.
  var hasNewEstrangements = false
  var finalEvictionCount = 0

  init(
    _ state: DocumentState, replica: ReplicaID, clock: WallClock,
    configuration: DocumentConfiguration
  ) {
    cell = SharedCell(EditableState(state, replica, clock, configuration.limits))
    self.replica = replica
    self.configuration = configuration
  }

  /// All that the document replicates.
  var state: DocumentState {
    @inline(__always) _read { yield cell.value.state }
    @inline(__always) _modify {
      makeUnique()
      yield &cell.value.state
    }
  }

  /// Looks at the state where it stands, see `SharedCell`.
  @inline(__always)
  func look<Result, Failure: Error>(
    _ body: (borrowing DocumentState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try cell.look { (all: borrowing EditableState) throws(Failure) -> Result in
      try body(all.state)
    }
  }

  /// The wall clock.
  var clock: WallClock {
    get { cell.value.clock }
    set {
      makeUnique()
      cell.value.clock = newValue
    }
  }

  /// Copies what other values of the document share, so that it may be changed.
  @inline(__always)
  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&cell) { copyCell() }
  }

  private mutating func copyCell() {
    cell = SharedCell(
      EditableState(cell.value.state, replica, cell.value.clock, configuration.limits))
  }

  /// Whether anyone was evicted; where no members are declared, without a look at the state.
  var hasEvictions: Bool {
    @inline(__always) get {
      !cell.value.state.membership.members.isEmpty && look { $0.hasEvictions }
    }
  }

  // MARK: Editing

  /// Opens a transaction.
  @usableFromInline
  mutating func beginEdit() -> EditSession {
    makeUnique()
    cell.value.open()
    return EditSession(cell)
  }

  /// Ends the transaction, and notes its change.
  @usableFromInline
  mutating func endEdit() -> Change? {
    let change = cell.value.commit(to: &log)
    // With it all may have answered an eviction.
    if !pending.isEmpty, change != nil, hasEvictions { refuseEvicted() }
    return change
  }

  /// Ends the transaction without looking at what it did.
  @usableFromInline
  mutating func abandonEdit() {
    cell.value.abandon()
  }

  /// The state, to be restored when a transaction throws.
  @usableFromInline var savedState: DocumentState { state }

  @usableFromInline
  mutating func restore(_ saved: DocumentState) {
    state = saved
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
    makeUnique()
    if let (author, timestamp) = cell.value.applyKeystroke(change, configuration) {
      log.append(change, at: timestamp, by: author)
      return .applied(released: pending.isEmpty ? 0 : releaseAfter(change))
    }
    switch receive(change) {
    case .applied(let author, let timestamp):
      log.append(change, at: timestamp, by: author)
      if hasEvictions { refuseEvicted() }
      return .applied(released: pending.isEmpty ? 0 : releaseAfter(change))
    case .known(let counter):
      return outcome(ofKnown: change, counter)
    case .refused(let refusal):
      if hasNewEstrangements { refuseEvicted() }
      return .refused(refusal)
    case .waiting(for: let dots):
      let outcome = hold(change, .pending(waitingFor: dots))
      guard case .pending = outcome, releaseEvicted(neededBy: dots),
        state.counter(of: change.replica) >= change.lastCounter
      else { return outcome }
      return .applied(released: 0)
    case .waitingForMembers:
      return hold(change, .pending(waitingFor: []))
    case .tooEarly(until: let time):
      return hold(change, .heldAside(until: time))
    }
  }

  private mutating func receive(_ change: Change) -> Reception {
    makeUnique()
    if hasEvictions {
      let evictions = look { $0.evictions }
      if let evicted = evictedBehind(change, evictions) {
        note(change, refusedFor: evicted)
        return .refused(.evicted(evicted))
      }
      if case .ready(let ready) = look({ $0.readiness(of: change) }),
        look({ $0.follows(change, ready) && $0.isByMember(change, ready) }),
        waitsForMembers(change, evictions)
      {
        return .waitingForMembers
      }
    }
    return cell.value.state.receive(change, by: replica, configuration.limits, future)
  }

  private var future: FutureBound {
    FutureBound(bound: configuration.futureBound, clock: clock)
  }

  /// A change at or below what is applied: the same again, or another under the same dot.
  private func outcome(ofKnown change: Change, _ known: UInt64) -> ApplyOutcome {
    guard let number = state.replicas.number(of: change.replica), change.lastCounter <= known
    else { return .refused(.equivocation(change.firstDot)) }
    if let same = log.change(covering: change.lastCounter, by: number, change.replica) {
      return same == change ? .alreadyKnown : .refused(.equivocation(change.firstDot))
    }
    let isOther = change.lastCounter == known && state.authors[number].hash != change.hash
    return isOther ? .refused(.equivocation(change.firstDot)) : .alreadyKnown
  }

  private mutating func hold(_ change: Change, _ outcome: ApplyOutcome) -> ApplyOutcome {
    if let waiting = pending.change(at: change.firstDot) {
      return waiting == change ? outcome : .refused(.equivocation(change.firstDot))
    }
    if !pending.hasRoom(for: change, configuration) {
      let cell = cell
      cell.look { pending.removeCovered(by: $0.state) }
    }
    guard pending.hasRoom(for: change, configuration) else {
      return .refused(.pendingFull(count: pending.count, byteCount: pending.byteCount))
    }
    switch outcome {
    case .pending(waitingFor: let dots): pending.insert(change, waitingFor: dots.first)
    case .heldAside(until: let time): pending.insert(change, until: time)
    case .applied, .alreadyKnown, .refused: break
    }
    return outcome
  }

  /// Applies what a change that was just applied releases, what that releases in turn, and what is
  /// due by now.
  ///
  /// - Returns: How many changes were applied.
  private mutating func releaseAfter(_ change: Change) -> Int {
    pending.remove(at: change.firstDot)
    var candidates = nextDotsOfEvicted
    if pending.isAnyHeld { candidates += pending.takeDue(at: now) }
    candidates += pending.takeWaiters(for: change)
    candidates.append(nextDot(of: change.replica))
    return release(candidates)
  }

  /// Applies what is ready after a state was joined, or after time has passed.
  ///
  /// - Returns: How many changes were applied.
  mutating func drain() -> Int {
    guard !pending.isEmpty else { return 0 }
    let state = state
    pending.removeCovered(by: state)
    var candidates = pending.takeDue(at: now)
    candidates += pending.takeWaiters(forAll: { state.counter(of: $0.replica) >= $0.counter })
    for replica in state.replicas.ids { candidates.append(nextDot(of: replica)) }
    let released = release(candidates)
    if hasEvictions { refuseEvicted() }
    return released
  }

  func nextDot(of replica: ReplicaID) -> Dot {
    let number = cell.value.state.replicas.number(of: replica)
    return Dot(
      replica: replica, counter: (number.map { cell.value.state.versionVector[$0] } ?? 0) + 1)
  }

  mutating func release(_ dots: [Dot]) -> Int {
    var candidates = dots
    var released = 0
    while let dot = candidates.popLast() {
      guard let change = pending.change(at: dot), release(change) else { continue }
      released += 1
      candidates += nextDotsOfEvicted
      candidates += pending.takeWaiters(for: change)
      candidates.append(nextDot(of: change.replica))
    }
    return released
  }

  /// Applies a change that waited, refuses it, or notes what it waits for now.
  ///
  /// - Returns: Whether it was applied.
  private mutating func release(_ change: Change) -> Bool {
    switch receive(change) {
    case .applied(let author, let timestamp):
      log.append(change, at: timestamp, by: author)
      if hasEvictions { refuseEvicted() }
      pending.remove(at: change.firstDot)
      return true
    case .known:
      pending.remove(at: change.firstDot)
      return false
    case .refused(let refusal):
      refuse(change, refusal)
      if hasNewEstrangements { refuseEvicted() }
      return false
    case .waiting(for: let dots):
      if let first = dots.first { pending.wait(change, for: first) }
      return false
    case .tooEarly(until: let time):
      pending.wait(change, until: time)
      return false
    case .waitingForMembers:
      return false
    }
  }

  mutating func refuse(_ change: Change, _ refusal: Refusal) {
    // As many as may wait; a peer that sends more of them is told nothing new.
    if lateRefusals.count < configuration.pendingLimit {
      lateRefusals.append(LateRefusal(dot: change.firstDot, reason: refusal))
    }
    pending.remove(at: change.firstDot)
  }

  // MARK: The future

  /// When a timestamp too far in the future may be taken in, in milliseconds since 1970.
  ///
  /// - Returns: nil when that is now.
  func futureLimit(of timestamp: HybridTimestamp) -> Int64? {
    future.limit(of: timestamp, after: state.clock.last)
  }

  /// The wall clock; where it is outside 48 bits, the hybrid clock in its stead.
  var now: Int64 { future.now(state.clock.last) }
}
