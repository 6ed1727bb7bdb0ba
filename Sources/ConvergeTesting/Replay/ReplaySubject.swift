// SPDX-License-Identifier: Apache-2.0

/// Something that a history can be replayed on: real documents, or the naive model.
package protocol ReplaySubject {
  /// What the subject is called in messages.
  static var name: String { get }

  /// Replicas in which nothing has happened.
  init(_ history: History)

  /// Commits an edit's calls in one transaction.
  ///
  /// - Returns: the change's timestamp.
  /// - Throws: `ModelError` when a call cannot be made there.
  mutating func edit(_ edit: History.Edit) throws(ModelError) -> Stamp

  /// Hands a change to a replica.
  mutating func deliver(_ change: History.ChangeReference, to replica: Int)

  /// Lets a replica take in all that another has applied.
  mutating func merge(from source: Int, to replica: Int)

  /// How many changes of each replica this one has applied.
  func changes(at replica: Int) -> [Int]

  /// What a replica shows of one field.
  mutating func state(of field: Int, at replica: Int) -> JSONValue
}

extension NaiveModel: ReplaySubject {
  /// What the model is called in messages.
  package static var name: String { "model" }

  /// A model with a history's replicas and fields.
  package init(_ history: History) {
    self.init(replicaCount: history.replicas.count, fields: history.fields)
  }

  /// Commits an edit's calls in one transaction.
  package mutating func edit(_ edit: History.Edit) throws(ModelError) -> Stamp {
    try self.edit(edit.change.replica, wall: edit.wall, calls: edit.calls)
  }

  /// Hands a change to a replica.
  package mutating func deliver(_ change: History.ChangeReference, to replica: Int) {
    let _: Outcome = deliver(change, to: replica)
  }

  /// Lets a replica take in all that another has applied.
  package mutating func merge(from source: Int, to replica: Int) {
    let _: Int = merge(from: source, to: replica)
  }

  /// How many changes of each replica this one has applied.
  package func changes(at replica: Int) -> [Int] { applied(at: replica) }
}
