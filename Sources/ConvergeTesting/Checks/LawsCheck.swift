// SPDX-License-Identifier: Apache-2.0

import Converge

/// `laws`: joining states is commutative, associative and idempotent.
enum LawsCheck {
  /// Tries the laws on a replica and the two next to it.
  static func run(_ replica: Int, in world: inout World) throws(CheckFailure) {
    // Who was evicted is not taken in as a whole.
    guard !world.model.membership.hasEvictions else { return }
    world.counts.check(.laws, 3)
    let one = world.settledDocument(replica)
    let two = world.settledDocument((replica + 1) % world.replicaCount)
    let three = world.settledDocument((replica + 2) % world.replicaCount)
    let oneTwo = joined(one, two)
    let bytes = oneTwo.snapshot()
    try BytesCheck.compare(
      bytes, joined(two, one).snapshot(), .laws, replica: replica,
      "merging the other way round")
    try BytesCheck.compare(
      joined(oneTwo, three).snapshot(), joined(one, joined(two, three)).snapshot(), .laws,
      replica: replica, "merging three in another grouping")
    try BytesCheck.compare(
      bytes, joined(oneTwo, two).snapshot(), .laws, replica: replica,
      "merging the same state again")
  }

  private static func joined(
    _ one: ReplicatedDocument, _ other: ReplicatedDocument
  ) -> ReplicatedDocument {
    var joined = one
    joined.mergeState(other)
    return joined
  }
}
