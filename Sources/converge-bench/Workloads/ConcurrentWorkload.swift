// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting

/// W5: several authors' text, a live replica for each.
struct ConcurrentWorkload {
  private let work: ConcurrentWork

  private typealias Replicas = [Document<TextFields>]
  /// What a live session leaves: the texts of all replicas, and each transaction's update.
  private typealias Outcome = (texts: [String], updates: [[UInt8]])

  init(_ work: ConcurrentWork) {
    self.work = work
  }

  func run(in session: inout BenchSession) throws {
    session.check(work.facts)
    let live = try session.stopwatch.time(on: makeReplicas) { replicas in
      try play(on: &replicas) { replica, messages in
        for message in messages { try replica.receiveUpdate(message) }
      }
    }
    let outcome = live.output
    add("live replicas", live.timing, outcome, to: &session)
    let batched = try session.stopwatch.time(on: makeReplicas) { replicas in
      try play(on: &replicas) { replica, messages in
        let id = replica.id
        replica.apply(
          contentsOf: try messages.flatMap { try ChangeBatch.decode($0, document: id) })
      }
    }
    add("live replicas, import_batch", batched.timing, batched.output, to: &session)
    try measureFresh(outcome, live.state[0], in: &session)
  }

  private func add(
    _ variant: String, _ timing: Timing, _ outcome: Outcome, to session: inout BenchSession
  ) {
    session.add(
      "W5", "\(work.name) \(variant)", timing, operations: work.operationCount,
      [
        ("replicas_equal", .bool(outcome.texts.allSatisfy { $0 == outcome.texts[0] })),
        ("equals_end", .bool(outcome.texts[0] == work.endText)),
        ("updates", .integer(outcome.updates.count)),
        ("update_bytes", .integer(outcome.updates.reduce(0) { $0 + $1.count })),
      ])
  }

  private func makeReplicas() -> Replicas {
    let group = ReplicaGroup()
    let first = group.document(TextFields())
    return [first]
      + (1..<work.agentCount).map { group.document(TextFields(), as: $0, id: first.id) }
  }

  /// Plays the session; a transaction without an edit has an empty update, which is not imported.
  private func play(
    on replicas: inout Replicas,
    taking take: (inout Document<TextFields>, [[UInt8]]) throws -> Void
  ) throws -> Outcome {
    var updates: [[UInt8]] = []
    updates.reserveCapacity(work.steps.count)
    for step in work.steps {
      if !step.imports.isEmpty {
        try take(&replicas[step.agent], step.imports.map { updates[$0] }.filter { !$0.isEmpty })
      }
      let change = replicas[step.agent].edit {
        let text = $0.text
        for edit in step.edits { edit.apply(to: text) }
      }
      updates.append(change?.encoded(in: replicas[step.agent].id) ?? [])
    }
    for (agent, imports) in work.lastImports.enumerated() {
      try take(&replicas[agent], imports.map { updates[$0] }.filter { !$0.isEmpty })
    }
    return (replicas.map(\.text.string), updates)
  }

  private func measureFresh(
    _ outcome: Outcome, _ replica: Document<TextFields>, in session: inout BenchSession
  ) throws {
    let text = outcome.texts[0]
    let updates = outcome.updates.filter { !$0.isEmpty }
    let id = replica.id
    let single = try session.stopwatch.time {
      var document = ReplicaGroup().document(TextFields(), as: work.agentCount, id: id)
      for update in updates { try document.receiveUpdate(update) }
      return document.text.string
    }
    session.add(
      "W5", "\(work.name) fresh replica, one update per txn", single.timing,
      operations: updates.count,
      [
        ("ok", .bool(single.output == text)), ("equals_end", .bool(single.output == work.endText)),
      ])
    for form in DocumentForm.allCases {
      let bytes = form.encode(replica)
      let big = try session.stopwatch.time {
        try form.load(bytes, of: id, TextFields(), as: work.agentCount).text.string
      }
      session.add(
        "W5", "\(work.name) fresh replica, one big \(form.rawValue)", big.timing,
        [
          ("bytes", .integer(bytes.count)), ("ok", .bool(big.output == text)),
          ("equals_end", .bool(big.output == work.endText)),
        ])
    }
  }
}
