// SPDX-License-Identifier: Apache-2.0

/// Writes a history as the lines that `HistoryReader` reads.
package enum HistoryWriter {
  /// The history's lines, each one a JSON object without a line break.
  package static func lines(of history: History) -> [String] {
    [header(of: history)] + history.lines.map { line($0.step, of: history) }
  }

  private static func header(of history: History) -> String {
    JSONWriter.compact(
      .object([
        JSONMember("t", .string("history")), JSONMember("format", .integer(1)),
        JSONMember("seed", .integer(history.seed)),
        JSONMember("replicas", .array(history.replicas.map { .string($0) })),
        JSONMember("fields", declaration(of: history.fields)),
      ]))
  }

  private static func declaration(of fields: [HistoryField]) -> JSONValue {
    .object(
      fields.map { field in
        let kind = JSONValue.string(field.kind.rawValue)
        guard !field.inner.isEmpty else { return JSONMember(field.name, kind) }
        return JSONMember(
          field.name,
          .object([JSONMember("kind", kind), JSONMember("fields", declaration(of: field.inner))]))
      })
  }

  private static func line(_ step: History.Step, of history: History) -> String {
    let members: [JSONMember]
    switch step {
    case .edit(let edit):
      members = [
        JSONMember("t", .string("do")), replica("r", edit.change.replica, history),
        JSONMember("wall", .integer(edit.wall)), change(edit.change, history),
        JSONMember(
          "stamp",
          .array([
            .integer(Int64(edit.stamp.milliseconds)), .integer(Int64(edit.stamp.counter)),
          ])),
        JSONMember(
          "calls", .array(edit.calls.map { CallFormat.write($0, fields: history.fields) })),
      ]
    case .deliver(let reference, let to):
      members = [
        JSONMember("t", .string("deliver")), change(reference, history), replica("to", to, history),
      ]
    case .merge(let from, let to):
      members = [
        JSONMember("t", .string("merge")), replica("from", from, history),
        replica("to", to, history),
      ]
    case .expect(let expectation):
      members = [
        JSONMember("t", .string("expect")), replica("r", expectation.replica, history),
        JSONMember("changes", changes(expectation.changes, history)),
        JSONMember("state", state(expectation.state, history)),
      ]
    case .final(let values):
      members = [JSONMember("t", .string("final")), JSONMember("state", state(values, history))]
    }
    return JSONWriter.compact(.object(members))
  }

  private static func replica(_ name: String, _ index: Int, _ history: History) -> JSONMember {
    JSONMember(name, .string(history.replicas[index]))
  }

  private static func change(
    _ reference: History.ChangeReference, _ history: History
  ) -> JSONMember {
    JSONMember(
      "change",
      .array([
        .string(history.replicas[reference.replica]), .integer(Int64(reference.number)),
      ]))
  }

  private static func changes(_ counts: [Int], _ history: History) -> JSONValue {
    .object(
      zip(history.replicas, counts).filter { $0.1 > 0 }
        .map { JSONMember($0.0, .integer(Int64($0.1))) })
  }

  private static func state(_ values: [JSONValue], _ history: History) -> JSONValue {
    .object(zip(history.fields, values).map { JSONMember($0.name, $1) })
  }
}
