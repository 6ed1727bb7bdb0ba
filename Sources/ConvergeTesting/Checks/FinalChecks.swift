// SPDX-License-Identifier: Apache-2.0

import Converge

/// The end of every run: everything is delivered everywhere, then everything is checked.
enum FinalChecks {
  /// One history in so many also tries at its end what costs as much as all the rest: the laws,
  /// which take seven joins, and repeats to a replica that has merged states.
  private static let costlyInterval: UInt64 = 6

  /// Delivers what is missing, in order to one half and backwards to the other, and checks.
  static func run(in world: inout World, seed: UInt64) throws(CheckFailure) {
    if seed % costlyInterval == 0 { try LawsCheck.run(0, in: &world) }
    try deliverAll(in: &world)
    for replica in world.documents.indices {
      try QuiescenceCheck.run(replica, in: &world)
      try OutcomeCheck.checkVersionVector(replica, in: &world)
      try ClockCheck.run(replica, in: &world)
      try InvariantsCheck.run(replica, in: &world)
    }
    try AppCheck.repair(in: &world)
    let bytes = try runOnEquals(in: &world)
    try AppCheck.runSettled(in: &world)
    if seed % costlyInterval == 1 { try RedeliveryCheck.run(0, to: bytes, in: &world) }
  }

  /// Checks replicas that have all applied the same.
  ///
  /// - Returns: The bytes that all of them have.
  @discardableResult
  static func runOnEquals(in world: inout World) throws(CheckFailure) -> [UInt8] {
    // Replicas that show the same need only one of them to be compared with the model.
    let states = try ConvergenceCheck.run(in: &world)
    try SpecCheck.run(0, showing: states, in: &world)
    let bytes = try BytesCheck.run(0, in: &world)
    try PathsCheck.run(0, to: bytes, in: &world)
    return bytes
  }

  /// Hands every replica the changes that it has not applied.
  static func deliverAll(in world: inout World) throws(CheckFailure) {
    let made = world.madeInOrder
    for replica in world.documents.indices {
      // Backwards everything waits for the very first change, and then comes loose at once.
      let order = replica % 2 == 0 ? made : made.reversed()
      for change in order where change.number > world.model.applied(at: replica)[change.replica] {
        try world.deliver(change, to: replica, isEncoded: false)
      }
    }
  }

  /// The recorded history with what remains to be delivered and the model's final state.
  static func completedHistory(of world: inout World) -> History? {
    for replica in world.documents.indices {
      for change in world.madeInOrder
      where change.number > world.model.applied(at: replica)[change.replica] {
        let _: NaiveModel.Outcome = world.model.deliver(change, to: replica)
        world.recorder?.record(.deliver(change, to: replica))
      }
    }
    world.recorder?.record(.final(world.model.state(at: 0)))
    return world.recorder?.history()
  }
}
