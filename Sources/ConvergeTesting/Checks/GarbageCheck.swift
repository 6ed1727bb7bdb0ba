// SPDX-License-Identifier: Apache-2.0

import Converge

/// `garbage`: a replica that collects shows what its shadow shows, which never does; and
/// `members`: who is one.
enum GarbageCheck {
  /// Compares a replica with its shadow, after one change just in the fields of that.
  static func run(
    _ replica: Int, after change: History.ChangeReference? = nil, in world: inout World
  ) throws(CheckFailure) {
    world.counts.check(.garbage)
    let vector = world.documents.read(replica) { $0.versionVector }
    guard vector == world.shadows.read(replica, { $0.versionVector }) else {
      throw CheckFailure(.garbage, replica: replica, "other changes than its shadow")
    }
    let isPromised = IntentCheck.isPromised(by: replica, in: world)
    let touched = change.flatMap { world.touched.indices(of: $0) } ?? Array(world.fields.indices)
    // Others drop without asking an evicted one, so what it made alone may hang on nothing any more
    // once it takes in their state; and what it made before may be gone.
    for index in touched where world.isEdited[index] && isPromised {
      let field = world.fields[index]
      let expected = field.state(in: &world.shadows[replica])
      let shown = world.state(of: index, at: replica)
      if let difference = Difference.first(expected: expected, shown: shown) {
        throw CheckFailure(
          .garbage, replica: replica, "field \"\(field.name)\" against its shadow: \(difference)")
      }
    }
    guard world.documents.read(replica, { $0.lostParents }) == 0 else {
      throw CheckFailure(.garbage, replica: replica, "a change names a place that was dropped")
    }
    let members = world.members(at: replica)
    let shown = world.documents.read(replica) { $0.members }
    guard shown == members.map({ .ofRun($0) }) else {
      throw CheckFailure(
        .members, replica: replica, "expected the members \(members), shown \(shown)")
    }
  }

  /// Replicas that have applied the same and have collected what they may have equal bytes.
  static func compareCollected(in world: inout World) throws(CheckFailure) {
    world.counts.check(.bytes)
    let collected = world.documents.map { document in
      var document = document
      document.collectGarbage()
      return (document.versionVector, document.snapshot())
    }
    for (replica, one) in collected.enumerated() {
      for other in collected[..<replica] where other.0 == one.0 {
        try BytesCheck.compare(
          other.1, one.1, .bytes, replica: replica,
          "the snapshot after collecting of a replica that has applied the same")
      }
    }
  }
}
