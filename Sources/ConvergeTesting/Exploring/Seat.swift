// SPDX-License-Identifier: Apache-2.0

import Converge

/// A replica at one moment of a history: its document, and what the model holds of it.
struct Seat {
  var document: ReplicatedDocument
  var model: ModelReplica
}

/// Where an exploration is: which replica came, or is coming, to which changes.
///
/// Every failure is found at such a place, and a script leads there.
struct ExploredPlace: Equatable, Sendable {
  /// How the replica takes in what comes last.
  enum Last: Equatable, Sendable {
    /// A change arrives, or is made where the replica is its author.
    case change(Int)
    /// A second reader's state is merged, which has applied just these.
    case state(ChangeSet, by: MergePath)
    /// Nothing: the replica is looked at.
    case nothing
  }

  /// The replica.
  var replica: Int
  /// What had come to it before.
  var arrived: ChangeSet
  /// What comes last.
  var last: Last
}
