// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting

/// W9: many small documents, made, encoded, loaded.
struct SmallDocumentsWorkload {
  static let documentCount = 10_000
  private static let keys = (0..<10).map { "k\($0)" }
  private static let title = "HelloWorld".map(String.init)

  typealias SmallDocument = Document<SmallFields>

  func run(in session: inout BenchSession) throws {
    let count = Self.documentCount
    let creating = session.stopwatch.time { Self.create(count) }
    session.add("W9", "create 10k docs x 20 ops", creating.timing, operations: count)
    let documents = creating.output
    for form in DocumentForm.allCases {
      let exporting = session.stopwatch.time { documents.map { form.encode($0) } }
      let messages = exporting.output
      session.add(
        "W9", "export 10k docs, \(form.rawValue)", exporting.timing, operations: count,
        [("bytes", .integer(messages.reduce(0) { $0 + $1.count }))])
      let importing = try session.stopwatch.time {
        var sum = 0
        for (document, message) in zip(documents, messages) {
          sum += try Self.read(form.load(message, of: document.id, SmallFields()))
        }
        return sum
      }
      session.add(
        "W9", "import + read 10k docs, \(form.rawValue)", importing.timing, operations: count,
        [("ok", .bool(importing.output == count * Self.readSum))])
    }
  }

  /// Makes documents of twenty ops each, every one with a document id of its own.
  static func create(_ count: Int) -> [SmallDocument] {
    let group = ReplicaGroup()
    return (0..<count).map { number in
      var document = group.document(SmallFields(), id: DocumentID(UInt64(number)))
      document.edit {
        let settings = $0.settings
        for (value, key) in keys.enumerated() { settings[key].value.set(value) }
        let text = $0.title
        for (position, letter) in title.enumerated() { text.insert(letter, at: position) }
      }
      return document
    }
  }

  /// What reading one document gives: the letters, the keys and the last value.
  private static let readSum = title.count + keys.count + 9

  /// Reads the text and the whole map.
  private static func read(_ document: SmallDocument) -> Int {
    var values: [String: Int] = [:]
    for (key, record) in document.settings { values[key] = record.value.value }
    return document.title.string.utf8.count + values.count + (values["k9"] ?? 0)
  }
}

/// A small document: settings and a title.
struct SmallFields: Schema {
  let settings = Field("settings", ORMap<String, Setting>.self)
  let title = Field("title", ReplicatedText.self)
}
