// SPDX-License-Identifier: Apache-2.0

extension DocumentState {
  /// Applies a change that is ready, whole or not at all.
  ///
  /// - Throws: `WireError` when an operation refers to a number that its author never gave.
  mutating func apply(
    _ change: Change, _ ready: ReadyChange, limits: DecodingLimits
  ) throws(WireError) {
    let known = replicas.number(of: change.replica)
    var author = known.map { authors[$0] } ?? Author()
    for replica in ready.firstMentions { author.numbers.append(replica: replica) }
    for (replica, counter) in ready.context { author.context[replica] = counter }
    var reader = OperationReader(
      ready.operations, firstCounter: change.firstCounter, author: known ?? replicas.count,
      numbers: author.numbers, limits: limits)
    var operations: [ReadOperation] = []
    while let operation = try reader.next() {
      guard membership.isDeclared || !(operation.operation?.isAboutMembers ?? false) else {
        // Without declared members nobody can speak for them.
        throw .invalidItem(offset: operation.payload.lowerBound)
      }
      operations.append(operation)
    }
    author.numbers = reader.numbers ?? author.numbers
    try checkRoom(for: author, isNew: known == nil, limits)
    author.hash = change.hash
    author.timestamp = ready.timestamp

    let number = insert(change.replica)
    membership.noteChange(by: number)
    apply(operations, reader.reader.bytes, by: number, author)
    authors[number] = author
    versionVector[number] = change.lastCounter
    clock.observe(ready.timestamp)
  }

  /// Checks that what the state holds stays within what decoders of its snapshots take in.
  private func checkRoom(
    for author: Author, isNew: Bool, _ limits: DecodingLimits
  ) throws(WireError) {
    guard !isNew || replicas.count < limits.maximumReplicas else {
      throw .limitExceeded(.replicas, value: UInt64(replicas.count) + 1, offset: 0)
    }
    guard author.numbers.names.count <= limits.maximumFields else {
      throw .limitExceeded(.fields, value: UInt64(author.numbers.names.count), offset: 0)
    }
  }

  private mutating func apply(
    _ operations: [ReadOperation], _ bytes: [UInt8], by number: Int, _ author: Author
  ) {
    var context = WriteContext(
      dot: LocalDot(replica: number, counter: 1), timestamp: author.timestamp.packed,
      seen: author.context, replicas: replicas, tracksRemovals: membership.isDeclared)
    for read in operations {
      context.dot = read.dot
      context.count = read.dotCount
      context.isInRecord = !read.target.steps.isEmpty
      context.seen[number] = read.dot.counter - 1
      if let operation = read.operation, operation.isAboutMembers {
        if operation.refersOnly(toWhat: { context.seen.contains($0.last) }) {
          applyToMembers(operation, context)
        }
        continue
      }
      membership.noteWork(context.lastDot)
      guard let operation = read.operation, isReadable(operation) else {
        unread.append(
          UnreadOperation(
            dot: read.dot, dotCount: read.dotCount, timestamp: author.timestamp,
            context: context.seen, bytes: read.bytes(from: bytes, author.numbers)))
        // Whatever it does, it is a write to the records around.
        fields.apply(.touch, to: read.target, context)
        continue
      }
      if case .void = operation { continue }
      // What its author had not applied it cannot mean: what another replica holds besides must
      // not decide what an operation does.
      guard operation.refersOnly(toWhat: { context.seen.contains($0.last) }) else { continue }
      if membership.isDeclared { checkParent(of: operation, read.target) }
      fields.apply(operation, to: read.target, context)
    }
  }

  /// Notes an operation whose parent slot was dropped, which no honest one's ever is.
  private mutating func checkParent(of operation: Operation, _ target: Target) {
    guard let parent = operation.placement?.parent, !parent.isNone else { return }
    if fields.state(at: target)?.slotTree?.find(parent) == nil { lostParents += 1 }
  }

  /// Whether all that an operation refers to was read; if not, it is kept unread itself.
  private func isReadable(_ operation: Operation) -> Bool {
    unread.isEmpty
      || operation.refersOnly(toWhat: { dots in !unread.contains { $0.dots.overlaps(dots) } })
  }
}
