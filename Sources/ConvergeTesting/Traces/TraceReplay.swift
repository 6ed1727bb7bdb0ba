// SPDX-License-Identifier: Apache-2.0

import Converge

/// What replaying a trace came to.
package struct TraceResult: Sendable, Equatable {
  /// The transactions replayed, each one change.
  package var transactions = 0
  /// The patches in them.
  package var patches = 0
  /// The operations: scalars inserted and scalars removed.
  package var operations = 0
  /// Changes handed to other replicas.
  package var deliveries = 0
  /// The first difference from what the trace says, or nil.
  package var mismatch: String?
}

/// Replays a trace on one replica per author, and mirrors a single author to a second replica.
///
/// Before each transaction the author's replica takes in just the ancestors that it lacks.
package struct TraceReplay {
  private let trace: Trace
  private let field = Field("text", ReplicatedText.self)
  private var documents: [ReplicatedDocument]
  /// For each replica, which transactions it has applied.
  private var applied: [[Bool]]
  /// For each transaction its change; nil before it is made, and where it has no patch.
  private var changes: [Change?]
  private var result = TraceResult()

  /// Runs a trace and compares the texts in the end.
  ///
  /// Now and then `progress` is told the transactions replayed and their number.
  ///
  /// - Throws: `TraceError` when a patch lies outside the text.
  package static func run(
    _ trace: Trace, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(TraceError) -> TraceResult {
    var replay = TraceReplay(trace)
    replay.begin()
    for index in trace.transactions.indices {
      try replay.run(index)
      if index % 1000 == 999 { progress(index + 1, trace.transactions.count) }
    }
    replay.finish()
    return replay.result
  }

  private init(_ trace: Trace) {
    self.trace = trace
    // A single author is followed by a mirror, so that there always is someone to converge with.
    let replicaCount = max(trace.agentCount, 2)
    documents = (0..<replicaCount).map { .empty(replica: $0) }
    applied = Array(
      repeating: Array(repeating: false, count: trace.transactions.count), count: replicaCount)
    changes = Array(repeating: nil, count: trace.transactions.count)
  }

  private mutating func begin() {
    guard !trace.startContent.isEmpty else { return }
    let field = field
    let change = documents[0].edit { $0[field].insert(trace.startContent, at: 0) }
    if let change { apply(change, to: 1, of: "the start") }
  }

  private mutating func run(_ index: Int) throws(TraceError) {
    let transaction = trace.transactions[index]
    let agent = transaction.agent
    takeInAncestors(of: index, at: agent)
    var count = documents[agent][field].count
    for (number, patch) in transaction.patches.enumerated() {
      let (end, overflow) = patch.position.addingReportingOverflow(patch.removed)
      guard !overflow, end <= count else {
        throw .outsideText(
          patch.position..<(overflow ? Int.max : end), count: count, transaction: index,
          patch: number)
      }
      let inserted = patch.inserted.unicodeScalars.count
      count += inserted - patch.removed
      result.operations += inserted + patch.removed
    }
    result.transactions += 1
    result.patches += transaction.patches.count
    let field = field
    changes[index] = documents[agent].edit { document in
      let text = document[field]
      for patch in transaction.patches {
        if patch.removed > 0 { text.remove(at: patch.position, count: patch.removed) }
        if !patch.inserted.isEmpty { text.insert(patch.inserted, at: patch.position) }
      }
    }
    applied[agent][index] = true
    if trace.agentCount == 1 { deliver(index, to: 1) }
  }

  /// What a replica has applied is closed under ancestors, so the search stops at what is there.
  private mutating func takeInAncestors(of index: Int, at replica: Int) {
    var missing: [Int] = []
    var open = trace.transactions[index].parents
    var isFound: Set<Int> = []
    while let next = open.popLast() {
      guard !applied[replica][next], isFound.insert(next).inserted else { continue }
      missing.append(next)
      open += trace.transactions[next].parents
    }
    for ancestor in missing.sorted() { deliver(ancestor, to: replica) }
  }

  private mutating func deliver(_ index: Int, to replica: Int) {
    applied[replica][index] = true
    if let change = changes[index] { apply(change, to: replica, of: "transaction \(index)") }
  }

  private mutating func apply(_ change: Change, to replica: Int, of origin: String) {
    result.deliveries += 1
    let outcome = documents[replica].apply(change)
    if case .applied = outcome { return }
    if result.mismatch == nil {
      result.mismatch = "replica \(replica) answered \(outcome) to the change of \(origin)"
    }
  }

  private mutating func finish() {
    for replica in documents.indices {
      for index in trace.transactions.indices where !applied[replica][index] {
        deliver(index, to: replica)
      }
      let shown = documents[replica][field].string
      guard result.mismatch == nil,
        let difference = Difference.first(
          expected: .string(trace.endContent), shown: .string(shown))
      else { continue }
      result.mismatch = "replica \(replica): \(difference)"
    }
    let bytes = documents[0].snapshot()
    if result.mismatch == nil, !documents.dropFirst().allSatisfy({ $0.snapshot() == bytes }) {
      result.mismatch = "the texts are equal, but the snapshots are not the same bytes"
    }
  }
}
