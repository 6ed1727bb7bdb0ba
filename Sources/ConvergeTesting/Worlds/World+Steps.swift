// SPDX-License-Identifier: Apache-2.0

import Converge

extension World {
  /// Does one step of a script, and checks what can be checked at once.
  ///
  /// - Throws: `CheckFailure` for the first check that does not hold.
  mutating func perform(_ step: ScriptStep) throws(CheckFailure) {
    switch step {
    case .edit(let edit):
      try perform(edit)
    case .abandon(let edit):
      try abandon(edit)
    case .deliver(let label, let replica, let isEncoded):
      guard documents.indices.contains(replica), let made = labels[label] else { return }
      for number in made.numbers {
        try deliver(
          History.ChangeReference(replica: made.replica, number: number), to: replica,
          isEncoded: isEncoded)
      }
    case .merge(let source, let replica, let path):
      guard documents.indices.contains(replica), documents.indices.contains(source),
        source != replica
      else { return }
      try merge(from: source, to: replica, by: path)
    case .restart(let replica, let fromSnapshot):
      guard documents.indices.contains(replica) else { return }
      try restart(replica, fromSnapshot: fromSnapshot)
    case .examine(let replica, let isThorough):
      guard documents.indices.contains(replica) else { return }
      try examine(replica, isThorough: isThorough)
    case .member(let step):
      guard hasMembers, documents.indices.contains(step.replica), labels[step.label] == nil
      else { return }
      try perform(step)
    case .collect(let replica):
      guard hasMembers, documents.indices.contains(replica) else { return }
      try collect(replica)
    }
  }

  private mutating func perform(_ edit: ScriptEdit) throws(CheckFailure) {
    let replica = edit.replica
    guard documents.indices.contains(replica), labels[edit.label] == nil else { return }
    if case .action(let action) = edit.content { return try perform(action, of: edit) }
    guard hasCall(edit) else {
      guard documents[replica].edit({ _ in }) == nil else {
        throw CheckFailure(.outcome, replica: replica, "an edit without a call made a change")
      }
      return
    }
    note(edit, isAbandoned: false)
    let unseen = madeInOrder.count - model.applied(at: replica).reduce(0, +)
    let isPromised = IntentCheck.isPromised(by: replica, in: self)
    let outcome = try EditStep.run(
      edit, on: &documents[replica], showing: &shown[replica], model: &model,
      isModelled: isModelled, fields: fields, resolver: resolver,
      checksIntent: isPromised)
    let reference = note(
      outcome.change, label: edit.label, by: replica, fields: table.indices(of: outcome.calls))
    markers.mark(edit, outcome.stamp)
    counts.operations += outcome.calls.count
    counts.concurrency.add(unseen)
    if isPromised { counts.check(.intent, outcome.calls.count) }
    for call in outcome.calls {
      counts.calls.add(
        DatatypeCall(
          call.action, on: call.path.last?.field.kind ?? model.fields[call.field].kind))
    }
    recorder?.record(
      .edit(
        History.Edit(
          change: reference, wall: edit.wall, stamp: outcome.stamp, calls: outcome.calls)))
    if let failure = outcome.failure { throw failure }
    try OutcomeCheck.checkOwnChange(reference, calls: outcome.calls, in: &self)
    try ClockCheck.run(replica, in: &self)
    try InvariantsCheck.run(replica, after: reference, in: &self)
    if hasMembers { try tellShadow(outcome, by: replica) }
  }

  /// Keeps a change that was just made.
  mutating func note(
    _ change: Change, label: Int, by replica: Int, fields: [Int]
  ) -> History.ChangeReference {
    let reference = History.ChangeReference(
      replica: replica, number: changes[replica].count + 1)
    keep(change, by: replica, fields: fields)
    madeInOrder.append(reference)
    labels[label] = MadeChanges(
      replica: replica, numbers: reference.number...reference.number)
    return reference
  }

  /// Whether an edit's first call finds something to be called on; if it does not, none may.
  private mutating func hasCall(_ edit: ScriptEdit) -> Bool {
    edit.calls.contains { call in
      resolver.canResolve(call) { count(of: $0, in: $1, at: edit.replica) }
    }
  }

  private mutating func abandon(_ edit: ScriptEdit) throws(CheckFailure) {
    let replica = edit.replica
    guard documents.indices.contains(replica) else { return }
    if case .action(let action) = edit.content {
      return try RollbackCheck.run(action, of: edit, in: &self)
    }
    guard hasCall(edit) else { return }
    note(edit, isAbandoned: true)
    counts.abandons += 1
    markers.insert(.rolledBack)
    try RollbackCheck.run(edit, in: &self)
  }

