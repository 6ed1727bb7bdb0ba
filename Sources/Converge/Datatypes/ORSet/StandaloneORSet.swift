// SPDX-License-Identifier: Apache-2.0

/// An add-wins set (observed-remove set, OR-set) that needs no document: one replica of it, as a
/// value.
///
/// It means the same as an `ORSet` in a document. An element is a member when some insert of it
/// was not seen by any removal; there are no tombstones. Elements are told apart by their canonical
/// bytes: `"\u{E9}"` and `"e\u{301}"` are two.
///
///     var phone = StandaloneORSet<String>(replica: phoneID)
///     phone.insert("harbour")
///     var pad = phone.fork(as: padID)
///     pad.remove("harbour")
///     phone.insert("harbour")
///     phone.merge(pad)  // "harbour" stays: the removal did not see the second insert.
///
/// A delta is what a replica lacks, by its version vector: as large as what has changed since, as
/// long as that is remembered, else the whole set.
///
/// Annette Bieniusa et al., "An Optimized Conflict-free Replicated Set", 2012,
/// https://arxiv.org/abs/1210.3368; Paulo Sérgio Almeida, Ali Shoker and Carlos Baquero, "Delta
/// State Replicated Data Types", 2018, https://arxiv.org/abs/1603.01529, section 7 and
/// algorithm 2. We depart from both in giving removals dots of their own, so that a version vector
/// tells which of them a replica has seen.
public struct StandaloneORSet<Element: ReplicatedValue>: Sendable {
  /// What one replica of a set lacks and another has.
  public struct Delta: Sendable {
    fileprivate let delta: SetDelta

    /// How many operations or, in a whole set, members it has.
    public var count: Int {
      switch delta.content {
      case .touched(let touched): touched.count
      case .whole(let state): state.count
      }
    }

    /// Whether it is the whole set, which any replica can take in.
    public var isWhole: Bool {
      if case .whole = delta.content { true } else { false }
    }
  }

  private var core: CausalSet

  /// Creates an empty set.
  ///
  /// - Parameter replica: The one writer that this value is: random, and never used by two at a
  ///   time.
  public init(replica: ReplicaID) {
    core = CausalSet(replica: replica)
  }

  /// The one writer that this value is.
  public var replica: ReplicaID { core.replica }

  /// The last counter applied of each replica.
  ///
  /// - Complexity: O(*r* log *r*), *r* the replicas.
  public var versionVector: VersionVector { core.versionVector }

  // MARK: Members

  /// The number of members.
  ///
  /// - Complexity: O(1).
  public var count: Int { core.state.count }

  /// Whether there is no member.
  ///
  /// - Complexity: O(1).
  public var isEmpty: Bool { core.state.isVacant }

  /// Returns whether an element is a member.
  ///
  /// - Complexity: O(1) on average.
  public func contains(_ element: Element) -> Bool {
    core.state.contains(ValueBytes(of: element))
  }

  /// The members, ascending: integers by number, strings by their UTF-8 bytes, else by canonical
  /// bytes.
  ///
  /// - Complexity: O(*n* log *n*) in the number of members.
  public var elements: [Element] {
    core.state.sortedMembers.values.decoded(as: Element.self)
  }

  /// Inserts an element; also when it is a member, which defends it against a concurrent removal.
  ///
  /// - Complexity: O(1) on average.
  public mutating func insert(_ element: Element) {
    core.insert(ValueBytes(of: element))
  }

  /// Removes an element, as far as its inserts are seen; one that is no member stays none.
  ///
  /// - Returns: Whether it was a member.
  /// - Complexity: O(1) on average.
  @discardableResult
  public mutating func remove(_ element: Element) -> Bool {
    core.remove(ValueBytes(of: element))
  }

  /// Makes room for a number of members.
  public mutating func reserveCapacity(_ capacity: Int) {
    core.reserveCapacity(capacity)
  }

  // MARK: Replication

  /// Returns the same set as another replica: a new writer.
  ///
  /// - Complexity: O(1); the copies share what neither changes.
  /// - Precondition: No other value of the set has this replica id.
  public func fork(as replica: ReplicaID) -> StandaloneORSet {
    var fork = self
    fork.core = core.fork(as: replica)
    return fork
  }

  /// Takes in all that another replica of the set has applied.
  ///
  /// Commutative, associative and idempotent.
  ///
  /// - Complexity: O(*k*) in the *k* operations missing here on average, as long as the other
  ///   remembers them; else O(*n*) in the members of both.
  public mutating func merge(_ other: StandaloneORSet) {
    core.merge(other.core)
  }

  /// Returns this set with all that another replica of it has applied.
  ///
  /// - Complexity: That of `merge(_:)`, and O(*n*) for the copy.
  public func merging(_ other: StandaloneORSet) -> StandaloneORSet {
    var result = self
    result.merge(other)
    return result
  }

  /// Returns what a replica with a version vector lacks.
  ///
  /// - Complexity: O(*r* log *r* + *k*), *r* the replicas and *k* the operations that it lacks; for
  ///   the whole set O(1).
  public func delta(since versionVector: VersionVector) -> Delta {
    Delta(delta: core.delta(since: versionVector))
  }

  /// Takes in what a replica was found to lack; again, or with more known here, it does nothing
  /// twice.
  ///
  /// - Complexity: O(*r* + *k*) on average, *r* the replicas and *k* the operations in the delta;
  ///   O(*n*) in the members of both for the whole set.
  /// - Throws: `DeltaError.gap` when the delta goes on from what is not applied here; nothing
  ///   changes then.
  public mutating func merge(_ delta: Delta) throws(DeltaError) {
    try core.merge(delta.delta)
  }

  /// Returns this set with what it was found to lack.
  ///
  /// - Throws: `DeltaError.gap` when the delta goes on from what is not applied here.
  public func merging(_ delta: Delta) throws(DeltaError) -> StandaloneORSet {
    var result = self
    try result.merge(delta)
    return result
  }

  /// Throws the first hidden rule that does not hold.
  package func verifyInvariants() throws(InvariantViolation) {
    try core.verifyInvariants()
  }
}

extension StandaloneORSet: Sequence {
  /// Returns an iterator over the members, ascending.
  ///
  /// - Complexity: O(*n* log *n*) in the number of members.
  public func makeIterator() -> IndexingIterator<[Element]> {
    elements.makeIterator()
  }
}
