// SPDX-License-Identifier: Apache-2.0

import Converge

/// `invariants`: the document's own invariants hold, and it holds back what the model does.
enum InvariantsCheck {
  /// Checks one replica, where only one change was applied just in the fields of that.
  static func run(
    _ replica: Int, after change: History.ChangeReference? = nil, in world: inout World
  ) throws(CheckFailure) {
    world.counts.check(.invariants)
    let names = change.flatMap { world.touched.names(of: $0) }
    do {
      try world.documents.read(replica) { document throws(InvariantViolation) in
        if let names {
          try document.verifyInvariants(ofFieldsNamed: names)
        } else {
          try document.verifyInvariants()
        }
      }
    } catch {
      throw CheckFailure(.invariants, replica: replica, error.sentence)
    }
    // Who was evicted is waited for or not by rules that the model does not know.
    guard !world.model.membership.hasEvictions else { return }
    let expected = world.model.pendingCount(at: replica)
    let shown = world.documents.read(replica) { $0.pendingCount }
    guard shown == expected else {
      throw CheckFailure(
        .invariants, replica: replica, "expected \(expected) changes held back, shown \(shown)")
    }
  }
}