  /// Hands a change to a replica, the document and the model alike.
  ///
  /// At the end of a run many changes come at once: then only outcomes are checked after each.
  mutating func deliver(
    _ reference: History.ChangeReference, to replica: Int, isEncoded: Bool, isAtEnd: Bool = false
  ) throws(CheckFailure) {
    closeEvent()
    let made = change(reference)
    let change =
      isEncoded ? try CodecCheck.roundTrip([made], for: replica, in: &self)[0] : made
    let outcome = documents[replica].apply(change)
    markers.mark(outcome, of: change)
    if hasMembers, try followed(outcome, of: change, reference, at: replica) { return }
    let expected: NaiveModel.Outcome = model.deliver(reference, to: replica)
    recorder?.record(.deliver(reference, to: replica))
    note(
      .delivered(reference, RunEvent.Delivery(expected)), at: replica,
      isEncoded ? ["as bytes"] : [])
    counts.deliveries += 1
    if case .alreadyKnown = expected { counts.repeats += 1 }
    if case .pending = expected { counts.waits += 1 }
    try OutcomeCheck.check(outcome, expected, of: reference, at: replica, in: &self)
    try AppCheck.run(replica, in: &self)
    if isAtEnd { return }
    try OutcomeCheck.checkVersionVector(replica, in: &self)
    // What had waited has other fields; only the model knows of which changes.
    let isAlone = if case .applied(released: 1...) = expected { false } else { true }
    if hasMembers {
      try GarbageCheck.run(replica, after: isAlone ? reference : nil, in: &self)
    }
    forgetShown(at: replica, after: isAlone ? reference : nil)
    try InvariantsCheck.run(replica, after: isAlone ? reference : nil, in: &self)
  }

  private mutating func merge(
    from source: Int, to replica: Int, by path: MergePath
  ) throws(CheckFailure) {
    closeEvent()
    let (other, path) = (documents[source], self.path(path))
    let isKnown = model.knows(all: source, at: replica)
    let before = model.applied(at: replica)
    let vector = documents[replica].versionVector
    let outcome = try MergeStep.merge(
      other, into: &documents[replica], by: path, replica: replica)
    counts.mergePaths.add(path)
    if !isKnown { markers.mark(path, from: other, since: vector, outcome) }
    if hasMembers, try followed(outcome, from: source, by: path, at: replica) { return }
    let released: Int = model.merge(from: source, to: replica)
    forgetShown(at: replica)
    recorder?.record(.merge(from: source, to: replica))
    let brought = zip(model.applied(at: replica), before).reduce(0) { $0 + $1.0 - $1.1 }
    note(.merged(from: source, brought: brought), at: replica, [path.words])
    try OutcomeCheck.check(
      outcome, isKnown ? .alreadyKnown : .merged(released: released), at: replica, in: &self)
    try OutcomeCheck.checkVersionVector(replica, in: &self)
    try ClockCheck.run(replica, in: &self)
    try InvariantsCheck.run(replica, in: &self)
    if hasMembers { try GarbageCheck.run(replica, in: &self) }
    try AppCheck.run(replica, in: &self)
  }

  private mutating func restart(_ replica: Int, fromSnapshot: Bool) throws(CheckFailure) {
    forgetShown(at: replica)
    let lost = model.pending(at: replica)
    if !lost.isEmpty { markers.insert(.pendingLost) }
    if fromSnapshot { markers.insert(.restartedFromSnapshot) }
    recorder?.takeBack(lost, at: replica)
    note(
      .restarted(lost: lost), at: replica,
      fromSnapshot ? ["from its own snapshot"] : [])
    counts.restarts += 1
    model.dropPending(at: replica)
    if fromSnapshot {
      documents[replica] = try CodecCheck.reloaded(
        documents[replica].snapshot(), replica, in: &self)
    } else {
      documents[replica].dropPending()
    }
    if hasMembers { try restartShadow(replica, fromSnapshot: fromSnapshot) }
    try OutcomeCheck.checkVersionVector(replica, in: &self)
    try InvariantsCheck.run(replica, in: &self)
    try AppCheck.run(replica, in: &self)
  }

  private mutating func examine(_ replica: Int, isThorough: Bool) throws(CheckFailure) {
    recorder?.record(
      .expect(
        History.Expectation(
          replica: replica, changes: model.applied(at: replica), state: model.state(at: replica))))
    note(.noted, at: replica, [isThorough ? "is examined thoroughly" : "is examined"])
    if IntentCheck.isPromised(by: replica, in: self) { try SpecCheck.run(replica, in: &self) }
    try OutcomeCheck.checkVersionVector(replica, in: &self)
    try ClockCheck.run(replica, in: &self)
    try BytesCheck.run(replica, in: &self)
    guard isThorough else { return }
    try CodecCheck.run(replica, in: &self)
    try RedeliveryCheck.run(replica, to: documents[replica].snapshot(), in: &self)
    // Who was evicted is not taken in as a whole, and what it made since not at all.
    guard !model.membership.hasEvictions else { return }
    try LawsCheck.run(replica, in: &self)
    try PathsCheck.runThoroughly(replica, in: &self)
  }
}
