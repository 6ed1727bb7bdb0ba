// SPDX-License-Identifier: Apache-2.0

import Converge

/// `quiescence`: once everything has arrived, nothing is held back.
enum QuiescenceCheck {
  /// Checks one replica.
  static func run(_ replica: Int, in world: inout World) throws(CheckFailure) {
    world.counts.check(.quiescence)
    let count = world.documents[replica].pendingCount
    guard count == 0 else {
      throw CheckFailure(.quiescence, replica: replica, "\(count) changes are still held back")
    }
  }
}
