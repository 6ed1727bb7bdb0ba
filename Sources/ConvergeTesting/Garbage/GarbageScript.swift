// SPDX-License-Identifier: Apache-2.0

/// A history of a document with members that collects garbage.
///
/// Scripts are total: any part of one is one. Numbers of replicas are taken modulo their count,
/// and labels that no step made are passed over.
package struct GarbageScript: Sendable, Equatable {
  /// The seed it was made from.
  package var seed: UInt64
  /// The number of members declared at the start.
  package var founderCount: Int
  /// The document's fields.
  package var fields: [HistoryField]
  /// The steps.
  package var steps: [GarbageStep]
}

/// One step of such a history.
package enum GarbageStep: Sendable, Equatable {
  /// A replica makes a change.
  case edit(ScriptEdit)
  /// A replica publishes what all have applied, if it has anything to tell.
  case acknowledge(label: Int, replica: Int)
  /// A replica drops what it may.
  case collect(Int)
  /// A change arrives, perhaps too early or not for the first time.
  case deliver(label: Int, to: Int)
  /// A replica takes in all that another has.
  case merge(from: Int, to: Int, by: MergePath)
  /// A replica opens its own snapshot again and forgets what waited.
  case restart(Int)
  /// A replica admits another, which starts from a fork or from a snapshot.
  case admit(label: Int, sponsor: Int, fromSnapshot: Bool)
  /// A replica admits the one that was, or will be, admitted last too.
  case admitAgain(label: Int, sponsor: Int)
}
