// SPDX-License-Identifier: Apache-2.0

/// The simpler forms of a step that the shrinker tries, one after another.
enum ScriptSimplification {
  /// The clock that all edits are tried with.
  static let plainWall: Int64 = 1_700_000_000_000

  /// Changes that make a step simpler; each applies to whatever the ones before have left.
  static func alternatives(to step: ScriptStep) -> [(ScriptStep) -> ScriptStep] {
    switch step {
    case .edit(let edit) where edit.action != nil:
      [change { $0.wall = plainWall }, change { $0.replica = 0 }]
        + simplerChoices(of: edit.action?.choices ?? [])
    case .edit(let edit), .abandon(let edit):
      [change { $0.wall = plainWall }] + edit.calls.indices.flatMap { simplerCalls($0, of: edit) }
    case .deliver:
      [
        {
          guard case .deliver(let label, let to, true) = $0 else { return $0 }
          return .deliver(label: label, to: to, isEncoded: false)
        }
      ]
    case .merge:
      [MergePath.state, .document].map { path in
        {
          guard case .merge(let from, let to, _) = $0 else { return $0 }
          return .merge(from: from, to: to, by: path)
        }
      }
    case .restart:
      [
        {
          guard case .restart(let replica, true) = $0 else { return $0 }
          return .restart(replica, fromSnapshot: false)
        }
      ]
    case .examine:
      [
        {
          guard case .examine(let replica, true) = $0 else { return $0 }
          return .examine(replica, isThorough: false)
        }
      ]
    case .member:
      [
        {
          guard case .member(var step) = $0 else { return $0 }
          step.wall = plainWall
          return .member(step)
        },
        {
          guard case .member(var step) = $0, case .admit = step.action else { return $0 }
          step.action = .admit(fromSnapshot: false)
          return .member(step)
        },
      ]
    case .collect: []
    }
  }

  /// The numbers of a call, each made 0, or as small as it goes.
  private static func simplerCalls(
    _ index: Int, of edit: ScriptEdit
  ) -> [(ScriptStep) -> ScriptStep] {
    let paths: [any WritableKeyPath<ScriptCall, Int> & Sendable] = [
      \.index, \.extent, \.key, \.value, \.choice,
    ]
    return paths.flatMap { path in
      (0...3).map { number in
        lower(index) { $0[keyPath: path] = min($0[keyPath: path], number) }
      } + Array(repeating: lower(index) { $0[keyPath: path] /= 2 }, count: 4)
        + Array(repeating: lower(index) { $0[keyPath: path] -= 1 }, count: 4)
    }
      + edit.calls[index].path.indices.map { step in
        lower(index) { if $0.path.indices.contains(step) { $0.path[step] = 0 } }
      } + [lower(index) { $0.path.removeLast(min($0.path.count, 2)) }]
  }

  /// A change of a call; one that would make a number negative changes nothing.
  private static func lower(
    _ index: Int, _ body: @escaping (inout ScriptCall) -> Void
  ) -> (ScriptStep) -> ScriptStep {
    change { edit in
      guard edit.calls.indices.contains(index) else { return }
      var call = edit.calls[index]
      body(&call)
      guard min(call.index, call.extent, call.key, call.value, call.choice) >= 0 else { return }
      edit.calls[index] = call
    }
  }

  /// What an action draws, made smaller: fewer draws, since zeros follow, and lower ones.
  private static func simplerChoices(of choices: [UInt64]) -> [(ScriptStep) -> ScriptStep] {
    let tails = [0, choices.count / 2, choices.count - 1].map { count in
      changeChoices { $0 = Array($0.prefix(max(count, 0))) }
    }
    return tails
      + choices.indices.reversed().flatMap { index in
        [
          // A draw less may be a turn of the action's loop less.
          changeChoices { if $0.indices.contains(index) { $0.remove(at: index) } },
          changeChoices { if $0.indices.contains(index) { $0[index] = 0 } },
          changeChoices { if $0.indices.contains(index) { $0[index] /= 2 } },
          changeChoices { if $0.indices.contains(index), $0[index] > 0 { $0[index] -= 1 } },
        ]
      }
  }

  private static func changeChoices(
    _ body: @escaping (inout [UInt64]) -> Void
  ) -> (ScriptStep) -> ScriptStep {
    change { edit in
      guard var action = edit.action, var choices = action.choices else { return }
      body(&choices)
      action.choices = choices
      edit.content = .action(action)
    }
  }

  private static func change(
    _ body: @escaping (inout ScriptEdit) -> Void
  ) -> (ScriptStep) -> ScriptStep {
    { step in
      guard var edit = step.content else { return step }
      body(&edit)
      return step.with(edit)
    }
  }
}

extension ScriptStep {
  /// What an edit does, committed or abandoned; nil for other steps.
  var content: ScriptEdit? {
    switch self {
    case .edit(let edit), .abandon(let edit): edit
    default: nil
    }
  }

  /// The same step with another edit in it.
  func with(_ edit: ScriptEdit) -> ScriptStep {
    switch self {
    case .edit: .edit(edit)
    case .abandon: .abandon(edit)
    default: self
    }
  }
}
