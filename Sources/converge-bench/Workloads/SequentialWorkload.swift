// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting

/// W1 to W4: one author's text, made here, encoded, loaded and taken in by another replica.
struct SequentialWorkload {
  typealias TextDocument = Document<TextFields>

  private let work: SequentialWork
  private let name: String

  /// The parts of the workload, as `--workload` names them.
  static let parts = ["W1", "W2", "W3", "W4"]

  init(_ work: SequentialWork, name: String) {
    self.work = work
    self.name = name
  }

  func run(in session: inout BenchSession) throws {
    session.check(work.facts(name: name))
    let selected = Self.parts.filter { session.selection.contains("\($0).\(name)") }
    if selected.contains("W1") { measureReplays(in: &session) }
    guard !work.isUnicode, selected != ["W1"] else { return }
    var document = Self.newDocument()
    let updates = Self.replayEmitting(work, on: &document)
    if selected.contains("W2") { measureEncoding(of: document, in: &session) }
    if selected.contains("W3") { try measureLoading(of: document, in: &session) }
    if selected.contains("W4") { try measureRemote(updates, of: document, in: &session) }
  }

  static func newDocument() -> TextDocument { ReplicaGroup().document(TextFields()) }

  private func isRight(_ document: TextDocument) -> BenchRecord.Fact {
    isRight(document.text.string)
  }

  private func isRight(_ text: String) -> BenchRecord.Fact {
    ("ok", .bool(text.utf8.elementsEqual(work.endText.utf8)))
  }

  // MARK: W1

  private func measureReplays(in session: inout BenchSession) {
    let size: BenchRecord.Fact = ("txns", .integer(work.ends.count))
    let whole = session.stopwatch.time(on: Self.newDocument) { Self.replayWhole(work, on: &$0) }
    session.add(
      "W1", "\(work.tag) one commit", whole.timing, operations: work.operationCount,
      [size, isRight(whole.state)])
    let each = session.stopwatch.time(on: Self.newDocument) { Self.replay(work, on: &$0) }
    session.add(
      "W1", "\(work.tag) commit per txn", each.timing, operations: work.operationCount,
      [size, isRight(each.state)])
    guard !work.isUnicode else { return }
    let emitting = session.stopwatch.time(on: Self.newDocument) {
      Self.replayEmitting(work, on: &$0)
    }
    session.add(
      "W1", "\(work.tag) commit per txn + emit update", emitting.timing,
      operations: work.operationCount,
      [
        size, isRight(emitting.state),
        ("update_bytes", .integer(emitting.output.reduce(0) { $0 + $1.count })),
        ("updates", .integer(emitting.output.count)),
      ])
  }

  private static func replayWhole(_ work: SequentialWork, on document: inout TextDocument) {
    document.edit {
      let text = $0.text
      for edit in work.edits { edit.apply(to: text) }
    }
  }

  /// Replays a session, each transaction as a change of its own.
  static func replay(_ work: SequentialWork, on document: inout TextDocument) {
    var start = 0
    for end in work.ends {
      document.edit {
        let text = $0.text
        for place in start..<end { work.edits[place].apply(to: text) }
      }
      start = end
    }
  }

  /// Replays a session, and returns the message that each transaction is to other replicas.
  static func replayEmitting(
    _ work: SequentialWork, on document: inout TextDocument
  ) -> [[UInt8]] {
    var updates: [[UInt8]] = []
    var start = 0
    for end in work.ends {
      let change = document.edit {
        let text = $0.text
        for place in start..<end { work.edits[place].apply(to: text) }
      }
      if let change { updates.append(change.encoded(in: document.id)) }
      start = end
    }
    return updates
  }

  // MARK: W2

