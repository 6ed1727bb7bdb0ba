// SPDX-License-Identifier: Apache-2.0

/// Every change ever made, and what follows from their contexts and timestamps alone.
struct ModelChanges {
  private var all: [ModelChange] = []
  /// Changes that most histories do not exceed.
  private static let usualCount = 32
  /// For each author, its changes by their index.
  private(set) var byAuthor: [[Int]]

  /// No changes of so many authors.
  init(replicaCount: Int) {
    byAuthor = Array(repeating: [], count: replicaCount)
    all.reserveCapacity(Self.usualCount)
    for author in byAuthor.indices { byAuthor[author].reserveCapacity(Self.usualCount / 2) }
  }

  /// The change with this index, in the order made.
  subscript(index: Int) -> ModelChange { all[index] }

  mutating func append(_ change: ModelChange) {
    byAuthor[change.replica].append(all.count)
    all.append(change)
  }

  /// The index of the change that a reference names.
  func index(of change: History.ChangeReference) -> Int {
    byAuthor[change.replica][change.number - 1]
  }

  /// The reference that names a change.
  func reference(_ index: Int) -> History.ChangeReference {
    History.ChangeReference(replica: all[index].replica, number: all[index].number)
  }

  // MARK: Causality

  /// Whether a change is among so many of each author.
  func isApplied(_ change: Int, in applied: [Int]) -> Bool {
    all[change].number <= applied[all[change].replica]
  }

  /// Whether all that a change depends on is among so many of each author, and the change is not.
  func isReady(_ change: Int, in applied: [Int]) -> Bool {
    all[change].number == applied[all[change].replica] + 1
      && zip(all[change].context, applied).allSatisfy { $0 <= $1 }
  }

  /// The change before it, since nothing else in it can be read without; else what its author saw.
  func missing(for change: Int, in applied: [Int]) -> [History.ChangeReference] {
    let author = all[change].replica
    if all[change].number > applied[author] + 1 {
      return [History.ChangeReference(replica: author, number: all[change].number - 1)]
    }
    var missing: [History.ChangeReference] = []
    for (author, count) in all[change].context.enumerated() where count > applied[author] {
      missing.append(History.ChangeReference(replica: author, number: count))
    }
    return missing
  }

  /// Whether an operation had been applied by the author of another one, or stands before it.
  func isVisible(_ earlier: ModelOperation, to later: ModelOperation) -> Bool {
    if earlier.change == later.change { return earlier.order < later.order }
    return isApplied(earlier.change, in: all[later.change].context)
  }

  /// Whether an operation is greater than another in last-writer-wins order.
  func isGreater(_ one: ModelOperation, than other: ModelOperation) -> Bool {
    let first = all[one.change]
    let second = all[other.change]
    if first.stamp != second.stamp { return first.stamp > second.stamp }
    if first.replica != second.replica { return first.replica > second.replica }
    return one.order > other.order
  }

  /// Those operations that stand in changes among so many of each author.
  func applied(_ operations: [ModelOperation], in applied: [Int]) -> [ModelOperation] {
    // At the end of a run all are, and no others are needed.
    if operations.allSatisfy({ isApplied($0.change, in: applied) }) { return operations }
    var result: [ModelOperation] = []
    result.reserveCapacity(operations.count)
    for operation in operations where isApplied(operation.change, in: applied) {
      result.append(operation)
    }
    return result
  }

  // MARK: Operations on one thing

  /// The greatest of some operations.
  func greatest(of operations: [ModelOperation]) -> ModelOperation? {
    operations.max { isGreater($1, than: $0) }
  }

  /// The operations that are not visible to another one of the list, the greatest first.
  func survivors(of operations: [ModelOperation]) -> [ModelOperation] {
    guard operations.count > 1 else { return operations }
    return operations.filter { one in !operations.contains { isVisible(one, to: $0) } }
      .sorted { isGreater($0, than: $1) }
  }

  /// Whether some write to a member or record is not visible to any removal of it.
  func isPresent(_ element: Int, _ operations: [ModelOperation]) -> Bool {
    operations.contains { one in
      // A move is no write: it brings nothing back.
      one.element == element && (one.kind == .insert || one.kind == .write)
        && !operations.contains {
          $0.element == element && $0.kind == .remove && isVisible(one, to: $0)
        }
    }
  }

  /// Whether some enabling is not visible to any disabling.
  func isOn(_ operations: [ModelOperation]) -> Bool {
    operations.contains { one in
      one.kind == .enable
        && !operations.contains { $0.kind == .disable && isVisible(one, to: $0) }
    }
  }

  /// The greatest slot that some operations gave an element, or nil when none did.
  func slot(of element: Int, _ operations: [ModelOperation]) -> Int? {
    var greatest: ModelOperation?
    for one in operations where one.element == element && one.slot >= 0 {
      if let other = greatest, isGreater(other, than: one) { continue }
      greatest = one
    }
    return greatest?.slot
  }

  /// Whether none of some fresh writes has seen an operation.
  func isLive(_ operation: ModelOperation, _ fresh: [ModelOperation]) -> Bool {
    fresh.isEmpty || !fresh.contains { isVisible(operation, to: $0) }
  }
}
