// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting

/// W8, B3: many replicas make a change each to an empty document, another takes all in.
struct ManyWritersWorkload {
  private let number: Int

  private static let id = DocumentID(0x5eed)

  init(_ number: Int) {
    self.number = number
  }

  func run(in session: inout BenchSession) throws {
    let updates = (0..<EditWork.writerCount).compactMap(update)
    let single = try session.stopwatch.time {
      var document = ReplicaGroup().document(WriterFields(), as: -1, id: Self.id)
      for update in updates { try document.receiveUpdate(update) }
      return (document, read(document))
    }
    let (document, shown) = single.output
    let forms = DocumentForm.allCases.map { ($0, $0.encode(document)) }
    let sizes =
      [("update_bytes", JSONValue.integer(updates.reduce(0) { $0 + $1.count }))]
      + forms.map { ("doc_bytes_\($0.rawValue)", .integer($1.count)) }
    // Whatever the order in which changes come, all show the same.
    var reversed = ReplicaGroup().document(WriterFields(), as: -2, id: Self.id)
    for update in updates.reversed() { try reversed.receiveUpdate(update) }
    let isRight = updates.count == EditWork.writerCount && read(reversed) == shown
    session.add(
      "W8", "B3.\(number) time", single.timing, operations: updates.count,
      [("ok", .bool(isRight))] + sizes)
    let together = try session.stopwatch.time {
      var document = ReplicaGroup().document(WriterFields(), as: -1, id: Self.id)
      document.apply(
        contentsOf: try updates.flatMap { try ChangeBatch.decode($0, document: Self.id) })
      return (document, read(document))
    }
    session.add(
      "W8", "B3.\(number) time, import_batch", together.timing, operations: updates.count,
      [("ok", .bool(together.output.1 == shown))])
    for (form, bytes) in forms {
      let parsing = try session.stopwatch.time {
        read(try form.load(bytes, of: Self.id, WriterFields(), as: -1))
      }
      session.add(
        "W8", "B3.\(number) parse \(form.rawValue)", parsing.timing,
        [("bytes", .integer(bytes.count)), ("ok", .bool(parsing.output == shown))])
    }
  }

  private func update(of writer: Int) -> [UInt8]? {
    var document = ReplicaGroup().document(WriterFields(), as: writer, id: Self.id)
    let change = document.edit {
      switch number {
      case 1: $0.numbers["v"].value.set(writer)
      case 2: $0.objects["v"].value.set(["name": String(writer), "address": "here"])
      case 3:
        $0.strings["v"].value.set(
          String(repeating: String(writer), count: EditWork.writerCount))
      case 4: $0.array.insert(String(writer), at: 0)
      default: $0.text.insert(String(writer), at: 0)
      }
    }
    return change?.encoded(in: document.id)
  }

  /// All that the document shows.
  private func read(_ document: Document<WriterFields>) -> [String] {
    document.numbers.map { "\($0.key) \($0.record.value.value)" }
      + document.objects.map { record in
        record.key + record.record.value.value.sorted { $0.key < $1.key }.map(\.value).joined()
      }
      + document.strings.map { $0.key + $0.record.value.value }
      + document.array.elements + [document.text.string]
  }
}

/// A document with a map of each kind of value, a list and a text, for many writers.
struct WriterFields: Schema {
  let numbers = Field("map", ORMap<String, Setting>.self)
  let objects = Field("objects", ORMap<String, ObjectSetting>.self)
  let strings = Field("strings", ORMap<String, StringSetting>.self)
  let array = Field("array", MovableList<String>.self)
  let text = Field("text", ReplicatedText.self)
}

/// A setting that is an object.
struct ObjectSetting: Schema {
  let value = Field("value", LWWRegister<[String: String]>.self, default: [:])
}

/// A setting that is a string.
struct StringSetting: Schema {
  let value = Field("value", LWWRegister<String>.self, default: "")
}
