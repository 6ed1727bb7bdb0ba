// SPDX-License-Identifier: Apache-2.0

extension Document {
  /// The replicas that may write, ascending; none where everyone may.
  ///
  /// - Complexity: O(*n* log *n*) in the number of members.
  public var members: [ReplicaID] {
    core.look { state in state.remainingMembers.map { state.replicas[$0] } }.sorted()
  }

  /// Whether this replica was evicted: what it writes now the others do not take in.
  ///
  /// It must go on from a snapshot of theirs, under a new id that one of them admits. Before that
  /// it should `acknowledge()`, and hand over the change: a member that has not heard of the
  /// eviction may wait for its answer.
  ///
  /// Two are not told here, and learn it by the others' `Refusal.evicted` only: a newcomer whose
  /// sponsor was evicted before others took in the admission, and a member that admitted such a
  /// newcomer after it had itself been evicted by one whom it evicts.
  public var isEvicted: Bool {
    guard core.hasEvictions else { return false }
    return core.state.replicas.number(of: replica).map(core.state.evictions.isEvicted) ?? false
  }

  /// Takes a member out that has been silent for longer than the eviction age.
  ///
  /// From now on its changes are taken in only where another member's depend on them. Once all
  /// remaining members have made a change that knows of it, an acknowledgement will do, anything
  /// else of it is refused, and it holds up nothing any more.
  ///
  /// Two members may evict each other before either hears of it. Then the one eviction stands that
  /// all others have answered while they knew of no other; where some heard of both first, the one
  /// that is less in last-writer-wins order. Where there are no others, each goes on alone and
  /// refuses the other. So evict one at a time, and admit nobody until all show the same
  /// `members`: a newcomer of an evicted member is out with it, and must begin anew from a
  /// snapshot of those who remain, under another id.
  ///
  /// One that was never heard of, because it was admitted or declared and has made no change that
  /// came here, has been silent for as long as can be: give newcomers time.
  ///
  /// - Parameters:
  ///   - silent: The member to take out.
  ///   - wall: The time now, in milliseconds since 1970; without it the document's clock.
  /// - Returns: The change, for the other replicas; nil when it is no member, this replica itself,
  ///   or was heard of since.
  /// - Precondition: This replica is a member.
  @discardableResult
  public mutating func evict(_ silent: ReplicaID, at wall: Int64? = nil) -> Change? {
    guard silent != replica, members.contains(silent),
      let number = core.state.replicas.number(of: silent)
    else { return nil }
    let last = Int64(core.state.authors[number].timestamp.milliseconds)
    let silence = Duration.milliseconds(Swift.max(wall ?? core.now, last) - last)
    guard silence > core.configuration.evictionAge else { return nil }
    return core.commit(.evict(silent))
  }

  /// Whether this replica may write: it is or was a member, or none are declared.
  ///
  /// One that was evicted may go on writing its own document, see `isEvicted`.
  public var isMember: Bool {
    guard core.state.membership.isDeclared else { return true }
    return core.state.replicas.number(of: replica).map(core.state.membership.accepts) ?? false
  }

  /// Makes a replica a member, before it is handed a snapshot or a fork of this document.
  ///
  /// What this replica has applied now counts as known to the newcomer until its first change. So
  /// it must start from a state that contains the change which is returned. Who was admitted by
  /// another member too may only be so by one that knows of no other evictions.
  ///
  /// - Returns: The change, for the other replicas; nil when it is a member already, or was
  ///   one and evicted.
  /// - Precondition: The document has members, this replica is one, and the newcomer's id was
  ///   never used before.
  @discardableResult
  public mutating func admit(_ newcomer: ReplicaID) -> Change? {
    precondition(core.state.membership.isDeclared, "A document without members admits nobody.")
    let known = core.state.replicas.number(of: newcomer)
    guard known.flatMap(core.state.membership.member) == nil else { return nil }
    return core.commit(.admit(newcomer))
  }

  /// Tells the other members what all of them have applied, as far as it is known here.
  ///
  /// Once in a while each member does so, one that only reads too: nothing is dropped that some
  /// member may still refer to, and this is how they learn of it.
  ///
  /// - Returns: The change, for the other replicas; nil when there is nothing new to tell, or this
  ///   replica is no member.
  @discardableResult
  public mutating func acknowledge() -> Change? {
    guard let number = core.state.replicas.number(of: replica),
      let cut = core.state.newCut(of: number)
    else { return nil }
    let replicas = core.state.replicas
    let dots = cut.counters.indices.filter { cut[$0] > 0 }
      .sorted { replicas[$0] < replicas[$1] }
      .map { LocalDot(replica: $0, counter: cut[$0]) }
    // One that publishes nothing yet still tells, by its context, what is applied here.
    return core.commit(.acknowledge(dots))
  }

  /// What all members are known to have applied: for each replica the last counter.
  ///
  /// - Complexity: O(*n*²) in the number of members.
  public var stableVersionVector: VersionVector {
    guard core.state.membership.isDeclared else { return VersionVector() }
    return core.versionVector(core.state.cut(of: core.state.replicas.number(of: replica)))
  }

  /// What a member has published that all members had applied.
  public func publishedCut(of member: ReplicaID) -> VersionVector {
    guard let number = core.state.replicas.number(of: member),
      let member = core.state.membership.member(number)
    else { return VersionVector() }
    return core.versionVector(member.published)
  }
}

extension DocumentCore {
  /// Commits a change of one operation that names no field.
  mutating func commit(_ operation: Operation) -> Change? {
    beginEdit().perform(operation, on: .none)
    return endEdit()
  }
}
