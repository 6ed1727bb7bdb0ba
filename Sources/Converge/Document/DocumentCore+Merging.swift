// SPDX-License-Identifier: Apache-2.0

extension DocumentCore {
  /// Takes in all that another document has applied: by its changes where its log has all that is
  /// missing here, else by joining the states.
  mutating func merge(_ other: DocumentCore) -> MergeOutcome {
    if let outcome = refusal(of: other) { return outcome }
    if case .changes(let changes) = other.changes(since: versionVector) {
      return merge(changes)
    }
    return mergeState(of: other)
  }

  /// Applies changes, and says what became of them together: the first refusal, else the first
  /// that is held aside, else the first that waits, else how many were applied.
  mutating func merge(_ changes: [Change]) -> MergeOutcome {
    var released: Int?
    var refusal: MergeOutcome?
    var held: MergeOutcome?
    var waiting: MergeOutcome?
    for change in changes {
      switch apply(change) {
      case .applied(let more): released = (released ?? 0) + more
      case .alreadyKnown: break
      case .pending(let dots): waiting = waiting ?? .pending(waitingFor: dots)
      case .heldAside(let until): held = held ?? .heldAside(until: until)
      case .refused(let reason): refusal = refusal ?? .refused(reason)
      }
    }
    return refusal ?? held ?? waiting ?? released.map { .merged(released: $0) } ?? .alreadyKnown
  }

  /// Joins another document's state, and its log where that goes on from the one here.
  mutating func mergeState(of other: DocumentCore) -> MergeOutcome {
    if let outcome = refusal(of: other) { return outcome }
    other.look { state.adoptMembers(of: $0) }
    if look({ mine in other.look { mine.covers($0) } }) { return .alreadyKnown }
    let before = state.versionVector
    other.look { state.join($0) }
    joinLog(of: other, since: before)
    return .merged(released: pending.isEmpty ? 0 : drain())
  }

  /// What becomes of a state that is not merged now: refused, or held aside whole.
  private mutating func refusal(of other: DocumentCore) -> MergeOutcome? {
    guard state.id == other.state.id else {
      return .refused(.otherDocument(expected: state.id, found: other.state.id))
    }
    guard look({ mine in other.look { mine.agreesOnMembers(with: $0) } }) else {
      return .refused(.otherMembers)
    }
    guard other.state.counter(of: replica) <= LocalDot.maximumOwnCounter else {
      return .refused(.countersUsedUp)
    }
    let replicas =
      state.replicas.ids.count
      + other.state.replicas.ids.count {
        state.replicas.number(of: $0) == nil
      }
    guard replicas <= configuration.limits.maximumReplicas else {
      return .refused(
        .malformed(.limitExceeded(.replicas, value: UInt64(replicas), offset: 0)))
    }
    if let evicted = look({ mine in other.look { mine.evictedBeyondMembers(in: $0) } }) {
      return .refused(.evicted(evicted))
    }
    if let dot = equivocation(with: other) { return .refused(.equivocation(dot)) }
    guard let until = futureLimit(of: other.state.clock.last) else { return nil }
    guard !heldStates.contains(where: { $0.state.covers(other.state) }) else {
      return .heldAside(until: until)
    }
    heldStates.removeAll { other.state.covers($0.state) }
    guard heldStates.count < configuration.heldStatesLimit else {
      return .refused(.pendingFull(count: heldStates.count, byteCount: pending.byteCount))
    }
    heldStates.append(other)
    heldStates[heldStates.count - 1].dropWaiting()
    return .heldAside(until: until)
  }

  /// A dot under which the two hold different changes, as far as last hashes and logs can tell.
  private func equivocation(with other: DocumentCore) -> Dot? {
    for (theirs, id) in other.state.replicas.ids.enumerated() {
      guard let mine = state.replicas.number(of: id) else { continue }
      let counter = min(state.versionVector[mine], other.state.versionVector[theirs])
      guard counter > 0, let hash = hash(ofChangeEndingAt: counter, by: mine),
        let otherHash = other.hash(ofChangeEndingAt: counter, by: theirs), hash != otherHash
      else { continue }
      return Dot(replica: id, counter: counter)
    }
    return nil
  }

  /// The hash of the change of a replica that ends at a counter; 0 when a change goes on over it,
  /// nil when it is not known any more.
  private func hash(ofChangeEndingAt counter: UInt64, by replica: Int) -> UInt64? {
    if state.versionVector[replica] == counter { return state.authors[replica].hash }
    guard
      let change = log.change(
        covering: counter, by: replica, state.replicas[replica])
    else { return nil }
    return change.lastCounter == counter ? change.hash : 0
  }

  /// Forgets what waits, as a restart does that has not stored it.
  mutating func dropWaiting() {
    pending = PendingChanges()
    heldStates.removeAll()
    estrangements = [:]
  }

  /// Merges the states held aside whose time has come.
  ///
  /// - Returns: How many changes that had waited were applied after them.
  mutating func releaseHeldStates() -> Int {
    var released = 0
    let states = heldStates
    heldStates = []
    for other in states {
      if case .merged(let more) = mergeState(of: other) { released += more }
    }
    return released
  }

  private mutating func joinLog(of other: DocumentCore, since before: LocalVersionVector) {
    for (theirs, id) in other.state.replicas.ids.enumerated() {
      guard let mine = state.replicas.number(of: id) else { continue }
      let last = state.versionVector[mine]
      guard last > before[mine] else { continue }
      let changes = other.log.changes(by: theirs, id, after: before[mine], upTo: last)
      if let changes {
        for change in changes { log.append(change, at: change.timestamp ?? .zero, by: mine) }
      } else {
        log.restart(mine, after: last)
      }
    }
  }

  /// What a peer with a version vector lacks.
  func changes(since vector: VersionVector) -> Delta {
    let known = localVersionVector(vector)
    var result: [Change] = []
    for (number, last) in state.versionVector.counters.enumerated() where last > known[number] {
      guard
        let part = log.changes(
          by: number, state.replicas[number], after: known[number], upTo: last)
      else { return .snapshot(snapshot()) }
      result += part
    }
    // A change's timestamp exceeds those of all that it depends on, so this order is causal.
    result.sort { first, second in
      let (one, two) = (first.timestamp ?? .zero, second.timestamp ?? .zero)
      return one == two ? first.replica < second.replica : one < two
    }
    return .changes(result)
  }
}
