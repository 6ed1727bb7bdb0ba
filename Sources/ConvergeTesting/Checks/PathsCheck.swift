// SPDX-License-Identifier: Apache-2.0

import Converge

/// `paths`: changes one by one, a joined state, a snapshot and its tail end in the same state.
enum PathsCheck {
  /// Takes a fresh reader to a replica's state, given as bytes, by changes.
  ///
  /// The changes are encoded and decoded on the way, so this holds `codec` as well; and the reader
  /// is handed all changes twice, which holds `redelivery` on a document without merges.
  static func runChanges(
    _ replica: Int, to expected: [UInt8], in world: inout World
  ) throws(CheckFailure) {
    world.counts.check(.paths)
    let changes = world.appliedChanges(at: replica)
    guard !changes.isEmpty else { return }
    let decoded = try CodecCheck.roundTrip(changes, for: replica, in: &world)
    var reader = world.emptyReader()
    for change in decoded { reader.apply(change) }
    try RedeliveryCheck.repeatAll(decoded, to: &reader, replica: replica, in: &world)
    try BytesCheck.compare(
      expected, reader.snapshot(), .paths, replica: replica, "the state after all changes")
  }

  /// Takes a fresh reader to a replica's state, given as bytes, by joining.
  static func runJoin(
    _ replica: Int, to expected: [UInt8], in world: inout World
  ) throws(CheckFailure) {
    world.counts.check(.paths)
    var reader = world.emptyReader()
    reader.mergeState(world.uncollected(replica))
    try BytesCheck.compare(
      expected, reader.snapshot(), .paths, replica: replica, "the state joined with an empty one")
  }

  /// Tries every way to take in a state, and a snapshot of the next replica with a tail.
  static func runThoroughly(_ replica: Int, in world: inout World) throws(CheckFailure) {
    world.counts.check(.paths)
    let expected = world.uncollected(replica).snapshot()
    try runChanges(replica, to: expected, in: &world)
    _ = try CodecCheck.reloaded(expected, replica, in: &world)
    for path in MergePath.allCases {
      var reader = world.emptyReader()
      try MergeStep.merge(
        world.uncollected(replica), into: &reader, by: path, replica: replica)
      try BytesCheck.compare(
        expected, reader.snapshot(), .paths, replica: replica, "the state merged by \(path)")
    }
    try checkTail(replica, in: world)
  }

  /// A snapshot of the next replica, then this one's changes: as when both states are joined.
  private static func checkTail(_ replica: Int, in world: World) throws(CheckFailure) {
    let other = (replica + 1) % world.replicaCount
    var joined = world.settledDocument(other)
    joined.mergeState(world.uncollected(replica))
    var reader: ReplicatedDocument
    do {
      reader = try .decoded(world.uncollected(other).snapshot(), replica: world.readerIndex)
    } catch {
      throw CheckFailure(.codec, replica: other, "a snapshot was refused: \(error)")
    }
    for change in world.appliedChanges(at: replica) { reader.apply(change) }
    try BytesCheck.compare(
      joined.snapshot(), reader.snapshot(), .paths, replica: replica,
      "the state from a snapshot and its tail")
  }
}
