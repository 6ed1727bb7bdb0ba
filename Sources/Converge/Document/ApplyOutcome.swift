// SPDX-License-Identifier: Apache-2.0

/// What became of a change that a document was handed.
public enum ApplyOutcome: Hashable, Sendable {
  /// It was applied, and with it so many that had waited.
  case applied(released: Int)
  /// It was applied before; nothing was done.
  case alreadyKnown
  /// It waits until these dots are applied. Handing it over again is safe and does nothing.
  ///
  /// There are none when its author was evicted: it then waits until a member's change needs it.
  case pending(waitingFor: [Dot])
  /// It is stamped too far in the future. Once the wall clock, in milliseconds since 1970, has come
  /// to this, the next change applied, state merged or `releaseHeldAside()` takes it in.
  case heldAside(until: Int64)
  /// It was not taken in; the document is as it was.
  case refused(Refusal)
}

/// What became of a state, or of several changes, that a document was handed.
public enum MergeOutcome: Hashable, Sendable {
  /// It was merged, and so many changes that had waited were applied after it.
  case merged(released: Int)
  /// All of it was known; nothing was done.
  case alreadyKnown
  /// Some of its changes wait until these dots are applied; the others were applied.
  case pending(waitingFor: [Dot])
  /// Its clock is too far in the future. It is held aside whole, and taken in by
  /// `releaseHeldAside()` once the wall clock, in milliseconds since 1970, has come to this.
  case heldAside(until: Int64)
  /// It was not taken in; the document is as it was. Of several changes: one was not, the others
  /// were taken in.
  case refused(Refusal)
}

/// A change that waited, and was refused when its turn came.
public struct LateRefusal: Hashable, Sendable {
  /// The dot of the change's first operation.
  public let dot: Dot
  /// Why it was refused.
  public let reason: Refusal
}

/// Why a document did not take something in.
public enum Refusal: Hashable, Sendable {
  /// It belongs to another document.
  case otherDocument(expected: DocumentID, found: DocumentID)
  /// Another change with this dot is known: two writers had one replica id.
  case equivocation(Dot)
  /// The change cannot be read as its author's earlier changes say it must. Offsets count in the
  /// change, after its previous hash.
  case malformed(WireError)
  /// Its author is no member of the document, or was none as far as the change itself knows.
  case notMember(ReplicaID)
  /// This replica was evicted, and made it or something that it builds on, and no remaining member
  /// has taken that in.
  case evicted(ReplicaID)
  /// Both declare members from the start, but not the same.
  case otherMembers
  /// It would leave this replica no counters for changes of its own.
  case countersUsedUp
  /// As many changes wait already as may. Send it again when others were applied.
  case pendingFull(count: Int, byteCount: Int)
}
