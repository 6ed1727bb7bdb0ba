// SPDX-License-Identifier: Apache-2.0

import Converge

/// `invariants`: the document's own invariants hold, and it holds back what the model does.
enum InvariantsCheck {
  /// Checks one replica.
  static func run(_ replica: Int, in world: inout World) throws(CheckFailure) {
    world.counts.check(.invariants)
    let document = world.documents[replica]
    do {
      try document.verifyInvariants()
    } catch {
      throw CheckFailure(.invariants, replica: replica, error.sentence)
    }
    let expected = world.model.pendingCount(at: replica)
    let shown = document.pendingCount
    guard shown == expected else {
      throw CheckFailure(
        .invariants, replica: replica, "expected \(expected) changes held back, shown \(shown)")
    }
  }
}
