// SPDX-License-Identifier: Apache-2.0

import Converge

/// The replicas of one such history, each beside a shadow: the same document, which never drops
/// anything.
///
/// Invariant: a document and its shadow have been told the same, in the same order.
struct GarbageWorld {
  private let fields: [DocumentField]
  private let resolver: CallResolver
  private(set) var documents: [ReplicatedDocument]
  private var shadows: [ReplicatedDocument]
  /// All changes made, in the order made, and those of each label.
  private var changes: [Change] = []
  private var labels: [Int: Change] = [:]
  private(set) var counts = GarbageCounts()

  init(_ script: GarbageScript) {
    fields = script.fields.map { DocumentField($0) }
    resolver = CallResolver(fields: script.fields)
    let members = (0..<script.founderCount).map { ReplicaID.ofRun($0) }
    documents = (0..<script.founderCount).map { .empty(replica: $0, members: members) }
    shadows = documents
  }

  // MARK: Steps

  mutating func perform(_ step: GarbageStep) throws(CheckFailure) {
    switch step {
    case .edit(let edit):
      try perform(edit)
    case .acknowledge(let label, let replica):
      try acknowledge(index(replica), label)
    case .collect(let replica):
      try collect(index(replica))
    case .deliver(let label, let replica):
      if let change = labels[label] { try deliver(change, to: index(replica)) }
    case .merge(let source, let target, let path):
      try merge(from: index(source), to: index(target), by: path)
    case .restart(let replica):
      try restart(index(replica))
    case .admit(let label, let sponsor, let fromSnapshot):
      try admit(label, by: index(sponsor), fromSnapshot)
    case .admitAgain(let label, let sponsor):
      try note(documents[index(sponsor)].admit(.ofRun(documents.count - 1)), label, sponsor)
    }
  }

  private func index(_ replica: Int) -> Int { replica % documents.count }

  private mutating func perform(_ edit: ScriptEdit) throws(CheckFailure) {
    let replica = index(edit.replica)
    documents[replica].clock = .fixed(edit.wall)
    let (fields, resolver) = (fields, resolver)
    var failure: CheckFailure?
    let change = documents[replica].edit { transaction in
      for scripted in edit.calls {
        let before = fields[scripted.field].state(in: transaction)
        let call = resolver.resolve(scripted) { _, path in
          CallRange.count(of: CallRange.shown(in: path, before))
        }
        guard let call else { continue }
        do {
          try fields[call.field].perform(call, in: transaction, shown: before)
        } catch {
          failure = CheckFailure(.intent, replica: replica, "\(error)")
        }
      }
    }
    if let failure { throw failure }
    counts.operations += edit.calls.count
    try note(change, edit.label, replica)
  }

  /// Keeps a change that a replica has just made, and tells its shadow.
  private mutating func note(
    _ change: Change?, _ label: Int, _ replica: Int
  ) throws(CheckFailure) {
    let replica = index(replica)
    if let change {
      changes.append(change)
      labels[label] = change
      let outcome = shadows[replica].apply(change)
      guard case .applied = outcome else {
        throw CheckFailure(.outcome, replica: replica, "the shadow: \(outcome)")
      }
    }
    try compare(replica)
  }

  private mutating func acknowledge(_ replica: Int, _ label: Int) throws(CheckFailure) {
    try note(documents[replica].acknowledge(), label, replica)
  }

  private mutating func collect(_ replica: Int) throws(CheckFailure) {
    let report = documents[replica].collectGarbage()
    counts.slots += report.slots
    counts.elements += report.elements
    counts.records += report.records
    counts.changes += report.changes
    guard documents[replica].collectGarbage().isEmpty else {
      throw CheckFailure(.redelivery, replica: replica, "collected twice")
    }
    try compare(replica)
  }

  private mutating func deliver(_ change: Change, to replica: Int) throws(CheckFailure) {
    let outcome = documents[replica].apply(change)
    let shadow = shadows[replica].apply(change)
    if case .refused = outcome {
      throw CheckFailure(.outcome, replica: replica, "\(outcome)")
    }
    guard outcome == shadow else {
      throw CheckFailure(.outcome, replica: replica, "\(outcome), its shadow \(shadow)")
    }
    counts.deliveries += 1
    try compare(replica)
  }

  private mutating func merge(
    from source: Int, to replica: Int, by path: MergePath
  ) throws(CheckFailure) {
    guard source != replica else { return }
    try MergeStep.merge(documents[source], into: &documents[replica], by: path, replica: replica)
    // The other way is as good: what the source has dropped, its shadow has not.
    try MergeStep.merge(shadows[source], into: &shadows[replica], by: path, replica: replica)
    counts.merges += 1
    try compare(replica)
  }

  private mutating func restart(_ replica: Int) throws(CheckFailure) {
    documents[replica] = try reloaded(documents[replica], as: replica)
    shadows[replica] = try reloaded(shadows[replica], as: replica)
    try compare(replica)
  }

