// SPDX-License-Identifier: Apache-2.0

extension Document {
  /// Takes in a change, in whatever order changes come, and says what became of it.
  ///
  /// - Complexity: O(log *n*) for each operation, *n* the size of the field it changes.
  @discardableResult
  public mutating func apply(_ change: Change) -> ApplyOutcome {
    core.apply(change)
  }

  /// Takes in what `edit` returned: nothing when it made no change.
  @discardableResult
  public mutating func apply(_ change: Change?) -> ApplyOutcome {
    change.map { core.apply($0) } ?? .alreadyKnown
  }

  /// Takes in changes, in whatever order, and says what became of each when it was handed over.
  @discardableResult
  public mutating func apply(contentsOf changes: some Sequence<Change>) -> [ApplyOutcome] {
    changes.map { core.apply($0) }
  }

  /// Takes in all that another replica of the document has applied.
  ///
  /// By its changes, where its log holds all that are missing here; else by joining the states.
  /// The result is the same.
  ///
  /// - Complexity: O(*k* log *n*) in the *k* operations missing here, when the other's log has
  ///   them; else O(*n* log *n*) in the size of both documents.
  @discardableResult
  public mutating func merge(_ other: Document) -> MergeOutcome {
    core.merge(other.core)
  }

  /// Returns this document with all that another replica of it has applied.
  public func merging(_ other: Document) -> Document {
    var result = self
    result.merge(other)
    return result
  }

  /// Takes in a snapshot.
  ///
  /// - Throws: `WireError`: the first fault in the bytes and its offset; nothing changes then.
  @discardableResult
  public mutating func merge(snapshot: [UInt8]) throws(WireError) -> MergeOutcome {
    try core.merge(snapshot: snapshot)
  }

  /// Takes in another replica's state by joining the states, whatever its log holds.
  @discardableResult
  package mutating func mergeState(_ other: Document) -> MergeOutcome {
    core.mergeState(of: other.core)
  }

  /// Returns the same document as another replica: a new writer, without what waits here.
  ///
  /// - Complexity: O(1); the copies share what neither changes.
  /// - Precondition: No other value of the document has this replica id.
  public func fork(as replica: ReplicaID) -> Document {
    var fork = self
    fork.core = DocumentCore(
      core.state, replica: replica, clock: core.clock, configuration: core.configuration)
    fork.core.log = core.log
    return fork
  }

  /// Returns the state as bytes: equal bytes for equal states.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the document.
  public func snapshot() -> [UInt8] {
    core.snapshot()
  }

  /// Returns what a peer with a version vector lacks.
  ///
  /// - Complexity: O(*r* log *n* + *k* log *k*), *r* the replicas, *n* the changes of each, *k*
  ///   the changes that the peer lacks; O(*n* log *n*) in the document's size for a snapshot.
  public func changes(since versionVector: VersionVector) -> Delta {
    core.changes(since: versionVector)
  }

  /// Takes in what a peer found missing here: changes or a snapshot.
  ///
  /// - Returns: What became of the snapshot, or of the changes: the first refusal, else the first
  ///   that is held aside, else the first that waits, else how many were released.
  /// - Throws: `WireError` when the delta is a snapshot and its bytes are at fault; nothing changes
  ///   then.
  @discardableResult
  public mutating func merge(_ delta: Delta) throws(WireError) -> MergeOutcome {
    switch delta {
    case .snapshot(let bytes): try core.merge(snapshot: bytes)
    case .changes(let changes): core.merge(changes)
    }
  }

  // MARK: What waits

  /// How many changes wait for others, or for their time.
  public var pendingCount: Int { core.pending.count }

  /// Returns the changes that waited and were refused when their turn came, since last asked.
  public mutating func takeLateRefusals() -> [LateRefusal] {
    let refusals = core.lateRefusals
    if !refusals.isEmpty { core.lateRefusals = [] }
    return refusals
  }

  /// Takes in the changes and states held aside whose time has come, and what depends on them.
  ///
  /// - Returns: How many changes that had waited were applied. A state that was merged counts none;
  ///   `versionVector` tells whether anything came in.
  @discardableResult
  public mutating func releaseHeldAside() -> Int {
    core.releaseHeldStates() + core.drain()
  }

  /// Forgets the changes that wait, as a restart does that has not stored them.
  package mutating func dropPending() {
    core.dropWaiting()
  }

  /// Throws the first hidden rule of the document's structures that does not hold.
  package func verifyInvariants() throws(InvariantViolation) {
    try core.verifyInvariants()
  }

  /// The same, looking into those fields only whose names are given, as UTF-8.
  package func verifyInvariants(ofFieldsNamed names: [[UInt8]]) throws(InvariantViolation) {
    try core.verifyInvariants { names.contains($0.name) }
  }

  /// Whether just so many changes of each replica are applied here, whose last counters are given
  /// change by change.
  package func hasApplied(
    _ counts: [Int], of replicas: [ReplicaID], lastCounters: [[UInt64]]
  ) -> Bool {
    for place in replicas.indices {
      let expected = counts[place] > 0 ? lastCounters[place][counts[place] - 1] : 0
      guard core.state.counter(of: replicas[place]) == expected else { return false }
    }
    return true
  }
}

extension Document: InvariantChecked {}

extension DocumentCore {
  func verifyInvariants() throws(InvariantViolation) {
    try verifyInvariants { _ in true }
  }

  /// The same, looking into chosen fields only.
  func verifyInvariants(of isChosen: (FieldKey) -> Bool) throws(InvariantViolation) {
    try look { (state: borrowing DocumentState) throws(InvariantViolation) in
      try state.fields.verifyInvariants(of: isChosen)
      try pending.verifyInvariants()
      try state.verifyAuthors()
    }
  }
}

extension DocumentState {
  fileprivate func verifyAuthors() throws(InvariantViolation) {
    try InvariantViolation.check(authors.count == replicas.count, "A replica is no author.")
    for number in authors.indices {
      let context = authors[number].context
      try InvariantViolation.check(
        authors[number].timestamp <= clock.last, "An author is ahead of the clock.")
      try InvariantViolation.check(
        context.isSubset(of: versionVector), "A context is not covered.")
      try InvariantViolation.check(context[number] == 0, "An author has itself as context.")
      try InvariantViolation.check(
        authors[number].numbers.replicas.count == context.counters.count { $0 > 0 },
        "An author's numbers differ from its context.")
    }
  }
}
