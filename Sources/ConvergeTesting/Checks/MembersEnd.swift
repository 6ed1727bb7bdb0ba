// SPDX-License-Identifier: Apache-2.0

import Converge

/// The end of a run with members: they hear and tell each other until nobody has news; then no
/// garbage may be left that nothing hangs on.
enum MembersEnd {
  /// The most rounds of telling; three are enough.
  private static let roundLimit = 20

  /// Lets everyone hear everything, and tell so.
  static func tellAll(in world: inout World) throws(CheckFailure) {
    var round = 0
    var before: Int
    repeat {
      before = world.madeInOrder.count
      for replica in world.documents.indices {
        let wall = Int64(world.documents[replica].timestamp.milliseconds)
        // Labels of scripts are not negative.
        try world.perform(
          MemberStep(
            label: -1 - world.madeInOrder.count, replica: replica, wall: wall,
            action: .acknowledge))
      }
      try FinalChecks.deliverAll(in: &world)
      for replica in world.documents.indices { try GarbageCheck.run(replica, in: &world) }
      round += 1
      guard round < roundLimit else {
        throw CheckFailure(.garbage, replica: nil, "acknowledging comes to no end")
      }
    } while world.madeInOrder.count > before
  }

  /// Those that are members in the end, by the first founder that is one by what it knows itself.
  ///
  /// Others were evicted, or are known by admissions alone that nobody took in.
  static func remaining(in world: World) -> [Int] {
    for replica in world.founders.indices {
      let members = world.members(at: replica)
      if members.contains(replica) { return members }
    }
    return []
  }

  /// Whoever was evicted has come to know it.
  static func checkEvicted(_ remaining: [Int], in world: inout World) throws(CheckFailure) {
    guard let first = remaining.first else { return }
    world.counts.check(.members)
    for replica in world.declared(at: first) where !remaining.contains(replica) {
      guard world.documents[replica].isEvicted else {
        throw CheckFailure(.members, replica: replica, "was evicted and does not know it")
      }
    }
  }

  /// Collects everywhere, and looks at what is left.
  static func collect(_ replicas: [Int], in world: inout World) throws(CheckFailure) {
    for replica in replicas {
      try world.collect(replica)
      let dead = world.documents[replica].deadSlots
      let holding = world.documents[replica].collectGarbage().heldUpBy
      guard dead.childless == 0, holding.isEmpty else {
        throw CheckFailure(
          .garbage, replica: replica,
          "left: \(dead.childless) dead places that nothing hangs on; held up by \(holding)")
      }
    }
  }
}
