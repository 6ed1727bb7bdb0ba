// SPDX-License-Identifier: Apache-2.0

extension DocumentState {
  /// Does an operation that was just made or read.
  mutating func perform(_ operation: Operation, on target: Target, _ context: WriteContext) {
    if operation.isAboutMembers { return applyToMembers(operation, context) }
    membership.noteWork(context.lastDot)
    if case .void = operation { return }
    fields.apply(operation, to: target, context)
  }

  /// Applies an operation that is about the document's members.
  mutating func applyToMembers(_ operation: Operation, _ context: WriteContext) {
    let author = context.dot.replica
    switch operation {
    case .admit(let id):
      membership.noteWork(context.dot)
      let replica = insert(id)
      // Whoever has made changes is known by them.
      guard versionVector[replica] == 0, replica != author else { return }
      var known = context.seen
      known[author] = context.dot.counter
      membership.admit(replica, Membership.Admission(dot: context.dot, context: known))
    case .acknowledge(let dots):
      var cut = LocalVersionVector()
      for dot in dots where cut[dot.replica] < dot.counter { cut[dot.replica] = dot.counter }
      membership.publish(cut, by: author)
    case .evict(let id):
      membership.noteWork(context.dot)
      guard let replica = replicas.number(of: id), replica != author else { return }
      var known = context.seen
      known[author] = context.dot.counter
      membership.evict(replica, Membership.Eviction(stamp: context.stamp, context: known))
    default:
      break
    }
  }

  /// Whether a change that is ready is a member's.
  ///
  /// An admitted replica's first change must itself have seen the admission: so the answer is the
  /// same on all replicas, whatever else they have applied.
  func isByMember(_ change: Change, _ ready: ReadyChange) -> Bool {
    guard membership.isDeclared else { return true }
    guard let number = replicas.number(of: change.replica),
      let member = membership.member(number)
    else { return false }
    guard versionVector[number] == 0, !member.isFounder else { return true }
    return member.admissions.contains { admission in
      ready.context.contains {
        $0.replica == admission.dot.replica && $0.counter >= admission.dot.counter
      }
    }
  }

  // MARK: What members know

  /// What a member had applied when it made its last change, that change included; before it, what
  /// whoever admitted it had applied.
  func knownContext(of member: Membership.Member) -> LocalVersionVector {
    let replica = member.replica
    guard versionVector[replica] > 0 else {
      return Membership.least(of: member.admissions.map(\.context))
    }
    var context = authors[replica].context
    context[replica] = versionVector[replica]
    return context
  }

  /// The cut of a replica: for each author the last counter that all members are known to have
  /// applied, itself counting with all that is applied here.
  func cut(of replica: Int?) -> LocalVersionVector {
    var cut = versionVector
    let evictions = evictions
    for member in membership.members
    where member.replica != replica && !evictions.isFinal(member.replica) {
      cut.formMinimum(knownContext(of: member))
    }
    return cut
  }

  /// The cut that a member has reason to tell, or nil when the others know all that they need.
  ///
  /// Acknowledgements themselves are nothing to acknowledge, or there would be no end of them.
  func newCut(of replica: Int) -> LocalVersionVector? {
    guard let member = membership.member(replica) else { return nil }
    let cut = cut(of: replica)
    let told = authors[replica].context
    for (author, counter) in membership.work.counters.enumerated() where counter > 0 {
      if author != replica, told[author] < counter { return cut }
      if member.published[author] < min(cut[author], counter) { return cut }
    }
    return nil
  }

  // MARK: Joining

  /// Whether two states can be of one document, by the members declared at its start.
  ///
  /// An empty one may still come to know them.
  func agreesOnMembers(with other: DocumentState) -> Bool {
    founders == other.founders || isBlank || other.isBlank
  }

  /// Takes over the members of a document of which nothing is known here but its id.
  mutating func adoptMembers(of other: DocumentState) {
    guard isBlank, !membership.isDeclared else { return }
    for member in other.membership.members where member.isFounder {
      membership.declare(insert(other.replicas[member.replica]))
    }
  }

  /// Joins what the other side knows of the members.
  mutating func joinMembers(_ other: DocumentState, _ join: JoinContext) {
    guard other.membership.isDeclared else { return }
    for member in other.membership.members {
      let replica = join.numbers[member.replica]
      membership.add(replica)
      membership.publish(member.published.renumbered(join.numbers), by: replica)
      for eviction in member.evictions {
        var eviction = eviction
        eviction.stamp.dot = join.mapped(eviction.stamp.dot)
        eviction.context = eviction.context.renumbered(join.numbers)
        membership.evict(replica, eviction)
      }
      guard join.mine[replica] == 0, join.theirs[replica] == 0 else {
        membership.noteChange(by: replica)
        continue
      }
      for admission in member.admissions {
        membership.admit(
          replica,
          Membership.Admission(
            dot: join.mapped(admission.dot), context: admission.context.renumbered(join.numbers)))
      }
    }
    for (author, counter) in other.membership.work.counters.enumerated() where counter > 0 {
      membership.noteWork(LocalDot(replica: join.numbers[author], counter: counter))
    }
  }

  private var founders: Set<ReplicaID> {
    Set(membership.members.filter(\.isFounder).map { replicas[$0.replica] })
  }

  /// Whether no change is applied.
  private var isBlank: Bool { versionVector.counters.allSatisfy { $0 == 0 } }
}
