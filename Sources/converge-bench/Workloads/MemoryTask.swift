// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting
import Foundation

/// Something whose memory is measured, in a process of its own.
enum MemoryTask: Equatable {
  /// A trace, each transaction a change, as W1 replays it; the snapshot and all changes are
  /// written to files whose names begin as given.
  case replay(trace: String, traces: String, output: String)
  /// A document from a file, read and edited once, as in W3.
  case load(DocumentForm, id: UInt64, file: String)
  /// The documents of W9.
  case smallDocuments

  /// The hidden option with which the program starts itself.
  static let option = "--memory-task"

  /// The words that start the task.
  var arguments: [String] {
    switch self {
    case .replay(let trace, let traces, let output):
      [Self.option, "replay", trace, traces, output]
    case .load(let form, let id, let file):
      [Self.option, "load", form.rawValue, String(id), file]
    case .smallDocuments: [Self.option, "small"]
    }
  }

  init?(_ words: ArraySlice<String>) {
    let words = Array(words)
    switch (words.first, words.count) {
    case ("replay", 4): self = .replay(trace: words[1], traces: words[2], output: words[3])
    case ("load", 4):
      guard let form = DocumentForm(rawValue: words[1]), let id = UInt64(words[2]) else {
        return nil
      }
      self = .load(form, id: id, file: words[3])
    case ("small", 1): self = .smallDocuments
    default: return nil
    }
  }
}

extension MemoryTask {
  /// Does the task in this process, and returns what it took as JSON.
  func run() throws -> JSONValue {
    try Self.warmUp()
    switch self {
    case .replay(let trace, let traces, let output):
      let work = try TraceFolder(path: traces).sequential(trace)
      let (document, growth) = ResidentMemory.measure {
        var document = SequentialWorkload.newDocument()
        SequentialWorkload.replay(work, on: &document)
        return document
      }
      for form in DocumentForm.allCases {
        try OutputFile.write(form.encode(document), to: "\(output).\(form.rawValue)")
      }
      return growth.json([("id", .string(String(document.id.value)))])
    case .load(let form, let id, let file):
      let bytes = try InputFile.read(file)
      let (document, growth) = try ResidentMemory.measure {
        try Self.load(bytes, form, of: DocumentID(id))
      }
      return growth.json([("chars", .integer(document.text.count))])
    case .smallDocuments:
      let (documents, growth) = ResidentMemory.measure {
        SmallDocumentsWorkload.create(SmallDocumentsWorkload.documentCount)
      }
      return growth.json([("docs", .integer(documents.count))])
    }
  }

  /// Touches the library's code once, so that its own pages are not counted as a document's.
  private static func warmUp() throws {
    var document = SequentialWorkload.newDocument()
    for _ in 0..<50 {
      document.edit { $0.text.insert("hello", at: 0) }
      document.edit {
        $0.text.remove(at: 1, count: 2)
        $0.text.insert("x", at: 1)
      }
    }
    for form in DocumentForm.allCases {
      _ = try load(form.encode(document), form, of: document.id)
    }
    _ = SmallDocumentsWorkload.create(10)
  }

  private static func load(
    _ bytes: [UInt8], _ form: DocumentForm, of id: DocumentID
  ) throws(WireError) -> Document<TextFields> {
    var document = try form.load(bytes, of: id, TextFields())
    let text = document.text.string
    document.edit { $0.text.insert("x", at: text.unicodeScalars.count / 2) }
    return document
  }

  /// Does the task in a process of its own.
  ///
  /// - Throws: `WorkError` when the process fails.
  func runApart() throws(WorkError) -> JSONValue {
    let program = CommandLine.arguments[0]
    let output = ChildProcess.run(program, arguments)
    guard output.exitCode == 0 else {
      let reason = String(decoding: output.standardError, as: UTF8.self)
      throw .malformed(program, "\(arguments.joined(separator: " ")) failed: \(reason)")
    }
    do throws(JSONError) {
      return try JSONParser.parse(Array(output.standardOutput))
    } catch {
      throw .malformed(program, "printed no JSON: \(error)")
    }
  }
}

extension ResidentMemory.Growth {
  /// The growth as the peers' programs write it.
  fileprivate func json(_ others: [BenchRecord.Fact]) -> JSONValue {
    var facts: [BenchRecord.Fact] = [("growth_bytes", .integer(bytes))]
    if let peakBytes { facts.append(("peak_growth_bytes", .integer(peakBytes))) }
    return .object((facts + others).map { JSONMember($0.name, $0.value) })
  }
}
