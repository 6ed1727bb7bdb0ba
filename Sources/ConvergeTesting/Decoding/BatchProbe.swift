// SPDX-License-Identifier: Apache-2.0

import Converge

/// What must hold of bytes that may be changes.
enum BatchProbe {
  static func run(
    _ bytes: [UInt8], _ start: ReplicatedDocument, _ edits: ProbeEdits
  ) throws(ProbeFailure) {
    guard let changes = try? ChangeBatch.decode(bytes, document: start.id) else { return }
    let isOne = changes.count == 1 && changes[0].encoded(in: start.id) == bytes
    try ProbeFailure.unless(
      isOne || ChangeBatch.encode(changes, document: start.id) == bytes, "encodes to other bytes")
    var document = start
    // The same once more: what was applied is known, what waits is not doubled.
    for change in changes + changes { try apply(change, to: &document) }
    try ProbeFailure.checkInvariants(document, "applied")
    try ProbeFailure.checkReopening(document, "applied")
    try join(document, start)
    var edits = edits
    try edits.use(&document)
  }

  private static func apply(
    _ change: Change, to document: inout ReplicatedDocument
  ) throws(ProbeFailure) {
    let before = document.snapshot()
    let outcome = document.apply(change)
    if case .applied = outcome { return }
    try ProbeFailure.unless(
      document.snapshot() == before, "\(outcome), but the document has changed")
  }

  /// Joining states gives what the changes gave, also when each side knows a part.
  private static func join(
    _ document: ReplicatedDocument, _ start: ReplicatedDocument
  ) throws(ProbeFailure) {
    guard case .changes(let applied) = document.changes(since: start.versionVector) else { return }
    var (joined, part) = (start, start)
    part.apply(contentsOf: applied.prefix(applied.count / 2))
    joined.apply(contentsOf: applied.dropFirst(applied.count / 2))
    joined.mergeState(part)
    try ProbeFailure.checkInvariants(joined, "joined")
    joined.apply(contentsOf: applied)
    try ProbeFailure.unless(
      joined.snapshot() == document.snapshot(), "joining states gives other bytes than changes")
  }
}
