// SPDX-License-Identifier: Apache-2.0

import Converge

/// Where members are declared: what they say of each other, and a shadow beside each replica, told
/// the same, that never collects.
extension World {
  /// A wall clock by which every replica was silent for longer than any eviction age.
  private static let muchLater: Int64 = 1 << 50

  // MARK: Steps

  /// Lets a member say something; an evicted one that knows only answers, for someone who has not
  /// heard of it may wait for that.
  mutating func perform(_ step: MemberStep) throws(CheckFailure) {
    let replica = step.replica
    guard step.action == .acknowledge || !documents[replica].isEvicted else { return }
    documents[replica].clock = .fixed(step.wall)
    let change: Change?
    switch step.action {
    case .acknowledge:
      change = documents[replica].acknowledge()
    case .admit:
      guard replicaCount < changes.count else { return }
      change = documents[replica].admit(.ofRun(replicaCount))
    case .admitAgain:
      // The newcomer must begin from a state with just the evictions that its sponsors know.
      let applied = model.applied(at: replica)
      guard model.membership.maySponsor(replicaCount - 1, applied, model.changes) else { return }
      change = documents[replica].admit(.ofRun(replicaCount - 1))
    case .evict(let silent):
      guard documents.indices.contains(silent) else { return }
      change = documents[replica].evict(.ofRun(silent), at: Self.muchLater)
    }
    guard let change else { return }
    let reference = try note(change, of: step)
    note(.made(reference), at: replica, [ScriptText.words(step.action)])
    markers.mark(step.action)
    let made = model.changes.index(of: reference)
    switch step.action {
    case .acknowledge: break
    case .admit(let fromSnapshot):
      counts.admissions += 1
      model.membership.admit(replicaCount, in: made)
      try begin(from: replica, fromSnapshot: fromSnapshot)
    case .admitAgain: model.membership.admit(replicaCount - 1, in: made)
    case .evict(let silent):
      counts.evictions += 1
      model.membership.evict(silent, in: made)
    }
    try GarbageCheck.run(replica, in: &self)
  }

  private mutating func note(
    _ change: Change, of step: MemberStep
  ) throws(CheckFailure) -> History.ChangeReference {
    let replica = step.replica
    do {
      _ = try model.beginChange(replica, wall: step.wall)
    } catch {
      throw CheckFailure(.clock, replica: replica, "\(error)")
    }
    let reference = note(change, label: step.label, by: replica, fields: [])
    try OutcomeCheck.checkOwnChange(reference, operations: 1...1, in: &self)
    try ClockCheck.run(replica, in: &self)
    try tellShadow(change, by: replica)
    return reference
  }

  /// Begins the next replica as its sponsor has it.
  private mutating func begin(from sponsor: Int, fromSnapshot: Bool) throws(CheckFailure) {
    let newcomer = replicaCount
    if fromSnapshot {
      documents.append(
        try CodecCheck.reloaded(documents[sponsor].snapshot(), newcomer, in: &self))
    } else {
      documents.append(documents[sponsor].fork(as: .ofRun(newcomer)))
    }
    shadows.append(shadows[sponsor].fork(as: .ofRun(newcomer)))
    note(
      .noted, at: newcomer,
      ["begins from \(ScriptText.name(ofReplica: sponsor))'s \(fromSnapshot ? "snapshot" : "fork")"]
    )
    model.replicas[newcomer] = model.replicas[sponsor].newcomer()
    try GarbageCheck.run(newcomer, in: &self)
  }

  /// Lets a replica drop what it may drop; twice in a row is once.
  mutating func collect(_ replica: Int) throws(CheckFailure) {
    note(.noted, at: replica, ["collects garbage"])
    let report = documents[replica].collectGarbage()
    markers.mark(report)
    counts.dropped += report.slots + report.elements + report.records + report.changes
    guard documents[replica].collectGarbage().isEmpty else {
      throw CheckFailure(.garbage, replica: replica, "collecting again dropped more")
    }
    try GarbageCheck.run(replica, in: &self)
    try InvariantsCheck.run(replica, in: &self)
  }

  // MARK: Shadows

  /// Tells the shadow of an edit.
  mutating func tellShadow(_ edit: EditStep.Outcome, by replica: Int) throws(CheckFailure) {
    for call in edit.calls { isEdited[call.field] = true }
    try tellShadow(edit.change, by: replica)
    let reference = History.ChangeReference(replica: replica, number: changes[replica].count)
    try GarbageCheck.run(replica, after: reference, in: &self)
  }

