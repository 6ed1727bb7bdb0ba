// SPDX-License-Identifier: Apache-2.0

import Converge

/// `outcome`: applying says what it did, and version vectors cover just what was applied.
enum OutcomeCheck {
  /// Compares what applying a change gave with what the model predicts.
  static func check(
    _ outcome: ApplyOutcome, _ expected: NaiveModel.Outcome,
    of change: History.ChangeReference, at replica: Int, in world: inout World
  ) throws(CheckFailure) {
    world.counts.check(.outcome)
    let isRight: Bool
    switch (outcome, expected) {
    case (.applied(let shown), .applied(let released)): isRight = shown == released
    case (.alreadyKnown, .alreadyKnown): isRight = true
    case (.pending(let dots), .pending(let missing)):
      isRight =
        dots.count == missing.count
        && missing.allSatisfy { change in dots.contains(dot(change, in: world)) }
    default: isRight = false
    }
    guard isRight else {
      throw CheckFailure(
        .outcome, replica: replica,
        "change \(change.number) of replica \(change.replica): expected \(expected), "
          + "shown \(outcome)")
    }
  }

  /// Compares what merging a whole state gave with what the model predicts.
  ///
  /// How many changes a merge by the log counts as released is left open, so numbers are not
  /// compared.
  static func check(
    _ outcome: MergeOutcome?, _ expected: MergeOutcome, at replica: Int, in world: inout World
  ) throws(CheckFailure) {
    world.counts.check(.outcome)
    switch (outcome, expected) {
    case (nil, _), (.alreadyKnown, .alreadyKnown), (.merged, .merged): return
    default: break
    }
    throw CheckFailure(
      .outcome, replica: replica,
      "a merge: expected \(expected), shown \(String(describing: outcome))")
  }

  /// Compares a replica's version vector with the changes that the model has applied there.
  static func checkVersionVector(_ replica: Int, in world: inout World) throws(CheckFailure) {
    world.counts.check(.outcome)
    let applied = world.model.applied(at: replica)
    let (ids, lastCounters) = (world.ids, world.lastCounters)
    let isRight = world.documents.read(replica) {
      $0.hasApplied(applied, of: ids, lastCounters: lastCounters)
    }
    if isRight { return }
    let expected = applied.enumerated().map { world.lastCounter(of: $0, after: $1) }
    let shown = world.documents[replica].versionVector
    throw CheckFailure(
      .outcome, replica: replica,
      "the version vector says \(world.ids.map { shown[$0] }), not \(expected)")
  }

  /// Checks that an author's new change continues its earlier ones.
  static func checkContinuity(
    of reference: History.ChangeReference, in world: World
  ) throws(CheckFailure) {
    let change = world.change(reference)
    let expected = world.lastCounter(of: reference.replica, after: reference.number - 1) + 1
    guard change.replica == .ofRun(reference.replica), change.firstCounter == expected else {
      throw CheckFailure(
        .outcome, replica: reference.replica,
        "a change begins at counter \(change.firstCounter), not \(expected)")
    }
  }

  /// Checks that an author's new change continues its earlier ones and counts its operations.
  static func checkOwnChange(
    _ reference: History.ChangeReference, calls: [Call], in world: inout World
  ) throws(CheckFailure) {
    let least = calls.reduce(0) { $0 + operationCounts(of: $1).lowerBound }
    let most = calls.reduce(0) { $0 + operationCounts(of: $1).upperBound }
    try checkOwnChange(reference, operations: least...most, in: &world)
  }

  /// Checks that an author's new change continues its earlier ones and covers so many counters.
  static func checkOwnChange(
    _ reference: History.ChangeReference, operations: ClosedRange<Int>, in world: inout World
  ) throws(CheckFailure) {
    world.counts.check(.outcome)
    try checkContinuity(of: reference, in: world)
    let change = world.change(reference)
    guard operations.contains(change.operationCount) else {
      throw CheckFailure(
        .outcome, replica: reference.replica,
        "a change of \(operations.lowerBound) to \(operations.upperBound) operations covers "
          + "\(change.operationCount) counters")
    }
    try checkVersionVector(reference.replica, in: &world)
  }

  /// Inserting or removing m values or scalars is m operations, any other call is one.
  ///
  /// Save that it may have to insert ordered records around first, which DESIGN leaves open.
  private static func operationCounts(of call: Call) -> ClosedRange<Int> {
    let count =
      switch call.action {
      case .insertValues(let values, _): values.count
      case .insertText(let text, _): text.unicodeScalars.count
      case .removeValues(_, let count), .removeText(_, let count): count
      default: 1
      }
    let isPut = if case .put = call.action { true } else { false }
    return count...count + call.path.count + (isPut ? 1 : 0)
  }

  private static func dot(_ change: History.ChangeReference, in world: World) -> Dot {
    Dot(
      replica: .ofRun(change.replica),
      counter: world.lastCounter(of: change.replica, after: change.number))
  }
}