  private func reloaded(
    _ document: ReplicatedDocument, as replica: Int
  ) throws(CheckFailure) -> ReplicatedDocument {
    let bytes = document.snapshot()
    do {
      let result = try ReplicatedDocument.decoded(bytes, replica: replica)
      guard result.snapshot() == bytes else {
        throw CheckFailure(.codec, replica: replica, "a snapshot reads as another")
      }
      return result
    } catch let error as WireError {
      throw CheckFailure(.codec, replica: replica, "a snapshot was refused: \(error)")
    } catch let error as CheckFailure {
      throw error
    } catch {
      throw CheckFailure(.codec, replica: replica, "\(error)")
    }
  }

  private mutating func admit(
    _ label: Int, by sponsor: Int, _ fromSnapshot: Bool
  ) throws(CheckFailure) {
    let number = documents.count
    try note(documents[sponsor].admit(.ofRun(number)), label, sponsor)
    if fromSnapshot {
      documents.append(try reloaded(documents[sponsor], as: number))
    } else {
      documents.append(documents[sponsor].fork(as: .ofRun(number)))
    }
    shadows.append(shadows[sponsor].fork(as: .ofRun(number)))
    counts.joins += 1
    try compare(number)
  }

  // MARK: Checks

  private func compare(_ replica: Int) throws(CheckFailure) {
    let (document, shadow) = (documents[replica], shadows[replica])
    guard document.versionVector == shadow.versionVector else {
      throw CheckFailure(.convergence, replica: replica, "other changes than its shadow")
    }
    for field in fields {
      let (shown, expected) = (field.state(in: document), field.state(in: shadow))
      guard shown == expected else {
        throw CheckFailure(
          .spec, replica: replica, "\(field.name) shows \(shown), its shadow \(expected)")
      }
    }
    guard document.lostParents == 0 else {
      throw CheckFailure(.outcome, replica: replica, "a change names a slot that was dropped")
    }
    do {
      try document.verifyInvariants()
    } catch {
      throw CheckFailure(.invariants, replica: replica, "\(error)")
    }
  }

  /// Lets everyone hear everything, tell so and collect; then no garbage may be left that nothing
  /// hangs on, and all must be equal.
  mutating func settle() throws(CheckFailure) {
    // Until a newcomer has told something nothing is dropped; who collected before has less.
    if counts.joins == 0 { try compareCollected() }
    var isNews = true
    var round = 0
    while isNews {
      isNews = false
      for change in changes {
        for replica in documents.indices { try deliver(change, to: replica) }
      }
      for replica in documents.indices {
        let before = changes.count
        try acknowledge(replica, -1)
        isNews = isNews || changes.count > before
      }
      round += 1
      guard round < 20 else { throw CheckFailure(.quiescence, replica: nil, "no end of telling") }
    }
    for replica in documents.indices {
      try collect(replica)
      let dead = documents[replica].deadSlots
      counts.deadSlots += dead.all
      guard dead.childless == 0, documents[replica].collectGarbage().heldUpBy.isEmpty else {
        throw CheckFailure(.quiescence, replica: replica, "garbage is left: \(dead)")
      }
    }
    try compareCollected()
  }

  /// Replicas with equal version vectors that have collected what they may have equal bytes.
  private func compareCollected() throws(CheckFailure) {
    let collected = documents.map { document in
      var document = document
      document.collectGarbage()
      return (document.versionVector, document.snapshot())
    }
    for (replica, one) in collected.enumerated() {
      for other in collected[..<replica] where other.0 == one.0 && other.1 != one.1 {
        throw CheckFailure(.bytes, replica: replica, "other bytes than another replica's")
      }
    }
  }
}

/// What was done in such histories.
package struct GarbageCounts: Sendable, Equatable {
  /// Histories run.
  package var histories = 0
  /// Calls made in committed transactions.
  package var operations = 0
  /// Changes handed to a replica, repeats among them.
  package var deliveries = 0
  /// Whole states merged.
  package var merges = 0
  /// Replicas admitted.
  package var joins = 0
  /// Slots dropped.
  package var slots = 0
  /// Elements forgotten.
  package var elements = 0
  /// Records whose contents were dropped.
  package var records = 0
  /// Changes dropped from logs.
  package var changes = 0
  /// The dead slots left in the end, on which others hang.
  package var deadSlots = 0

  /// Nothing done yet.
  package init() {}

  /// Adds another run's numbers.
  package static func += (left: inout GarbageCounts, right: GarbageCounts) {
    left.histories += right.histories
    left.operations += right.operations
    left.deliveries += right.deliveries
    left.merges += right.merges
    left.joins += right.joins
    left.slots += right.slots
    left.elements += right.elements
    left.records += right.records
    left.changes += right.changes
    left.deadSlots += right.deadSlots
  }
}
