// SPDX-License-Identifier: Apache-2.0

import Converge

/// What must hold of bytes that may be a snapshot.
enum SnapshotProbe {
  static func run(
    _ bytes: [UInt8], _ start: ReplicatedDocument, _ edits: ProbeEdits
  ) throws(ProbeFailure) {
    try merge(bytes, into: start)
    // As one of its authors, or as a newcomer.
    let replica = Int(start.replica.bytes.last ?? 0) % 3
    guard var document = try? ReplicatedDocument.decoded(bytes, replica: replica) else { return }
    try ProbeFailure.checkInvariants(document, "opened")
    try ProbeFailure.unless(document.snapshot() == bytes, "encodes to other bytes")
    _ = document.changes(since: start.versionVector)
    _ = start.changes(since: document.versionVector)
    for change in ProbeDocuments.changes(start) { document.apply(change) }
    try ProbeFailure.checkInvariants(document, "with changes applied")
    var merged = start
    merged.mergeState(document)
    try ProbeFailure.checkInvariants(merged, "joined")
    var edits = edits
    try edits.use(&document)
    document.mergeState(start)
    try ProbeFailure.checkInvariants(document, "joined with another")
    try ProbeFailure.checkReopening(document, "joined with another")
  }

  /// A document takes the bytes in, or is as it was.
  static func merge(_ bytes: [UInt8], into start: ReplicatedDocument) throws(ProbeFailure) {
    var document = start
    let before = start.snapshot()
    var isSame: Bool
    do throws(WireError) {
      switch try document.merge(snapshot: bytes) {
      case .merged, .pending: isSame = false
      case .alreadyKnown, .heldAside, .refused: isSame = true
      }
    } catch {
      isSame = true
    }
    if isSame {
      try ProbeFailure.unless(
        document.snapshot() == before && document.versionVector == start.versionVector
          && document.pendingCount == start.pendingCount,
        "a snapshot that was not merged has changed the document")
    }
    try ProbeFailure.checkInvariants(document, "merged")
    try ProbeFailure.checkReopening(document, "merged")
  }
}