  private mutating func tellShadow(_ change: Change, by replica: Int) throws(CheckFailure) {
    let outcome = shadows[replica].apply(change)
    guard case .applied = outcome else {
      throw CheckFailure(.garbage, replica: replica, "its own change to the shadow: \(outcome)")
    }
  }

  /// Hands a shadow the change that its replica was handed.
  ///
  /// - Returns: whether the model followed: it does not predict what becomes of changes once a
  ///   replica was evicted.
  mutating func followed(
    _ outcome: ApplyOutcome, of change: Change, _ reference: History.ChangeReference,
    at replica: Int
  ) throws(CheckFailure) -> Bool {
    let shadow = shadows[replica].apply(change)
    guard outcome == shadow else {
      throw CheckFailure(.garbage, replica: replica, "\(outcome), its shadow: \(shadow)")
    }
    guard model.membership.hasEvictions else { return false }
    if let delivery = RunEvent.Delivery(outcome, changes) {
      note(.delivered(reference, delivery), at: replica, [])
    } else {
      note(.noted, at: replica, ["refuses a change of an evicted replica"])
    }
    counts.deliveries += 1
    if case .alreadyKnown = outcome { counts.repeats += 1 }
    if case .pending = outcome { counts.waits += 1 }
    if case .refused(let refusal) = outcome { try checkRefusal(refusal, at: replica) }
    try follow(replica)
    return true
  }

  /// Lets a shadow take in the state that its replica took in.
  ///
  /// The other way round is as good: what the source has dropped, its shadow has not.
  ///
  /// - Returns: whether the model followed.
  mutating func followed(
    _ outcome: MergeOutcome?, from source: Int, by path: MergePath, at replica: Int
  ) throws(CheckFailure) -> Bool {
    let shadow = try MergeStep.merge(
      shadows[source], into: &shadows[replica], by: path, replica: replica)
    guard model.membership.hasEvictions else { return false }
    let before = model.applied(at: replica)
    if case .refused(let refusal) = outcome { try checkRefusal(refusal, at: replica) }
    guard outcome == shadow else {
      throw CheckFailure(
        .garbage, replica: replica,
        "\(String(describing: outcome)), its shadow: \(String(describing: shadow))")
    }
    try follow(replica)
    let brought = zip(model.applied(at: replica), before).reduce(0) { $0 + $1.0 - $1.1 }
    note(.merged(from: source, brought: brought), at: replica, [path.words])
    return true
  }

  /// The way to take in a state that comes to the same for a replica and its shadow.
  ///
  /// Their logs differ, and once a replica was evicted, a state is refused where the changes one by
  /// one are not; so it is then the state.
  func path(_ path: MergePath) -> MergePath {
    model.membership.hasEvictions && path != .snapshot ? .state : path
  }

  /// Nothing is refused but what somebody made who was evicted, or whom only such a one admitted.
  private func checkRefusal(_ refusal: Refusal, at replica: Int) throws(CheckFailure) {
    let members = self.members(at: replica).map { ReplicaID.ofRun($0) }
    switch refusal {
    case .evicted(let id) where !members.contains(id),
      .notMember(let id) where !members.contains(id):
      return
    default:
      throw CheckFailure(.members, replica: replica, "\(refusal)")
    }
  }

  /// Lets the model have what a document has applied, and checks what follows from that.
  private mutating func follow(_ replica: Int) throws(CheckFailure) {
    let shown = documents[replica].versionVector
    var applied: [Int] = []
    for author in changes.indices {
      let last = shown[.ofRun(author)]
      let count = changes[author].prefix { $0.lastCounter <= last }.count
      guard lastCounter(of: author, after: count) == last else {
        throw CheckFailure(.outcome, replica: replica, "\(last) of \(author) ends no change")
      }
      applied.append(count)
    }
    guard model.replicas[replica].follow(applied, in: model.changes) else {
      throw CheckFailure(
        .outcome, replica: replica, "a change is applied before what it depends on")
    }
    forgetShown(at: replica)
    try ClockCheck.run(replica, in: &self)
    try InvariantsCheck.run(replica, in: &self)
    try GarbageCheck.run(replica, in: &self)
  }

  /// Lets a shadow restart as its replica did.
  mutating func restartShadow(_ replica: Int, fromSnapshot: Bool) throws(CheckFailure) {
    if fromSnapshot {
      shadows[replica] = try CodecCheck.reloaded(shadows[replica].snapshot(), replica, in: &self)
    } else {
      shadows[replica].dropPending()
    }
    try GarbageCheck.run(replica, in: &self)
  }
}
