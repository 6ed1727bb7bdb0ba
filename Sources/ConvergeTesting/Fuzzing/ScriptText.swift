// SPDX-License-Identifier: Apache-2.0

/// Tells a script in words, a line for each step.
package enum ScriptText {
  /// The lines, numbered from 0 as in failures.
  package static func lines(of script: Script) -> [String] {
    script.steps.enumerated().map { "\($0.offset)  \(line($0.element, script))" }
  }

  /// The letter that stands for a replica.
  package static func name(ofReplica replica: Int) -> String {
    guard (0..<26).contains(replica) else { return "\(replica)" }
    return String(Character(Unicode.Scalar(UInt8(65 + replica))))
  }

  /// One step in words.
  static func line(_ step: ScriptStep, _ script: Script) -> String {
    switch step {
    case .edit(let edit):
      "\(name(ofReplica: edit.replica)) edits #\(edit.label) at \(edit.wall): "
        + calls(edit, script)
    case .abandon(let edit):
      "\(name(ofReplica: edit.replica)) throws after: \(calls(edit, script))"
    case .deliver(let label, let replica, let isEncoded):
      "#\(label) to \(name(ofReplica: replica))\(isEncoded ? ", as bytes" : "")"
    case .merge(let source, let replica, let path):
      "\(name(ofReplica: replica)) takes in \(name(ofReplica: source)) by \(path)"
    case .restart(let replica, let fromSnapshot):
      "\(name(ofReplica: replica)) restarts\(fromSnapshot ? " from its snapshot" : "")"
    case .examine(let replica, let isThorough):
      "\(name(ofReplica: replica)) is examined\(isThorough ? " thoroughly" : "")"
    case .collect(let replica):
      "\(name(ofReplica: replica)) collects garbage"
    case .member(let step):
      "\(name(ofReplica: step.replica)) \(words(step.action)) #\(step.label) at \(step.wall)"
    }
  }

  /// What a member says, behind its name.
  static func words(
    _ action: MemberStep.Action, _ name: (Int) -> String = { name(ofReplica: $0) }
  ) -> String {
    switch action {
    case .acknowledge: "acknowledges"
    case .admit(let fromSnapshot):
      "admits the next replica, which begins from \(fromSnapshot ? "a snapshot" : "a fork")"
    case .admitAgain: "admits the newest replica too"
    case .evict(let other): "evicts \(name(other))"
    }
  }

  private static func calls(_ edit: ScriptEdit, _ script: Script) -> String {
    if let action = edit.action { return "action \(action.index)" }
    return edit.calls.map { call in
      let field =
        script.fields.indices.contains(call.field) ? script.fields[call.field].name : "none"
      let path = call.path.isEmpty ? "" : "path \(call.path), "
      return "\(field)(\(path)choice \(call.choice), index \(call.index), extent \(call.extent), "
        + "key \(call.key), value \(call.value))"
    }.joined(separator: "; ")
  }
}
