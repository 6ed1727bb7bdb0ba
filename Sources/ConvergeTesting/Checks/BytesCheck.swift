// SPDX-License-Identifier: Apache-2.0

import Converge

/// `bytes`: equal version vectors mean equal bytes of state, in the middle of a run too.
enum BytesCheck {
  /// Compares a replica with all that have applied the same.
  ///
  /// - Returns: the replica's bytes; none when there was nothing to compare with.
  @discardableResult
  static func run(_ replica: Int, in world: inout World) throws(CheckFailure) -> [UInt8] {
    let applied = world.model.applied(at: replica)
    let equals = world.documents.indices.filter {
      $0 != replica && world.model.applied(at: $0) == applied
    }
    guard !equals.isEmpty else { return [] }
    let bytes = world.uncollected(replica).snapshot()
    for other in equals {
      world.counts.check(.bytes)
      try compare(
        bytes, world.uncollected(other).snapshot(), .bytes, replica: other,
        "the snapshot of a replica that has applied the same")
    }
    return bytes
  }

  /// Fails with the first byte at which two byte strings differ.
  static func compare(
    _ expected: [UInt8], _ shown: [UInt8], _ check: CheckID, replica: Int,
    _ what: @autoclosure () -> String
  ) throws(CheckFailure) {
    guard expected != shown else { return }
    let offset = zip(expected, shown).prefix { $0 == $1 }.count
    throw CheckFailure(
      check, replica: replica,
      "\(what()) differs from byte \(offset) on (\(expected.count) and \(shown.count) bytes)")
  }
}
