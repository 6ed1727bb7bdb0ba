// SPDX-License-Identifier: Apache-2.0

import Converge

/// What must hold of bytes that may be an answer to `changes(since:)`.
enum DeltaProbe {
  static func run(_ bytes: [UInt8], _ start: ReplicatedDocument) throws(ProbeFailure) {
    guard let delta = try? Delta.decode(bytes, document: start.id) else { return }
    try ProbeFailure.unless(delta.encoded(in: start.id) == bytes, "encodes to other bytes")
    var document = start
    do throws(WireError) {
      try document.merge(delta)
    } catch {
      try ProbeFailure.unless(
        document.snapshot() == start.snapshot() && document.pendingCount == start.pendingCount,
        "a delta that was refused has changed the document")
    }
    try ProbeFailure.checkInvariants(document, "merged")
    try ProbeFailure.checkReopening(document, "merged")
    // What it has now is an answer to one who has what it had, and to one who has nothing.
    for var other in [start, ReplicatedDocument.empty(replica: 5)] {
      let answer = document.changes(since: other.versionVector)
      do {
        let read = try Delta.decode(answer.encoded(in: start.id), document: start.id)
        try ProbeFailure.unless(read == answer, "an answer reads as another")
        try other.merge(read)
      } catch let failure as ProbeFailure {
        throw failure
      } catch {
        throw ProbeFailure("its own answer is refused: \(error)")
      }
      try ProbeFailure.checkInvariants(other, "having merged the answer")
    }
  }
}
