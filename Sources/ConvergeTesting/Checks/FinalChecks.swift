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
    if world.hasMembers {
      try runWithMembers(in: &world, costly)
    } else {
      try run(world.documents.indices, in: &world, costly)
    }
  }

  /// What remains to be done where members are declared; of those who stay apart nobody can be
  /// compared.
  private static func runWithMembers(
    in world: inout World, _ costly: Costly?
  ) throws(CheckFailure) {
    try MembersEnd.tellAll(in: &world)
    guard !world.isSplit else { return }
    let remaining = MembersEnd.remaining(in: world)
    // Who has built on what an evicted replica made, which others refuse, is waited for in vain.
    let isAnyoneWaiting = remaining.contains { world.documents[$0].pendingCount > 0 }
    guard world.counts.evictions == 0 || !isAnyoneWaiting else { return }
    try MembersEnd.checkEvicted(remaining, in: &world)
    try MembersEnd.collect(remaining, in: &world)
    try run(remaining, in: &world, costly)
    if world.counts.evictions == 0 { try GarbageCheck.compareCollected(in: &world) }
  }

  /// Checks replicas that have heard everything.
  private static func run(
    _ replicas: some Collection<Int>, in world: inout World, _ costly: Costly?
  ) throws(CheckFailure) {
    guard let first = replicas.first else { return }
    // What a newcomer makes whose sponsor was evicted before anyone knew is waited for in vain.
    let isAnyoneUnknown =
      world.hasMembers && world.declared(at: first).count < world.replicaCount
    for replica in replicas {
      if !isAnyoneUnknown { try QuiescenceCheck.run(replica, in: &world) }
      try OutcomeCheck.checkVersionVector(replica, in: &world)
      try ClockCheck.run(replica, in: &world)
      try InvariantsCheck.run(replica, in: &world)
    }
    try AppCheck.repair(in: &world)
    let bytes = try runOnEquals(replicas, in: &world)
    try AppCheck.runSettled(in: &world)
    let own = world.hasMembers ? world.documents[first].snapshot() : bytes
    switch costly {
    case nil, .laws: break
    case .redelivery: try RedeliveryCheck.run(first, to: own, in: &world)
    case .changesPath: try PathsCheck.runChanges(first, to: bytes, in: &world)
    case .bytesPath: _ = try CodecCheck.reloaded(bytes, first, in: &world)
    case .joinedPath: try PathsCheck.runJoin(first, to: bytes, in: &world)
    }
  }

  /// Checks replicas that have all applied the same.
  ///
  /// - Returns: The bytes that all of them have when no garbage is collected.
  static func runOnEquals(
    _ replicas: some Collection<Int>, in world: inout World
  ) throws(CheckFailure) -> [UInt8] {
    guard let first = replicas.first else { return [] }
    // Replicas that show the same need only one of them to be compared with the model.
    let states = try ConvergenceCheck.run(replicas, in: &world)
    try SpecCheck.run(first, showing: states, in: &world)
    var bytes = try BytesCheck.run(first, in: &world)
    // Nobody else has applied the same where one member is left.
    if bytes.isEmpty { bytes = world.uncollected(first).snapshot() }
    return bytes
  }

  /// Delivers what is missing, in order to one half and backwards to the other.
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