  private func measureEncoding(of document: TextDocument, in session: inout BenchSession) {
    for form in DocumentForm.allCases {
      let first = session.stopwatch.time(
        runs: 3, warmUps: 0,
        on: {
          var document = Self.newDocument()
          Self.replay(work, on: &document)
          return document
        }, { form.encode($0) })
      session.add(
        "W2", "\(work.tag) \(form.rawValue), first encode", first.timing,
        [("bytes", .integer(first.output.count))])
      let again = session.stopwatch.time { form.encode(document) }
      session.add(
        "W2", "\(work.tag) \(form.rawValue), encode again", again.timing,
        [("bytes", .integer(again.output.count))])
    }
    measureCollected(in: &session)
  }

  /// The snapshot of a document with members, when everything is stable and collected.
  private func measureCollected(in session: inout BenchSession) {
    let collected = session.stopwatch.time(
      runs: 1, warmUps: 0,
      on: {
        var document = ReplicaGroup().collectingDocument(TextFields())
        Self.replay(work, on: &document)
        document.collectAll()
        return document
      }, { $0.snapshot() })
    session.add(
      "W2", "\(work.tag) snapshot, collected, first encode", collected.timing,
      [("bytes", .integer(collected.output.count)), isRight(collected.state)])
  }

  // MARK: W3

  private func measureLoading(
    of document: TextDocument, in session: inout BenchSession
  ) throws {
    for form in DocumentForm.allCases {
      let bytes = form.encode(document)
      let id = document.id
      let load = { try form.load(bytes, of: id, TextFields()) }
      let variant = "\(work.tag) \(form.rawValue): import"
      session.add("W3", variant, try session.stopwatch.time(load).timing)
      let reading = try session.stopwatch.time {
        let document = try load()
        return (document, document.text.string)
      }
      session.add(
        "W3", variant + " + read text", reading.timing, [isRight(reading.output.1)])
      let editing = try session.stopwatch.time {
        var document = try load()
        let text = document.text.string
        document.edit { $0.text.insert("x", at: $0.text.count / 2) }
        return (document, text)
      }
      let hasGrown = editing.output.0.text.count == work.endText.unicodeScalars.count + 1
      session.add(
        "W3", variant + " + read text + 1 edit", editing.timing,
        [hasGrown ? isRight(editing.output.1) : ("ok", .bool(false))])
    }
  }

  // MARK: W4

  private func measureRemote(
    _ updates: [[UInt8]], of document: TextDocument, in session: inout BenchSession
  ) throws {
    let runs = max(Stopwatch.fewestRuns, session.stopwatch.runs - 2)
    let makeEmpty = { ReplicaGroup().document(TextFields(), as: 1, id: document.id) }
    let single = try session.stopwatch.time(runs: runs, on: makeEmpty) { document in
      for update in updates { try document.receiveUpdate(update) }
      return document.text.string
    }
    session.add(
      "W4", "\(work.tag) (a) one update per txn", single.timing, operations: updates.count,
      [isRight(single.output)])
    let together = try session.stopwatch.time(runs: runs, on: makeEmpty) { document in
      let changes = try updates.flatMap { try ChangeBatch.decode($0, document: document.id) }
      document.apply(contentsOf: changes)
      return document.text.string
    }
    session.add(
      "W4", "\(work.tag) (a') the same updates in one call", together.timing,
      operations: updates.count, [isRight(together.output)])
    for form in DocumentForm.allCases {
      let bytes = form.encode(document)
      let big = try session.stopwatch.time(on: makeEmpty) { document in
        try form.merge(bytes, into: &document)
        return document.text.string
      }
      session.add(
        "W4", "\(work.tag) (b) one big update, \(form.rawValue)", big.timing,
        [isRight(big.output), ("bytes", .integer(bytes.count))])
    }
  }
}

extension Trace.Patch {
  /// Makes the edit: a removal, then an insert, each where there is one.
  func apply(to text: ReplicatedText.Editor) {
    if removed > 0 { text.remove(at: position, count: removed) }
    if !inserted.isEmpty { text.insert(inserted, at: position) }
  }
}

/// A document that is a text.
struct TextFields: Schema {
  let text = Field("text", ReplicatedText.self)
}
