// SPDX-License-Identifier: Apache-2.0

extension Script {
  /// The clocks that edits are made at, each once, ascending.
  var walls: [Int64] {
    var walls: Set<Int64> = []
    for step in steps {
      switch step {
      case .edit(let edit), .abandon(let edit): walls.insert(edit.wall)
      default: break
      }
    }
    return walls.sorted()
  }

  /// This script with other clocks.
  func mappingWalls(_ change: (Int64) -> Int64) -> Script {
    var script = self
    script.steps = steps.map { step in
      switch step {
      case .edit(var edit):
        edit.wall = change(edit.wall)
        return .edit(edit)
      case .abandon(var edit):
        edit.wall = change(edit.wall)
        return .abandon(edit)
      default: return step
      }
    }
    return script
  }

  /// This script with all that one replica does done by another, which takes its place.
  func moving(replica: Int, into other: Int) -> Script {
    func moved(_ one: Int) -> Int { one == replica ? other : one }
    var script = self
    script.steps = steps.map { step in
      switch step {
      case .edit(var edit):
        edit.replica = moved(edit.replica)
        return .edit(edit)
      case .abandon(var edit):
        edit.replica = moved(edit.replica)
        return .abandon(edit)
      case .deliver(let label, let target, let isEncoded):
        return .deliver(label: label, to: moved(target), isEncoded: isEncoded)
      case .merge(let source, let target, let path):
        return .merge(from: moved(source), to: moved(target), by: path)
      case .restart(let one, let fromSnapshot):
        return .restart(moved(one), fromSnapshot: fromSnapshot)
      case .examine(let one, let isThorough):
        return .examine(moved(one), isThorough: isThorough)
      case .collect(let one):
        return .collect(moved(one))
      case .member(var member):
        member.replica = moved(member.replica)
        if case .evict(let one) = member.action { member.action = .evict(moved(one)) }
        return .member(member)
      }
    }
    return script.dropping(replica: replica)
  }

  /// Scripts in which several deliveries to one replica are one merge, at the last one's place.
  ///
  /// The state is taken from the author of the last change delivered.
  var withMergesForDeliveries: [Script] {
    var authors: [Int: Int] = [:]
    for case .edit(let edit) in steps { authors[edit.label] = edit.replica }
    return (0..<replicaCount).compactMap { replica in
      let deliveries = steps.indices.filter { index in
        if case .deliver(_, replica, _) = steps[index] { true } else { false }
      }
      guard deliveries.count > 1, let last = deliveries.last,
        case .deliver(let label, _, _) = steps[last], let author = authors[label]
      else { return nil }
      var script = self
      script.steps[last] = .merge(from: author, to: replica, by: .document)
      for index in deliveries.dropLast().reversed() { script.steps.remove(at: index) }
      return script
    }
  }

  /// This script with edits labelled in order from 0.
  var relabelled: Script {
    var labels: [Int: Int] = [:]
    var script = self
    for index in steps.indices {
      switch steps[index] {
      case .edit(var edit):
        edit.label = labels.count
        if case .edit(let old) = steps[index] { labels[old.label] = edit.label }
        script.steps[index] = .edit(edit)
      case .member(var member):
        let label = labels.count
        labels[member.label] = label
        member.label = label
        script.steps[index] = .member(member)
      case .deliver(let label, let replica, let isEncoded):
        guard let new = labels[label] else { return self }
        script.steps[index] = .deliver(label: new, to: replica, isEncoded: isEncoded)
      case .abandon, .merge, .restart, .examine, .collect: break
      }
    }
    return script
  }
}
