// SPDX-License-Identifier: Apache-2.0

/// Writes a failing script as a Swift test, to paste into a file of the package's own tests.
///
/// The script is written out, so the test stays the same when the making of scripts changes.
package enum SwiftTest {
  /// The lines of a whole file.
  package static func lines(of failure: FuzzFailure) -> [String] {
    [
      "// SPDX-License-Identifier: Apache-2.0", "", "import ConvergeTesting", "import Testing",
      "",
    ] + function(failure.script, check: failure.failure.check)
  }

  private static func function(_ script: Script, check: CheckID) -> [String] {
    let lines = [
      "@Test func `\(check.rawValue) holds in what seed \(script.seed) came to`() {",
      "  let script = Script(",
      "    seed: \(script.seed), replicaCount: \(script.replicaCount),"
        + (script.hasMembers ? " founderCount: \(script.founderCount)," : ""),
    ]
    return lines + list("    fields: ", script.fields.map { field($0) }, "    ", end: ",")
      + list("    steps: ", script.steps.map { step($0) }, "    ", end: ")")
      + ["  #expect(ScriptRun.run(script).failure == nil)", "}"]
  }

  /// A list, an item in its lines after the other; several end with a comma, as is the style.
  private static func list(
    _ start: String, _ items: [[String]], _ indent: String, end: String
  ) -> [String] {
    guard !items.isEmpty else { return ["\(start)[]\(end)"] }
    var lines = [start + "["]
    for item in items {
      lines += item.map { indent + "  " + $0 }
      if items.count > 1 { lines[lines.count - 1] += "," }
    }
    return lines + ["\(indent)]\(end)"]
  }

  private static func field(_ field: HistoryField) -> [String] {
    let start = "HistoryField(\(literal(field.name)), .\(field.kind.rawValue)"
    guard !field.inner.isEmpty else { return [start + ")"] }
    return ["HistoryField(", "  \(literal(field.name)), .\(field.kind.rawValue),"]
      + list("  of: ", field.inner.map { self.field($0) }, "  ", end: ")")
  }

  private static func step(_ step: ScriptStep) -> [String] {
    switch step {
    case .edit(let edit): self.edit(edit, as: "edit")
    case .abandon(let edit): self.edit(edit, as: "abandon")
    case .deliver(let label, let replica, let isEncoded):
      [".deliver(label: \(label), to: \(replica), isEncoded: \(isEncoded))"]
    case .merge(let source, let replica, let path):
      [".merge(from: \(source), to: \(replica), by: .\(path))"]
    case .restart(let replica, let fromSnapshot):
      [".restart(\(replica), fromSnapshot: \(fromSnapshot))"]
    case .examine(let replica, let isThorough):
      [".examine(\(replica), isThorough: \(isThorough))"]
    case .collect(let replica): [".collect(\(replica))"]
    case .member(let member):
      [
        ".member(", "  MemberStep(",
        "    label: \(member.label), replica: \(member.replica), "
          + "wall: \(member.wall.grouped(by: "_")), action: .\(member.action)))",
      ]
    }
  }

  private static func edit(_ edit: ScriptEdit, as name: String) -> [String] {
    [
      ".\(name)(", "  ScriptEdit(",
      "    label: \(edit.label), replica: \(edit.replica), wall: \(edit.wall.grouped(by: "_")),",
    ] + list("    calls: ", edit.calls.map { [call($0)] }, "    ", end: "))")
  }

  private static func call(_ call: ScriptCall) -> String {
    var arguments = ["field: \(call.field)", "choice: \(call.choice)"]
    let others = [
      ("index", call.index), ("extent", call.extent), ("key", call.key), ("value", call.value),
    ]
    arguments += others.filter { $0.1 != 0 }.map { "\($0.0): \($0.1)" }
    if !call.path.isEmpty { arguments.append("path: \(call.path)") }
    return "ScriptCall(\(arguments.joined(separator: ", ")))"
  }

  private static func literal(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    return "\"\(escaped)\""
  }
}
