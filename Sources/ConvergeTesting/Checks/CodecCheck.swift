// SPDX-License-Identifier: Apache-2.0

import Converge

/// `codec`: decoding and encoding again gives the same bytes.
enum CodecCheck {
  /// Takes a replica's changes through their bytes and back, backwards and one by one.
  static func run(_ replica: Int, in world: inout World) throws(CheckFailure) {
    let changes = world.appliedChanges(at: replica)
    guard !changes.isEmpty else { return }
    // Backwards no change goes on where the one before it ended.
    _ = try roundTrip(changes.reversed(), for: replica, in: &world)
    for change in changes { _ = try roundTrip([change], for: replica, in: &world) }
  }

  /// Changes that went through their bytes, checked to be the same; at least one.
  static func roundTrip(
    _ changes: [Change], for replica: Int, in world: inout World
  ) throws(CheckFailure) -> [Change] {
    world.counts.check(.codec)
    let document = world.documents[replica].id
    let bytes = ChangeBatch.encode(changes, document: document)
    let decoded: [Change]
    do {
      decoded = try ChangeBatch.decode(bytes, document: document)
    } catch {
      throw CheckFailure(.codec, replica: replica, "changes were refused as bytes: \(error)")
    }
    guard decoded == changes else {
      throw CheckFailure(.codec, replica: replica, "changes differ after decoding")
    }
    try BytesCheck.compare(
      bytes, ChangeBatch.encode(decoded, document: document), .codec, replica: replica,
      "a batch encoded again")
    return decoded
  }

  /// A replica's document that went through its snapshot.
  static func reloaded(
    _ bytes: [UInt8], _ replica: Int, in world: inout World
  ) throws(CheckFailure) -> ReplicatedDocument {
    world.counts.check(.codec)
    let document: ReplicatedDocument
    do {
      document = try .decoded(bytes, replica: replica)
    } catch {
      throw CheckFailure(.codec, replica: replica, "its own snapshot was refused: \(error)")
    }
    try BytesCheck.compare(
      bytes, document.snapshot(), .codec, replica: replica, "a snapshot encoded again")
    return document
  }
}
