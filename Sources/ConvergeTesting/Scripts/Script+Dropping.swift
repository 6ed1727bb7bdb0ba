// SPDX-License-Identifier: Apache-2.0

extension Script {
  /// This script without one replica: its steps go, and later replicas move up.
  func dropping(replica: Int) -> Script {
    func renumbered(_ other: Int) -> Int { other > replica ? other - 1 : other }
    var script = self
    script.replicaCount -= 1
    if replica < founderCount { script.founderCount -= 1 }
    var nextNewcomer = founderCount
    script.steps = steps.compactMap { step in
      switch step {
      case .edit(var edit), .abandon(var edit):
        guard edit.replica != replica else { return nil }
        edit.replica = renumbered(edit.replica)
        if case .edit = step { return .edit(edit) }
        return .abandon(edit)
      case .deliver(let label, let to, let isEncoded):
        guard to != replica else { return nil }
        return .deliver(label: label, to: renumbered(to), isEncoded: isEncoded)
      case .merge(let from, let to, let path):
        guard from != replica, to != replica else { return nil }
        return .merge(from: renumbered(from), to: renumbered(to), by: path)
      case .restart(let one, let fromSnapshot):
        return one == replica ? nil : .restart(renumbered(one), fromSnapshot: fromSnapshot)
      case .examine(let one, let isThorough):
        return one == replica ? nil : .examine(renumbered(one), isThorough: isThorough)
      case .collect(let one):
        return one == replica ? nil : .collect(renumbered(one))
      case .member(var member):
        if case .admit = member.action {
          nextNewcomer += 1
          guard nextNewcomer - 1 != replica else { return nil }
        }
        guard member.replica != replica else { return nil }
        member.replica = renumbered(member.replica)
        if case .evict(let other) = member.action {
          guard other != replica else { return nil }
          member.action = .evict(renumbered(other))
        }
        return .member(member)
      }
    }
    return script
  }

  /// This script without a field, or nil when some call is about it.
  func dropping(unusedField field: Int) -> Script? {
    var script = self
    script.fields.remove(at: field)
    for index in steps.indices {
      switch steps[index] {
      case .edit(var edit):
        guard edit.drop(unusedField: field) else { return nil }
        script.steps[index] = .edit(edit)
      case .abandon(var edit):
        guard edit.drop(unusedField: field) else { return nil }
        script.steps[index] = .abandon(edit)
      case .deliver, .merge, .restart, .examine, .member, .collect:
        break
      }
    }
    return script
  }
}

extension ScriptEdit {
  /// Moves the fields behind a dropped one up; false when some call is about the dropped one.
  fileprivate mutating func drop(unusedField field: Int) -> Bool {
    for index in calls.indices {
      guard calls[index].field != field else { return false }
      if calls[index].field > field { calls[index].field -= 1 }
    }
    return true
  }
}
