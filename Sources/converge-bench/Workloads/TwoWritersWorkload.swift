// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting

/// W8, B2: two replicas edit the same text at the same time, then exchange what is new.
struct TwoWritersWorkload {
  private let number: Int
  private let sides: [EditWork]

  init(_ number: Int) {
    self.number = number
    sides = [EditWork(b2: number, side: 1), EditWork(b2: number, side: 2)]
  }

  func run(in session: inout BenchSession) throws {
    session.check(EditWork.facts(b2: number, sides))
    let playing = try session.stopwatch.time(on: start) { pair in
      pair.diverge { replica, side in
        replica.edit {
          let (text, array) = ($0.text, $0.array)
          for operation in sides[side].operations { operation.apply(text: text, array: array) }
        }
      }
      let bytes = try pair.exchange()
      return (bytes, [pair.first.text.string, pair.second.text.string])
    }
    let (bytes, texts) = playing.output
    let document = playing.state.first
    let forms = DocumentForm.allCases.map { ($0, $0.encode(document)) }
    session.add(
      "W8", "B2.\(number) time", playing.timing,
      operations: sides.reduce(0) { $0 + $1.operations.count },
      [
        ("ok", .bool(texts[0] == texts[1] && isRightLength(texts[0]))),
        ("update_bytes", .integer(bytes.reduce(0, +))),
      ] + forms.map { ("doc_bytes_\($0.rawValue)", .integer($1.count)) })
    for (form, bytes) in forms {
      let parsing = try session.stopwatch.time {
        try form.load(bytes, of: document.id, EditFields(), as: 2).text.string
      }
      session.add(
        "W8", "B2.\(number) parse \(form.rawValue)", parsing.timing,
        [("bytes", .integer(bytes.count)), ("ok", .bool(parsing.output == texts[0]))])
    }
  }

  private func start() throws -> DivergedPair<EditFields> {
    let group = ReplicaGroup()
    var first = group.document(EditFields())
    first.edit { $0.text.insert(String(decoding: EditWork.commonText, as: UTF8.self), at: 0) }
    return DivergedPair(first, try group.load(EditFields(), snapshot: first.snapshot()))
  }

  /// Whether nothing that was inserted is lost, where nothing is removed.
  private func isRightLength(_ text: String) -> Bool {
    guard number < 4 else { return true }
    let inserted = sides.map { $0.resultText.utf8.count - EditWork.commonText.count }
    return text.utf8.count == EditWork.commonText.count + inserted.reduce(0, +)
  }
}
