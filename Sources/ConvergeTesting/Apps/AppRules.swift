// SPDX-License-Identifier: Apache-2.0

/// An app's own part in a run: what it does to documents, and what must hold for them.
///
/// Its closures know the app's schema. Here it is hidden: a run holds documents without one.
struct AppRules: Sendable {
  /// What the app does, by the numbers in scripts.
  var actions: [AppAction] = []
  /// What must hold.
  var invariants: [AppInvariant] = []

  /// The action that a script's number stands for, or nil where there are none.
  func action(_ index: Int) -> AppAction? {
    actions.isEmpty ? nil : actions[ValuePool.wrap(index, actions.count)]
  }
}

/// One thing that an app does to its document.
struct AppAction: Sendable {
  /// What became of an action.
  enum Outcome: Sendable, Equatable {
    /// It came to its end.
    case done
    /// It threw this error, in words.
    case threw(String)
  }

  /// The app's word for it.
  var name: String
  /// How often it is drawn, compared with the others.
  var weight: Int
  /// Whether it puts right what concurrent changes left: it is done until nothing changes.
  var isRepair = false
  /// Does it.
  var perform: @Sendable (inout ReplicatedDocument, inout RandomSource) -> Outcome
  /// Does it in a transaction that throws in the end, where the action is one transaction.
  var abandon: (@Sendable (inout ReplicatedDocument, inout RandomSource) -> Outcome)?
}

/// A rule of an app.
struct AppInvariant: Sendable {
  /// The app's words for it.
  var name: String
  /// When it must hold.
  var moment: InvariantMoment
  /// How a document breaks the rule, or nil when it keeps it.
  var violation: @Sendable (ReplicatedDocument) -> String?
}

/// When an app's invariant must hold.
public enum InvariantMoment: Sendable, Hashable {
  /// On every replica, after everything that happens to it.
  case always
  /// Once every replica has heard of everything, and no repair has anything left to do.
  case settled
}
