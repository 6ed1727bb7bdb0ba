// SPDX-License-Identifier: Apache-2.0

import Converge

/// `redelivery`: what was applied before changes nothing when it comes again.
enum RedeliveryCheck {
  /// Hands a replica, whose bytes are given, all its changes and its own state once more.
  static func run(
    _ replica: Int, to expected: [UInt8], in world: inout World
  ) throws(CheckFailure) {
    var document = world.documents[replica]
    try repeatAll(
      world.appliedChanges(at: replica), to: &document, replica: replica, in: &world)
    document.merge(world.documents[replica])
    document.mergeState(world.documents[replica])
    try BytesCheck.compare(
      expected, document.snapshot(), .redelivery, replica: replica, "the state after repeats")
  }

  /// Hands a document changes that it has applied, and looks only at what it answers.
  static func repeatAll(
    _ changes: [Change], to document: inout ReplicatedDocument, replica: Int,
    in world: inout World
  ) throws(CheckFailure) {
    world.counts.check(.redelivery)
    for change in changes {
      let outcome = document.apply(change)
      guard case .alreadyKnown = outcome else {
        throw CheckFailure(.redelivery, replica: replica, "a repeated change gave \(outcome)")
      }
    }
  }
}
