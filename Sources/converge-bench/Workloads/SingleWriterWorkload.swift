// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting

/// W8, B1: one replica makes each op as a change of its own, another takes in each update.
struct SingleWriterWorkload {
  private let number: Int
  private let work: EditWork
  private let isOfNumbers: Bool

  init(_ number: Int) {
    self.number = number
    work = EditWork(b1: number)
    isOfNumbers = EditWork.isOfNumbers(b1: number)
  }

  /// What a document shows: its text, or its numbers.
  private enum Shown: Equatable {
    case text(String)
    case numbers([Int])
  }

  private var expected: Shown {
    isOfNumbers ? .numbers(work.numbers) : .text(work.resultText)
  }

  private func read(_ document: Document<EditFields>) -> Shown {
    isOfNumbers ? .numbers(document.array.elements) : .text(document.text.string)
  }

  func run(in session: inout BenchSession) throws {
    session.check(work.facts(b1: number))
    let playing = try session.stopwatch.time(play)
    let (document, updates, shown) = playing.output
    let forms = DocumentForm.allCases.map { ($0, $0.encode(document)) }
    session.add(
      "W8", "B1.\(number) time", playing.timing, operations: work.operations.count,
      [
        ("ok", .bool(shown.allSatisfy { $0 == expected })),
        ("update_bytes", .integer(updates)),
        ("avg_update", .integer(updates / work.operations.count)),
      ] + forms.map { ("doc_bytes_\($0.rawValue)", .integer($1.count)) })
    for (form, bytes) in forms {
      let parsing = try session.stopwatch.time {
        read(try form.load(bytes, of: document.id, EditFields()))
      }
      session.add(
        "W8", "B1.\(number) parse \(form.rawValue)", parsing.timing,
        [("bytes", .integer(bytes.count)), ("ok", .bool(parsing.output == expected))])
    }
  }

  /// Plays all; returns the first replica, the bytes of the updates and what both replicas show.
  private func play() throws -> (Document<EditFields>, Int, [Shown]) {
    let group = ReplicaGroup()
    var first = group.document(EditFields())
    var second = group.document(EditFields(), as: 1, id: first.id)
    var updates: [[UInt8]] = []
    for operation in work.operations {
      let change = first.edit { operation.apply(text: $0.text, array: $0.array) }
      if let change { updates.append(change.encoded(in: first.id)) }
    }
    for update in updates { try second.receiveUpdate(update) }
    return (first, updates.reduce(0) { $0 + $1.count }, [read(first), read(second)])
  }
}

extension EditOperation {
  /// Makes the op on a text or a list.
  func apply(text: ReplicatedText.Editor, array: MovableList<Int>.Editor) {
    switch self {
    case .insertText(let inserted, let position): text.insert(inserted, at: position)
    case .removeText(let position, let count): text.remove(at: position, count: count)
    case .insertNumbers(let numbers, let index): array.insert(contentsOf: numbers, at: index)
    }
  }
}

/// A document with a text and a list of numbers.
struct EditFields: Schema {
  let text = Field("text", ReplicatedText.self)
  let array = Field("array", MovableList<Int>.self)
}
