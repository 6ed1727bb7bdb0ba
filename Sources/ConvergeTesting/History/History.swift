// SPDX-License-Identifier: Apache-2.0

/// A history of the conformance format: replicas, fields, and what happened, line by line.
///
/// Replicas and fields are named by their index; the names appear in files only.
package struct History: Sendable {
  /// One line of a history after its first.
  package enum Step: Sendable {
    case edit(Edit)
    case deliver(ChangeReference, to: Int)
    case merge(from: Int, to: Int)
    case expect(Expectation)
    case final([JSONValue])
  }

  /// The n-th change of a replica.
  package struct ChangeReference: Sendable, Equatable {
    /// The author's index.
    package var replica: Int
    /// The change's number among its author's, from 1.
    package var number: Int

    /// Names a change.
    package init(replica: Int, number: Int) {
      self.replica = replica
      self.number = number
    }
  }

  /// Calls committed in one transaction.
  package struct Edit: Sendable {
    /// The change that the edit makes.
    package var change: ChangeReference
    /// The replica's physical clock, in milliseconds since 1970.
    package var wall: Int64
    /// The hybrid timestamp that the change must carry.
    package var stamp: Stamp
    /// The calls, at least one.
    package var calls: [Call]
  }

  /// What a replica shows at a moment.
  package struct Expectation: Sendable {
    /// The replica's index.
    package var replica: Int
    /// How many changes of each replica it has applied.
    package var changes: [Int]
    /// What each field shows.
    package var state: [JSONValue]
  }

  /// A step and the line of its file that it stands on.
  package struct Line: Sendable {
    /// The line's number in its file, from 1.
    package var number: Int
    /// What the line says.
    package var step: Step
  }

  /// The seed that the history was made from.
  package var seed: Int64
  /// The replicas' names, in the order of their ids.
  package var replicas: [String]
  /// The document's fields.
  package var fields: [HistoryField]
  /// The number of the history's first line in its file.
  package var firstLine: Int
  /// What happened; the last is `final`.
  package var lines: [Line]
}

/// A hybrid timestamp as the history format writes it, apart from the core's own type.
package struct Stamp: Sendable, Equatable, Comparable {
  /// Milliseconds and counter in one number: `milliseconds << 16 | counter`.
  package var packed: UInt64

  /// Wraps a packed timestamp.
  package init(packed: UInt64) {
    self.packed = packed
  }

  /// The milliseconds since 1970.
  package var milliseconds: UInt64 { packed >> 16 }
  /// The counter among timestamps of one millisecond.
  package var counter: UInt64 { packed & 0xffff }

  /// Whether one timestamp is earlier than another.
  package static func < (left: Stamp, right: Stamp) -> Bool {
    left.packed < right.packed
  }
}

extension Stamp: CustomStringConvertible {
  /// The timestamp as `[milliseconds,counter]`.
  package var description: String { "[\(milliseconds),\(counter)]" }
}
