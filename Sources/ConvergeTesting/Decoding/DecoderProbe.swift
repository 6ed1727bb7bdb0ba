// SPDX-License-Identifier: Apache-2.0

import Converge

/// A decoder, and what must hold whatever bytes it is handed.
///
/// A probe takes any bytes. It traps, hangs or throws only when the library is at fault: what is
/// decoded must encode to the same bytes again, documents must take it in with their hidden rules
/// unbroken, and whatever throws or refuses must have changed nothing.
///
/// The first byte says what is done with the others; of histories it is a part.
///
/// ```
/// bit 0        the last four bytes are made a checksum that fits
/// bits 1–2     the document that takes it in: empty, in use, with members, having collected
/// bits 3–7     which calls are made afterwards
/// ```
package enum DecoderProbe: String, CaseIterable, Sendable {
  /// `Document.init(snapshot:)` and `Document.merge(snapshot:)`.
  case snapshot
  /// `ChangeBatch.decode` of one or many changes, and `Document.apply`.
  case batch
  /// `Delta.decode` and `Document.merge`.
  case delta
  /// `HistoryReader` and `ReplayFile`.
  case history

  /// Hands bytes to the decoder.
  ///
  /// - Throws: `ProbeFailure` when something does not hold that must.
  package func run(_ input: [UInt8]) throws(ProbeFailure) {
    if self == .history { return try HistoryProbe.run(input) }
    guard let first = input.first else { return }
    let rest = Array(input.dropFirst())
    let bytes = first & 1 == 1 ? Envelope.resealed(rest) : rest
    let start = ProbeDocuments.starts[Int(first >> 1 & 3)]
    let edits = ProbeEdits(seed: UInt64(first >> 3))
    switch self {
    case .snapshot: try SnapshotProbe.run(bytes, start, edits)
    case .batch: try BatchProbe.run(bytes, start, edits)
    case .delta: try DeltaProbe.run(bytes, start)
    case .history: break
    }
  }

  /// Input that is decoded, for a fuzzer to begin with: small, and different for each seed.
  package func example(seed: UInt64) -> [UInt8] {
    let isSnapshot = self == .snapshot || (self == .delta && seed % 3 == 0)
    let document = ProbeDocuments.example(seed: seed, mayCollect: isSnapshot)
    let first = UInt8(truncatingIfNeeded: seed << 1 | 1)
    switch self {
    case .snapshot:
      return [first] + document.snapshot()
    case .batch:
      return [first]
        + ChangeBatch.encode(ProbeDocuments.changes(document), document: document.id)
    case .delta:
      let delta: Delta =
        isSnapshot
        ? .snapshot(document.snapshot()) : .changes(ProbeDocuments.changes(document))
      return [first] + delta.encoded(in: document.id)
    case .history:
      let script = ScriptGenerator(replicas: 2...3, calls: 5...8).script(seed: seed)
      let history = ScriptRun.run(script, isRecorded: true).history
      let lines = history.map { HistoryWriter.lines(of: $0) } ?? []
      return Array(lines.map { $0 + "\n" }.joined().utf8)
    }
  }
}

/// What did not hold for some bytes.
package struct ProbeFailure: Error, Equatable, Sendable {
  /// The fault in words.
  package let detail: String

  init(_ detail: String) {
    self.detail = detail
  }

  /// Throws unless something holds.
  static func unless(_ holds: Bool, _ detail: @autoclosure () -> String) throws(ProbeFailure) {
    guard holds else { throw ProbeFailure(detail()) }
  }

  /// Throws the first hidden rule of a document that does not hold.
  static func checkInvariants(
    _ document: ReplicatedDocument, _ when: String
  ) throws(ProbeFailure) {
    do {
      try document.verifyInvariants()
    } catch {
      throw ProbeFailure("\(when): \(error)")
    }
  }

  /// Throws unless a document's own snapshot opens as the same document.
  static func checkReopening(
    _ document: ReplicatedDocument, _ when: String
  ) throws(ProbeFailure) {
    let bytes = document.snapshot()
    do {
      let opened = try ReplicatedDocument.decoded(bytes, replica: 60)
      guard opened.snapshot() == bytes else { throw ProbeFailure("\(when): reopens as another") }
    } catch let error as ProbeFailure {
      throw error
    } catch {
      throw ProbeFailure("\(when): its own snapshot is refused: \(error)")
    }
  }
}
