// SPDX-License-Identifier: Apache-2.0

/// A run of the fuzzer as an explicit list of steps: the script, not the seed, is the truth.
///
/// Scripts are total. An index is taken modulo the size of what it points into, and a step about a
/// change that was never made, or a replica that does not exist, is skipped. So any part of a
/// script is a script, which is what lets a failure shrink.
package struct Script: Sendable, Equatable {
  /// The seed that the script was made from.
  package var seed: UInt64
  /// The number of replicas, those that are admitted on the way among them; their ids ascend.
  package var replicaCount: Int
  /// How many of the replicas are declared as members from the start.
  ///
  /// With 0 nobody is: everyone may write, no garbage is collected, and steps about members are
  /// skipped. Otherwise the other replicas begin when they are admitted, in order.
  package var founderCount: Int
  /// The document's fields.
  package var fields: [HistoryField]
  /// What happens, in order.
  package var steps: [ScriptStep]

  /// Makes a script.
  package init(
    seed: UInt64, replicaCount: Int, founderCount: Int = 0, fields: [HistoryField],
    steps: [ScriptStep]
  ) {
    self.seed = seed
    self.replicaCount = replicaCount
    self.founderCount = founderCount
    self.fields = fields
    self.steps = steps
  }

  /// Whether members are declared, so that garbage is collected.
  package var hasMembers: Bool { founderCount > 0 }

  /// The number of calls in the script's edits; an action of an app counts as one.
  package var callCount: Int {
    steps.reduce(0) { count, step in
      guard case .edit(let edit) = step else { return count }
      return count + (edit.action == nil ? edit.calls.count : 1)
    }
  }
}

extension Script {
  /// This script with what each action drew in a run, instead of a seed to draw by.
  func drawing(_ drawn: [Int: DrawnChoices]) -> Script {
    guard !drawn.isEmpty else { return self }
    var script = self
    for index in steps.indices {
      switch steps[index] {
      case .edit(let edit): script.steps[index] = .edit(edit.drawing(drawn[edit.label]))
      case .abandon(let edit): script.steps[index] = .abandon(edit.drawing(drawn[edit.label]))
      default: break
      }
    }
    return script
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
  /// A member says something about members: its change is delivered as an edit's is.
  case member(MemberStep)
  /// A replica drops the garbage that it may drop.
  case collect(Int)
}

extension ScriptStep {
  /// The replica that the step happens at.
  var replica: Int {
    switch self {
    case .edit(let edit), .abandon(let edit): edit.replica
    case .deliver(_, let replica, _), .merge(_, let replica, _), .restart(let replica, _),
      .examine(let replica, _), .collect(let replica):
      replica
    case .member(let step): step.replica
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

/// What a replica does in a script: a transaction of calls, or an action of an app.
package struct ScriptEdit: Sendable, Equatable {
  /// What is done.
  package enum Content: Sendable, Equatable {
    /// Calls, in one transaction.
    case calls([ScriptCall])
    /// An action, in as many transactions as it likes.
    case action(ScriptAction)
  }

  /// What deliveries call the edit's changes; unique in a script, and kept when steps are cut.
  package var label: Int
  /// The author.
  package var replica: Int
  /// What the author's physical clock reads, in milliseconds since 1970.
  package var wall: Int64
  /// What is done.
  package var content: Content

  /// Makes a transaction.
  package init(label: Int, replica: Int, wall: Int64, calls: [ScriptCall]) {
    self.label = label
    self.replica = replica
    self.wall = wall
    content = .calls(calls)
  }

  /// Makes an action.
  package init(label: Int, replica: Int, wall: Int64, action: ScriptAction) {
    self.label = label
    self.replica = replica
    self.wall = wall
    content = .action(action)
  }

  /// The calls; none where an app acts.
  package var calls: [ScriptCall] {
    get { if case .calls(let calls) = content { calls } else { [] } }
    set { content = .calls(newValue) }
  }

  /// The app's action, or nil where calls are made.
  package var action: ScriptAction? {
    if case .action(let action) = content { action } else { nil }
  }
}

extension ScriptEdit {
  /// This edit with what its action drew.
  fileprivate func drawing(_ drawn: DrawnChoices?) -> ScriptEdit {
    guard case .action(var action) = content, let drawn else { return self }
    var edit = self
    action.choices = drawn.values
    edit.content = .action(action)
    return edit
  }
}

/// An action of an app, by its number, and what it draws.
package struct ScriptAction: Sendable, Equatable {
  /// Which of the app's actions, taken modulo how many there are.
  package var index: Int
  /// The seed of what it draws.
  package var seed: UInt64
  /// What it draws in place of that, zeros following; nil to draw by the seed.
  package var choices: [UInt64]?

  /// Makes an action.
  package init(index: Int, seed: UInt64, choices: [UInt64]? = nil) {
    self.index = index
    self.seed = seed
    self.choices = choices
  }

  /// What the action draws from.
  func source(isTold: Bool) -> RandomSource {
    RandomSource(seed: seed, choices: choices, isTold: isTold)
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
