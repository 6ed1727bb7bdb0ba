// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// No byte string may trap, hang or be taken for what it is not.
///
/// Twenty seeds of 5,000 byte strings each, for each of the decoders.
struct HostileBytesTests {
  private static let rounds = 5_000

  /// A small document with a bit of one or two datatypes, by its seed.
  private static func document(seed: UInt64) -> Document<NoSchema> {
    var edits = RandomEdits(seed: seed)
    var documents = Replicas(NoSchema(), 2).documents
    for step in 0..<6 {
      let tag = DatatypeTag.allCases[(Int(seed) + step / 4) % 10]
      edits.edit(&documents[step % 2], tag)
      if step % 3 == 2 { documents[(step + 1) % 2].merge(documents[step % 2]) }
    }
    return documents[0].merging(documents[1])
  }

  private static func changes(_ document: Document<NoSchema>) -> [Change] {
    guard case .changes(let changes) = document.changes(since: [:]) else { return [] }
    return changes
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `batches are refused or read, and what is read does no harm`(seed: UInt64) {
    var hostile = HostileBytes(seed: seed)
    let document = Self.document(seed: seed)
    let good = Self.changes(document)
    let messages =
      [ChangeBatch.encode(good, document: document.id)]
      + good.map { $0.encoded(in: document.id) }
    let fresh = Replicas(NoSchema()).documents[0].fork(as: .numbered(9))
    var read = 0
    for round in 0..<Self.rounds {
      let message = messages[hostile.random.number(below: messages.count)]
      let bytes =
        round % 10 == 0
        ? hostile.noise(round % 20 == 0 ? .change : .batch)
        : hostile.mutated(message, messages[0])
      guard let changes = try? ChangeBatch.decode(bytes, document: document.id) else { continue }
      read += 1
      #expect(ChangeBatch.encode(changes, document: document.id) == bytes)
      guard read % 16 == 1 else { continue }
      for start in [fresh, document] { Self.apply(changes, good, to: start) }
    }
    #expect(read > 0)
  }

  /// Applies changes from nowhere, then good ones, to a document.
  private static func apply(_ changes: [Change], _ good: [Change], to start: Document<NoSchema>) {
    var document = start
    for change in changes + good {
      let before = document.snapshot()
      let outcome = document.apply(change)
      switch outcome {
      case .applied: break
      default: #expect(document.snapshot() == before, "\(outcome)")
      }
    }
    document.checkInvariants()
    let bytes = document.snapshot()
    // Joining states gives what the changes gave, also when each side knows a part.
    if case .changes(let applied) = document.changes(since: start.versionVector) {
      var (joined, part) = (start, start)
      part.apply(contentsOf: applied.prefix(applied.count / 2))
      joined.apply(contentsOf: applied.dropFirst(applied.count / 2))
      joined.mergeState(part)
      joined.checkInvariants()
      joined.apply(contentsOf: applied)
      #expect(joined.snapshot() == bytes, "by state")
    }
    let loaded = try? Document(
      NoSchema(), snapshot: bytes, replica: .numbered(60), clock: .fixed(1_000))
    #expect(loaded?.snapshot() == bytes)
  }

  @Test(arguments: 100..<120 as Range<UInt64>)
  func `snapshots are refused or read, and what is read can be worked with`(seed: UInt64) {
    var hostile = HostileBytes(seed: seed)
    let document = Self.document(seed: seed)
    let good = Self.changes(document)
    let message = document.snapshot()
    let other = Self.document(seed: seed + 1).snapshot()
    var read = 0
    for round in 0..<Self.rounds {
      let bytes =
        round % 20 == 0 ? hostile.noise(.snapshot) : hostile.mutated(message, other)
      guard
        var loaded = try? Document(
          NoSchema(), snapshot: bytes, replica: .numbered(1 + round % 3), clock: .fixed(1_000))
      else { continue }
      read += 1
      loaded.checkInvariants()
      #expect(loaded.snapshot() == bytes)
      guard read % 16 == 1 else { continue }
      Self.use(&loaded, good, document, &hostile)
    }
    #expect(read > 0)
  }

  /// Edits, applies and merges: nothing may trap, whatever the state says.
  private static func use(
    _ loaded: inout Document<NoSchema>, _ good: [Change], _ other: Document<NoSchema>,
    _ hostile: inout HostileBytes
  ) {
    var edits = RandomEdits(seed: hostile.random.next())
    for change in good { loaded.apply(change) }
    var merged = other
    merged.mergeState(loaded)
    merged.checkInvariants()
    guard loaded.timestamp.milliseconds < 1 << 47 else { return }
    for datatype in DatatypeTag.allCases { edits.edit(&loaded, datatype) }
    loaded.checkInvariants()
    loaded.mergeState(other)
    loaded.checkInvariants()
  }

  @Test(arguments: 200..<220 as Range<UInt64>)
  func `deltas are refused or read`(seed: UInt64) {
    var hostile = HostileBytes(seed: seed)
    let document = Self.document(seed: seed)
    let messages = [
      Delta.changes(Self.changes(document)).encoded(in: document.id), document.snapshot(),
    ]
    for round in 0..<Self.rounds {
      let message = messages[round % 2]
      let bytes =
        round % 3 == 0 ? hostile.random.damaged(message) : hostile.mutated(message, messages[1])
      guard let delta = try? Delta.decode(bytes, document: document.id) else { continue }
      #expect(delta.encoded(in: document.id) == bytes)
    }
  }
}
