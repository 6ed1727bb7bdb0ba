// SPDX-License-Identifier: Apache-2.0

/// A run of the fuzzer as an explicit list of steps: the script, not the seed, is the truth.
///
/// Scripts are total. An index is taken modulo the size of what it points into, and a step about a
/// change that was never made, or a replica that does not exist, is skipped. So any part of a
/// script is a script, which is what lets a failure shrink.
package struct Script: Sendable, Equatable {
  /// The seed that the script was made from.
  package var seed: UInt64
  /// The number of replicas; their ids ascend.
  package var replicaCount: Int
  /// The document's fields.
  package var fields: [HistoryField]
  /// What happens, in order.
  package var steps: [ScriptStep]

  /// Makes a script.
  package init(seed: UInt64, replicaCount: Int, fields: [HistoryField], steps: [ScriptStep]) {
    self.seed = seed
    self.replicaCount = replicaCount
    self.fields = fields
    self.steps = steps
  }

  /// The number of calls in the script's edits.
  package var callCount: Int {
    steps.reduce(0) { count, step in
      if case .edit(let edit) = step { count + edit.calls.count } else { count }
    }
  }
}

/// One step of a script.
package enum ScriptStep: Sendable, Equatable {
  /// A replica commits one transaction.
  case edit(ScriptEdit)
  /// A transaction whose closure throws after its calls; everything must stay as it was.
  case abandon(ScriptEdit)
  /// A replica is handed the change of the edit with this label, as a value or as bytes.
  case deliver(label: Int, to: Int, isEncoded: Bool)
  /// A replica takes in all that another has applied.
  case merge(from: Int, to: Int, by: MergePath)
  /// A replica loses what it holds back; with `fromSnapshot` it also goes through its bytes.
  case restart(Int, fromSnapshot: Bool)
  /// A replica is checked; thoroughly means also what is costly.
  case examine(Int, isThorough: Bool)
}

extension ScriptStep {
  /// The replica that the step happens at.
  var replica: Int {
    switch self {
    case .edit(let edit), .abandon(let edit): edit.replica
    case .deliver(_, let replica, _), .merge(_, let replica, _), .restart(let replica, _),
      .examine(let replica, _):
      replica
    }
  }
}

/// The ways for a replica to take in another's whole state.
///
/// All must end in the same state.
package enum MergePath: String, Sendable, CaseIterable {
  /// Merging a document, by its log where that is contiguous.
  case document
  /// Always joining states.
  case state
  /// Through the bytes of a snapshot.
  case snapshot
  /// Through the delta for what the receiver has applied.
  case delta

  /// The way in words, behind "takes in".
  var words: String {
    switch self {
    case .document: "by merging the document"
    case .state: "by joining the states"
    case .snapshot: "through the bytes of a snapshot"
    case .delta: "through the changes that are missing here"
    }
  }
}

/// A transaction of a script.
package struct ScriptEdit: Sendable, Equatable {
  /// What deliveries call the edit's change; unique in a script, and kept when steps are cut.
  package var label: Int
  /// The author.
  package var replica: Int
  /// What the author's physical clock reads, in milliseconds since 1970.
  package var wall: Int64
  /// The calls.
  package var calls: [ScriptCall]

  /// Makes a transaction.
  package init(label: Int, replica: Int, wall: Int64, calls: [ScriptCall]) {
    self.label = label
    self.replica = replica
    self.wall = wall
    self.calls = calls
  }
}

/// A call whose numbers get their meaning when it is made: each is taken modulo what is there.
package struct ScriptCall: Sendable, Equatable {
  /// The field.
  package var field: Int
  /// Which of the calls that the field's datatype has.
  package var choice: Int
  /// An index into the visible content.
  package var index: Int
  /// A second index, or a count.
  package var extent: Int
  /// The key or member.
  package var key: Int
  /// The value.
  package var value: Int
  /// The way into records: a key and which of the record's fields, by turns.
  package var path: [Int]

  /// Makes a call.
  package init(
    field: Int, choice: Int, index: Int = 0, extent: Int = 0, key: Int = 0, value: Int = 0,
    path: [Int] = []
  ) {
    self.field = field
    self.path = path
    self.choice = choice
    self.index = index
    self.extent = extent
    self.key = key
    self.value = value
  }
}
