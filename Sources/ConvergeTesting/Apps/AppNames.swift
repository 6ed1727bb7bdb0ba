// SPDX-License-Identifier: Apache-2.0

/// What an app calls the devices and the actions of its runs.
struct AppNames: Sendable {
  /// The devices' names, by replica.
  var devices: [String]
  /// The actions' names, by their numbers.
  var actions: [String]

  /// A device's name.
  func device(_ replica: Int) -> String {
    devices.indices.contains(replica) ? devices[replica] : ScriptText.name(ofReplica: replica)
  }

  /// An action's name.
  func action(_ index: Int) -> String {
    actions.isEmpty ? "nothing" : actions[ValuePool.wrap(index, actions.count)]
  }
}

/// Tells a script of an app in its own words, a line for each step.
struct AppStory {
  /// The app's words.
  let names: AppNames
  /// What each action drew, by its edit's label.
  let drawn: [Int: DrawnChoices]
  /// What a clock shows that needs no mention.
  private static let plainWall = ScriptSimplification.plainWall

  /// The lines, numbered from 1.
  func lines(of script: Script) -> [String] {
    var places: [Int: Int] = [:]
    var lines: [String] = []
    for (index, step) in script.steps.enumerated() {
      if case .edit(let edit) = step { places[edit.label] = index }
      lines.append("\(index + 1)  " + line(step, places, script))
    }
    return lines
  }

  private func line(_ step: ScriptStep, _ places: [Int: Int], _ script: Script) -> String {
    switch step {
    case .edit(let edit):
      return "\(device(edit)): \(action(edit))"
    case .abandon(let edit):
      return "\(device(edit)): \(action(edit)), and throws"
    case .deliver(let label, let replica, let isEncoded):
      guard let place = places[label], case .edit(let edit) = script.steps[place] else {
        return "\(names.device(replica)) receives nothing"
      }
      return "\(names.device(replica)) receives step \(place + 1) of \(device(edit))"
        + (isEncoded ? ", as bytes" : "")
    case .merge(let source, let replica, let path):
      return "\(names.device(replica)) takes in all of \(names.device(source))"
        + Self.manner(of: path)
    case .restart(let replica, let fromSnapshot):
      return "\(names.device(replica)) restarts\(fromSnapshot ? " from its snapshot" : "")"
    case .examine(let replica, _):
      return "\(names.device(replica)) is examined"
    case .collect(let replica):
      return "\(names.device(replica)) collects garbage"
    case .member(let member):
      return "\(names.device(member.replica)) \(ScriptText.words(member.action, names.device))"
    }
  }

  private static func manner(of path: MergePath) -> String {
    switch path {
    case .document: ""
    case .state: ", as a state"
    case .snapshot: ", as a snapshot"
    case .delta: ", as a delta"
    }
  }

  private func device(_ edit: ScriptEdit) -> String { names.device(edit.replica) }

  private func action(_ edit: ScriptEdit) -> String {
    guard let action = edit.action else { return "nothing" }
    let words = drawn[edit.label]?.words ?? []
    let time = edit.wall == Self.plainWall ? "" : ", its clock at \(edit.wall)"
    return names.action(action.index)
      + (words.isEmpty ? "" : " (\(words.joined(separator: ", ")))") + time
  }
}
