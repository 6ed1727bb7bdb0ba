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

  /// What remains to be done where members are declared; those who have evicted each other for good
  /// are not compared.
  private static func runWithMembers(
    in world: inout World, _ costly: Costly?
  ) throws(CheckFailure) {
    try MembersEnd.tellAll(in: &world)
    for group in try MembersEnd.groups(in: &world) {
      try MembersEnd.collect(group, in: &world)
      try run(group, in: &world, isFollowed(group, in: world) ? costly : nil)
    }
    if world.counts.evictions == 0 { try GarbageCheck.compareCollected(in: &world) }
  }

  /// Whether an empty document that is handed what a group has applied comes to the same: it knows
  /// by the founders alone whom to take in, and does not know which of two answers came first.
  private static func isFollowed(_ group: [Int], in world: World) -> Bool {
    guard world.counts.evictions > 0 else { return true }
    return group.contains { $0 < world.founders.count }
      && !world.model.membership.hasVoidEviction(
        world.model.applied(at: group[0]), world.model.changes)
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
