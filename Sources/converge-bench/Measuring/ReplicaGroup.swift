// SPDX-License-Identifier: Apache-2.0

import Converge

/// The replicas of a measured document, with fixed ids of the usual size and one clock.
struct ReplicaGroup {
  private let clock = TypingClock().wallClock

  /// A fixed id that looks as random ones do.
  static func replica(_ number: Int) -> ReplicaID {
    var generator = WorkGenerator(seed: UInt64(3_000 + number))
    let high = generator.next()
    return ReplicaID(high: high, low: generator.next())
  }

  /// An empty document, by its first replica unless another is named.
  func document<Fields: Schema>(
    _ schema: Fields, as number: Int = 0, id: DocumentID? = nil
  ) -> Document<Fields> {
    Document(schema, id: id, replica: Self.replica(number), clock: clock)
  }

  /// An empty document of which its replica is the only member, so that it may collect garbage.
  func collectingDocument<Fields: Schema>(_ schema: Fields) -> Document<Fields> {
    let replica = Self.replica(0)
    return Document(schema, replica: replica, members: [replica], clock: clock)
  }

  /// A document from a snapshot, as another replica.
  func load<Fields: Schema>(
    _ schema: Fields, snapshot: [UInt8], as number: Int = 1
  ) throws(WireError) -> Document<Fields> {
    try Document(schema, snapshot: snapshot, replica: Self.replica(number), clock: clock)
  }

  /// A document from all changes in one message, as another replica.
  func load<Fields: Schema>(
    _ schema: Fields, updates: [UInt8], of id: DocumentID, as number: Int = 1
  ) throws(WireError) -> Document<Fields> {
    var document = document(schema, as: number, id: id)
    try document.receive(updates)
    return document
  }
}

/// How a whole document travels.
enum DocumentForm: String, CaseIterable {
  /// The state, with which a replica can go on merging.
  case snapshot
  /// All changes.
  case updates

  /// The bytes of a document in this form.
  func encode<Fields: Schema>(_ document: Document<Fields>) -> [UInt8] {
    switch self {
    case .snapshot: document.snapshot()
    case .updates: document.changes(since: VersionVector()).encoded(in: document.id)
    }
  }

  /// Another replica of a document, from its bytes in this form.
  func load<Fields: Schema>(
    _ bytes: [UInt8], of id: DocumentID, _ schema: Fields, as number: Int = 1
  ) throws(WireError) -> Document<Fields> {
    let group = ReplicaGroup()
    return switch self {
    case .snapshot: try group.load(schema, snapshot: bytes, as: number)
    case .updates: try group.load(schema, updates: bytes, of: id, as: number)
    }
  }

  /// Takes a document's bytes in this form into another replica of it.
  func merge<Fields: Schema>(
    _ bytes: [UInt8], into document: inout Document<Fields>
  ) throws(WireError) {
    switch self {
    case .snapshot: try document.merge(snapshot: bytes)
    case .updates: try document.receive(bytes)
    }
  }
}

extension Document {
  /// Drops all that its members, who know all of it, may drop.
  mutating func collectAll() {
    var report: GarbageReport
    repeat {
      acknowledge()
      report = collectGarbage()
      // What was dropped may let go of more; an acknowledgement itself is no such thing.
    } while report.slots + report.elements + report.records > 0
  }

  /// Takes in a message of one or many changes, as an app does with what a peer sends.
  mutating func receive(_ message: [UInt8]) throws(WireError) {
    try merge(Delta.decode(message, document: id))
  }

  /// Takes in a message that holds one change, or several, each handed over on its own.
  mutating func receiveUpdate(_ message: [UInt8]) throws(WireError) {
    for change in try ChangeBatch.decode(message, document: id) { apply(change) }
  }
}
