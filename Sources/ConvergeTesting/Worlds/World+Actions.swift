// SPDX-License-Identifier: Apache-2.0

import Converge

extension World {
  /// Does an action of the app, and takes what it committed for its changes.
  ///
  /// - Throws: `CheckFailure` for the first check that does not hold.
  mutating func perform(
    _ scripted: ScriptAction, of edit: ScriptEdit
  ) throws(CheckFailure) {
    guard let app, let action = app.action(scripted.index) else { return }
    let count = madeInOrder.count
    try act(edit, named: action.name, action.perform)
    if madeInOrder.count > count {
      actionCounts[ValuePool.wrap(scripted.index, app.actions.count)] += 1
    }
  }

  /// Does something to a replica's document, and takes what it committed for its changes.
  ///
  /// - Throws: `CheckFailure` for the first check that does not hold.
  mutating func act(
    _ edit: ScriptEdit, named name: String,
    _ body: (inout ReplicatedDocument, inout RandomSource) -> AppAction.Outcome
  ) throws(CheckFailure) {
    closeEvent()
    let replica = edit.replica
    let before = documents[replica].versionVector
    var random = edit.action?.source(isTold: isTold) ?? RandomSource(seed: 0)
    documents[replica].clock = .fixed(edit.wall)
    let outcome = body(&documents[replica], &random)
    drawn[edit.label] = random.drawn
    let words = random.drawn.words
    let told = words.isEmpty ? name : "\(name) (\(words.joined(separator: ", ")))"
    if case .threw(let error) = outcome {
      note(.noted, at: replica, [told])
      throw CheckFailure(.action, replica: replica, "threw \(error)", rule: name)
    }
    let made = try AppCheck.changes(by: name, since: before, at: replica, in: self)
    if made.isEmpty { note(.noted, at: replica, ["\(told): changes nothing"]) }
    for change in made {
      let number = changes[replica].count + 1
      note(.made(History.ChangeReference(replica: replica, number: number)), at: replica, [told])
      try note(change, by: replica, wall: edit.wall)
    }
    if !made.isEmpty {
      let last = changes[replica].count
      labels[edit.label] = MadeChanges(
        replica: replica, numbers: last - made.count + 1...last)
      counts.operations += 1
    }
    try OutcomeCheck.checkVersionVector(replica, in: &self)
    try ClockCheck.run(replica, in: &self)
    try InvariantsCheck.run(replica, in: &self)
    try AppCheck.run(replica, in: &self)
  }

  /// Notes a change of which the model learns its author and its time, but nothing in it.
  ///
  /// So the model goes on to predict what waits, the clocks and the version vectors.
  mutating func note(
    _ change: Change, by replica: Int, wall: Int64
  ) throws(CheckFailure) {
    counts.check(.action)
    counts.concurrency.add(madeInOrder.count - model.applied(at: replica).reduce(0, +))
    let stamp: Stamp
    do {
      stamp = try model.beginChange(replica, wall: wall)
    } catch {
      throw CheckFailure(.clock, replica: replica, "\(error)")
    }
    keep(change, by: replica, fields: nil)
    let reference = History.ChangeReference(replica: replica, number: changes[replica].count)
    madeInOrder.append(reference)
    try OutcomeCheck.checkContinuity(of: reference, in: self)
    try ClockCheck.check(change, stamped: stamp, by: replica)
  }
}
