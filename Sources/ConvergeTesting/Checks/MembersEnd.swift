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

  /// Those that are members in the end, in groups that agree on who is one; all in one group, but
  /// where a group evicted all others and took in nothing of them that it had not taken in before.
  ///
  /// Whoever is in none knows that it was evicted, but for those who count a newcomer that only an
  /// evicted replica admitted, and of whom no group ever heard.
  static func groups(in world: inout World) throws(CheckFailure) -> [[Int]] {
    world.counts.check(.members)
    let views = world.documents.indices.map { world.members(at: $0) }
    var groups: [[Int]] = []
    for view in views where !view.isEmpty && !groups.contains(view) {
      if view.allSatisfy({ views[$0] == view }) { groups.append(view) }
    }
    for (replica, view) in views.enumerated()
    where view.contains(replica) && !groups.contains(view) {
      let met = groups.filter { $0.contains(where: view.contains) }
      let known = Set((met.isEmpty ? groups : met).joined().flatMap { world.declared(at: $0) })
      // Who counts a newcomer of whom the others never heard cannot know that they do not.
      guard !groups.isEmpty, !known.isSuperset(of: world.declared(at: replica)) else {
        throw CheckFailure(
          .members, replica: replica, "takes \(view) for the members, others take \(groups)")
      }
    }
    for group in groups { try checkTogether(group, in: world) }
    return groups
  }

  /// Each of a group has all that the others have, and waits for nothing.
  private static func checkTogether(_ group: [Int], in world: World) throws(CheckFailure) {
    let vector = world.documents[group[0]].versionVector
    for replica in group {
      guard world.documents[replica].versionVector == vector else {
        throw CheckFailure(
          .members, replica: replica, "has not what the member \(group[0]) has")
      }
      let count = world.documents[replica].pendingCount
      guard count == 0 else {
        throw CheckFailure(.members, replica: replica, "\(count) changes wait in the end")
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
