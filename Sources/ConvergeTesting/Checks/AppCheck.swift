// SPDX-License-Identifier: Apache-2.0

import Converge

/// `rule`: the app's own invariants hold.
enum AppCheck {
  /// Asks the app about one replica; in a run without an app nothing is asked.
  static func run(
    _ replica: Int, _ moment: InvariantMoment = .always, in world: inout World
  ) throws(CheckFailure) {
    guard let invariants = world.app?.invariants else { return }
    for invariant in invariants where invariant.moment == moment {
      world.counts.check(.rule)
      if let violation = invariant.violation(world.documents[replica]) {
        throw CheckFailure(.rule, replica: replica, violation, rule: invariant.name)
      }
    }
  }

  /// How often all replicas repair what they have before a repair counts as endless.
  private static let roundLimit = 8

  /// Asks the app what must hold when everything has settled.
  static func runSettled(in world: inout World) throws(CheckFailure) {
    for replica in world.documents.indices { try run(replica, .settled, in: &world) }
  }

  /// Has the app repair what it wants to, until it has nothing left to do.
  ///
  /// - Precondition: All replicas have heard of everything.
  static func repair(in world: inout World) throws(CheckFailure) {
    guard let app = world.app else { return }
    var rounds = 0
    // All repair at once, as they do where all have just heard the same.
    while let repair = try repairAll(app, in: &world) {
      try FinalChecks.deliverAll(in: &world)
      rounds += 1
      guard rounds < roundLimit else {
        throw CheckFailure(
          .action, replica: nil, "still changes something after \(rounds) rounds", rule: repair)
      }
    }
  }

  /// Does every repair on every replica.
  ///
  /// - Returns: The name of one that changed something, or nil when none did.
  private static func repairAll(
    _ app: AppRules, in world: inout World
  ) throws(CheckFailure) -> String? {
    var active: String?
    for replica in world.documents.indices {
      for (index, action) in app.actions.enumerated() where action.isRepair {
        let count = world.madeInOrder.count
        let edit = ScriptEdit(
          label: -1 - count, replica: replica, wall: world.documents[replica].clock.now(),
          action: ScriptAction(index: index, seed: 0, choices: []))
        try world.perform(.edit(edit))
        if world.madeInOrder.count > count { active = action.name }
      }
    }
    return active
  }

  /// The changes that an action has made: those of its own replica since a version vector.
  ///
  /// - Throws: `CheckFailure` when the action did anything else than to edit its document.
  static func changes(
    by action: String, since before: VersionVector, at replica: Int, in world: World
  ) throws(CheckFailure) -> [Change] {
    let document = world.documents[replica]
    guard document.replica == .ofRun(replica), document.id == ReplicatedDocument.runID else {
      throw CheckFailure(
        .action, replica: replica, "put another document in its place", rule: action)
    }
    guard case .changes(let made) = document.changes(since: before),
      made.allSatisfy({ $0.replica == .ofRun(replica) })
    else {
      throw CheckFailure(
        .action, replica: replica, "took in what another replica did", rule: action)
    }
    return made
  }
}
