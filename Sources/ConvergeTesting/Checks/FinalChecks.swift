// SPDX-License-Identifier: Apache-2.0

import Converge

/// The end of every run: everything is delivered everywhere, then everything is checked.
enum FinalChecks {
  /// What costs nearly as much as a whole history: half of the histories try one of these at their
  /// end, so that there are as many histories as the machine can make.
  private enum Costly {
    case laws
    case redelivery
    case changesPath
    case bytesPath
    case joinedPath

    /// What the history of a seed tries; the laws, which cost most, the least often.
    init?(seed: UInt64) {
      switch seed % 20 {
      case 0: self = .laws
      case 1, 2: self = .redelivery
      case 3...5: self = .changesPath
      case 6, 7: self = .bytesPath
      case 8, 9: self = .joinedPath
      default: return nil
      }
    }
  }

  /// Delivers what is missing, in order to one half and backwards to the other, and checks.
  static func run(in world: inout World, seed: UInt64) throws(CheckFailure) {
    let costly = Costly(seed: seed)
    if costly == .laws { try LawsCheck.run(0, in: &world) }
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
    switch costly {
    case nil, .laws: break
    case .redelivery: try RedeliveryCheck.run(0, to: bytes, in: &world)
    case .changesPath: try PathsCheck.runChanges(0, to: bytes, in: &world)
    case .bytesPath: _ = try CodecCheck.reloaded(bytes, 0, in: &world)
    case .joinedPath: try PathsCheck.runJoin(0, to: bytes, in: &world)
    }
  }

  /// Checks replicas that have all applied the same.
  ///
  /// - Returns: The bytes that all of them have.
  static func runOnEquals(in world: inout World) throws(CheckFailure) -> [UInt8] {
    // Replicas that show the same need only one of them to be compared with the model.
    let states = try ConvergenceCheck.run(in: &world)
    try SpecCheck.run(0, showing: states, in: &world)
    let bytes = try BytesCheck.run(0, in: &world)
    return bytes
  }

  /// Hands every replica the changes that it has not applied.
  static func deliverAll(in world: inout World) throws(CheckFailure) {
    let made = world.madeInOrder
    for replica in world.documents.indices {
      // Backwards everything waits for the very first change, and then comes loose at once.
      let order = replica % 2 == 0 ? made : made.reversed()
      for change in order where change.number > world.model.applied(at: replica)[change.replica] {
        try world.deliver(change, to: replica, isEncoded: false, isAtEnd: true)
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
