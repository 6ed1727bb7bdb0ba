// SPDX-License-Identifier: Apache-2.0

/// A change that a member makes about members; with nothing to say it makes none.
package struct MemberStep: Sendable, Equatable {
  /// What deliveries call the change; unique in a script, among edits too.
  package var label: Int
  /// The author.
  package var replica: Int
  /// What the author's physical clock reads, in milliseconds since 1970.
  package var wall: Int64
  /// What is said.
  package var action: Action

  /// What a member says.
  package enum Action: Sendable, Equatable {
    /// What all are known to have applied.
    case acknowledge
    /// That the next replica is a member too; it begins from a fork, or from a snapshot's bytes.
    case admit(fromSnapshot: Bool)
    /// That the replica that was admitted last is a member too.
    case admitAgain
    /// That a replica is none any more.
    case evict(Int)
  }

  /// Makes a step.
  package init(label: Int, replica: Int, wall: Int64, action: Action) {
    self.label = label
    self.replica = replica
    self.wall = wall
    self.action = action
  }
}
