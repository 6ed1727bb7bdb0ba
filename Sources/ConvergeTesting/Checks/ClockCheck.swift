// SPDX-License-Identifier: Apache-2.0

import Converge

/// `clock`: timestamps are those of the model's clock, and exceed all that was visible.
enum ClockCheck {
  /// Compares a replica's clock with the model's, and its last change's timestamp.
  static func run(_ replica: Int, in world: inout World) throws(CheckFailure) {
    world.counts.check(.clock)
    let shown = Stamp(world.documents.read(replica) { $0.timestamp })
    let expected = world.model.clock(at: replica)
    guard shown == expected else {
      throw CheckFailure(
        .clock, replica: replica, "expected the clock at \(expected), shown \(shown)")
    }
    guard let change = world.changes[replica].last else { return }
    let reference = History.ChangeReference(
      replica: replica, number: world.changes[replica].count)
    try check(change, stamped: world.model.stamp(of: reference), by: replica)
  }

  /// Compares a change's timestamp with the one that the model's clock gave.
  static func check(_ change: Change, stamped stamp: Stamp, by replica: Int) throws(CheckFailure) {
    guard change.timestamp.map({ Stamp($0) }) == stamp else {
      throw CheckFailure(
        .clock, replica: replica,
        "expected a change stamped \(stamp), shown \(String(describing: change.timestamp))")
    }
  }
}
