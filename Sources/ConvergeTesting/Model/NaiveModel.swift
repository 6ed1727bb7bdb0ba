// SPDX-License-Identifier: Apache-2.0

/// The semantics of DESIGN section 3 once more, naively, sharing no code with the library.
///
/// The model keeps every change ever made, with what its author had applied. A replica is nothing
/// but a number of applied changes for each author; what it shows is computed from those changes
/// alone, each time anew. Values are compared once, when they enter, and are small numbers after.
package struct NaiveModel: Sendable {
  /// What handing a change to a replica does.
  package enum Outcome: Sendable, Equatable {
    /// Applied, and with it this many changes that had waited.
    case applied(released: Int)
    /// Applied before; nothing happens.
    case alreadyKnown
    /// Held back until these changes are applied: its author's change before it, when that is
    /// missing, and else of each author the last that it had seen.
    case pending(waitingFor: [History.ChangeReference])
  }

  /// The fields, in the history's order.
  package let fields: [HistoryField]
  /// The document's fields, in the same order, and after them all fields inside records.
  var stores: [ModelField]
  var replicas: [ModelReplica]
  var changes: ModelChanges
  var membership = ModelMembership()
  var operationCount = 0
  var values = ModelValues()

  /// A model in which nothing has happened.
  package init(replicaCount: Int, fields: [HistoryField]) {
    self.fields = fields
    stores = fields.map { ModelField(declaration: $0) }
    let nothing = Array(repeating: 0, count: replicaCount)
    replicas = Array(repeating: ModelReplica(applied: nothing), count: replicaCount)
    changes = ModelChanges(replicaCount: replicaCount)
  }

  // MARK: What happens

  /// Commits calls in one transaction.
  ///
  /// - Returns: the change's timestamp.
  /// - Throws: `ModelError`; the model is then of no further use.
  @discardableResult
  package mutating func edit(
    _ replica: Int, wall: Int64, calls: [Call]
  ) throws(ModelError) -> Stamp {
    let stamp = try beginChange(replica, wall: wall)
    for call in calls { try perform(call, by: replica) }
    return stamp
  }

  /// Begins a replica's next change; the calls performed until the next one belong to it.
  package mutating func beginChange(_ replica: Int, wall: Int64) throws(ModelError) -> Stamp {
    guard let stamp = replicas[replica].clock.send(wall: wall) else { throw .clockExhausted }
    let context = replicas[replica].applied
    changes.append(
      ModelChange(
        replica: replica, number: context[replica] + 1, stamp: stamp, context: context))
    replicas[replica].applied[replica] += 1
    return stamp
  }

  /// Hands a change to a replica.
  package mutating func deliver(_ change: History.ChangeReference, to replica: Int) -> Outcome {
    let index = changes.index(of: change)
    if isApplied(index, at: replica) { return .alreadyKnown }
    if isReady(index, at: replica) {
      apply(index, at: replica)
      return .applied(released: releasePending(at: replica))
    }
    if !replicas[replica].pending.contains(index) { replicas[replica].pending.append(index) }
    return .pending(waitingFor: changes.missing(for: index, in: replicas[replica].applied))
  }

  /// Lets a replica take in all that another has applied.
  ///
  /// - Returns: how many held-back changes this released.
  @discardableResult
  package mutating func merge(from source: Int, to replica: Int) -> Int {
    for author in replicas.indices {
      replicas[replica].applied[author] = max(
        replicas[replica].applied[author], replicas[source].applied[author])
    }
    replicas[replica].clock.observe(replicas[source].clock.last)
    replicas[replica].revision += 1
    return releasePending(at: replica)
  }

  /// Forgets what a replica holds back, as a restart does.
  package mutating func dropPending(at replica: Int) {
    replicas[replica].pending.removeAll()
  }

  // MARK: What can be asked

  /// How many changes of each replica this one has applied.
  package func applied(at replica: Int) -> [Int] { replicas[replica].applied }

  /// Whether any replica has made a call on a field, or inside one of its records.
  package func isTouched(_ field: Int) -> Bool { stores[field].isTouched }

  /// How many elements a replica shows of an ordered field; 0 for other kinds.
  package mutating func count(
    of field: Int, in path: [RecordStep] = [], at replica: Int
  ) -> Int {
    let field = index(of: field, in: path)
    return switch stores[field].kind {
    case .orderedSet, .orderedRecords: shownMembers(field, at: replica).count
    case .list, .text: shownElements(field, at: replica).count
    case .register, .multiValue, .counter, .flag, .set, .records: 0
    }
  }

  /// How many changes each replica has made.
  package var changeCounts: [Int] { changes.byAuthor.map(\.count) }

  /// Whether a replica has applied all that another one has.
  package func knows(all source: Int, at replica: Int) -> Bool {
    zip(replicas[source].applied, replicas[replica].applied).allSatisfy { $0 <= $1 }
  }

  /// How many changes a replica holds back.
  package func pendingCount(at replica: Int) -> Int { replicas[replica].pending.count }

  /// The changes that a replica holds back.
  package func pending(at replica: Int) -> [History.ChangeReference] {
    replicas[replica].pending.map { changes.reference($0) }
  }

  /// The greatest timestamp that a replica has seen.
  package func clock(at replica: Int) -> Stamp { replicas[replica].clock.last }

  /// The timestamp of a change.
  package func stamp(of change: History.ChangeReference) -> Stamp {
    changes[changes.index(of: change)].stamp
  }

  // MARK: Causality

  /// The operations of a field that a replica has applied, in the order made.
  @inline(__always)
  func appliedOperations(_ field: Int, at replica: Int) -> [ModelOperation] {
    changes.applied(stores[field].operations, in: replicas[replica].applied)
  }

  func isApplied(_ change: Int, at replica: Int) -> Bool {
    changes.isApplied(change, in: replicas[replica].applied)
  }

  private func isReady(_ change: Int, at replica: Int) -> Bool {
    changes.isReady(change, in: replicas[replica].applied)
  }

  private mutating func apply(_ change: Int, at replica: Int) {
    replicas[replica].applied[changes[change].replica] = changes[change].number
    replicas[replica].clock.observe(changes[change].stamp)
    replicas[replica].revision += 1
  }

  private mutating func releasePending(at replica: Int) -> Int {
    let before = replicas[replica].pending.count
    var covered = 0
    while let index = replicas[replica].pending.firstIndex(where: {
      isApplied($0, at: replica) || isReady($0, at: replica)
    }) {
      let change = replicas[replica].pending.remove(at: index)
      if isApplied(change, at: replica) { covered += 1 } else { apply(change, at: replica) }
    }
    return before - replicas[replica].pending.count - covered
  }

  // MARK: Values

  /// The small number that stands for a value from now on.
  mutating func index(of value: JSONValue) -> Int { values.number(of: value) }

  /// The small number of a string.
  mutating func index(of text: String) -> Int { index(of: .string(text)) }
}
