// SPDX-License-Identifier: Apache-2.0

/// The simpler forms of a step that the shrinker tries, one after another.
enum ScriptSimplification {
  /// The clock that all edits are tried with.
  static let plainWall: Int64 = 1_700_000_000_000

  /// Changes that make a step simpler; each applies to whatever the ones before have left.
  static func alternatives(to step: ScriptStep) -> [(ScriptStep) -> ScriptStep] {
    switch step {
    case .edit(let edit) where edit.action != nil:
      [change(\.wall, to: plainWall)] + simplerChoices(of: edit.action?.choices ?? [])
    case .edit(let edit):
      [change(\.wall, to: plainWall)]
        + edit.calls.indices.flatMap { index in
          [
            change(\.calls[index].index, to: 0), change(\.calls[index].extent, to: 0),
            change(\.calls[index].key, to: 0), change(\.calls[index].value, to: 0),
            halve(\.calls[index].index), halve(\.calls[index].extent),
          ]
            + edit.calls[index].path.indices.map { change(\.calls[index].path[$0], to: 0) }
        }
    case .deliver:
      [
        {
          guard case .deliver(let label, let to, true) = $0 else { return $0 }
          return .deliver(label: label, to: to, isEncoded: false)
        }
      ]
    case .merge:
      [
        {
          guard case .merge(let from, let to, _) = $0 else { return $0 }
          return .merge(from: from, to: to, by: .document)
        }
      ]
    case .abandon, .restart, .examine:
      []
    }
  }

  private static func change<Value>(
    _ path: WritableKeyPath<ScriptEdit, Value>, to value: Value
  ) -> (ScriptStep) -> ScriptStep {
    { step in
      guard case .edit(var edit) = step else { return step }
      edit[keyPath: path] = value
      return .edit(edit)
    }
  }

  private static func halve(
    _ path: WritableKeyPath<ScriptEdit, Int>
  ) -> (ScriptStep) -> ScriptStep {
    { step in
      guard case .edit(var edit) = step else { return step }
      edit[keyPath: path] /= 2
      return .edit(edit)
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
    { step in
      guard case .edit(var edit) = step, var action = edit.action, var choices = action.choices
      else { return step }
      body(&choices)
      action.choices = choices
      edit.content = .action(action)
      return .edit(edit)
    }
  }
}
