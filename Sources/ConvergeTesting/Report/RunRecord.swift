// SPDX-License-Identifier: Apache-2.0

/// A run as people are shown it: who took part, what happened, and what all showed in the end.
package struct RunRecord: Sendable {
  /// What a replica has in the end.
  package struct ReplicaState: Sendable {
    /// How many changes of each replica it has applied.
    package var applied: [Int]
    /// What it shows of each field.
    package var shown: [JSONValue]
    /// What the model says that it should show; nil where the model does not know.
    package var expected: [JSONValue]?
  }

  /// The replicas' names; their order is that of their ids.
  package var lanes: [String]
  /// The fields' names.
  package var fields: [String]
  /// What happened, in order.
  package var events: [RunEvent]
  /// The check that did not hold, or nil.
  package var failure: CheckFailure?
  /// What each replica has in the end, or where the check failed.
  package var states: [ReplicaState]
  /// The number that the first step is called by.
  package var firstStep: Int

  /// Makes a record.
  package init(
    lanes: [String], fields: [String], events: [RunEvent], failure: CheckFailure?,
    states: [ReplicaState], firstStep: Int = 0
  ) {
    self.lanes = lanes
    self.fields = fields
    self.events = events
    self.failure = failure
    self.states = states
    self.firstStep = firstStep
  }

  /// What a change is called: its author's name and its number.
  package func name(of change: History.ChangeReference) -> String {
    "\(lanes[change.replica])\(change.number)"
  }
}
