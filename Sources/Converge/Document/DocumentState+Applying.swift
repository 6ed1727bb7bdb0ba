// SPDX-License-Identifier: Apache-2.0

extension DocumentState {
  /// Applies a change that is ready, whole or not at all.
  ///
  /// - Returns: The number of its author.
  /// - Throws: `WireError` when an operation refers to a number that its author never gave.
  mutating func apply(
    _ change: Change, _ ready: ReadyChange, limits: DecodingLimits
  ) throws(WireError) -> Int {
    guard let number = ready.author else { return try applyFirst(change, ready, limits) }
    let mark = authors[number].numbers.mark
    for replica in ready.firstMentions { authors[number].numbers.append(replica: replica) }
    var reader = OperationReader(
      ready.operations, firstCounter: change.firstCounter, author: number, limits: limits)
    if isUsual, reader.isNextUsual,
      let operation = reader.onlyUsualOperation(authors[number].numbers)
    {
      begin(change, ready, number)
      apply(operation, by: number, change, ready.operations.bytes)
      end(change, ready, number)
      return number
    }
    do {
      // The first is nearly always the only one, and needs no list.
      let first = try reader.next(&authors[number].numbers, hasMembers: membership.isDeclared)
      let others = try reader.parts(
        &authors[number].numbers, withSetsTogether: isUsual, hasMembers: membership.isDeclared)
      try checkRoom(names: authors[number].numbers.mark.names, isNew: false, limits)
      begin(change, ready, number)
      apply(first, by: number, ready.operations.bytes)
      for part in others { apply(part, by: number, ready.operations.bytes) }
      end(change, ready, number)
      return number
    } catch {
      authors[number].numbers.truncate(to: mark)
      throw error
    }
  }

  /// The same for the first change of an author, who becomes known by it.
  private mutating func applyFirst(
    _ change: Change, _ ready: ReadyChange, _ limits: DecodingLimits
  ) throws(WireError) -> Int {
    var numbers = AuthorNumbers()
    for replica in ready.firstMentions { numbers.append(replica: replica) }
    var reader = OperationReader(
      ready.operations, firstCounter: change.firstCounter, author: replicas.count, limits: limits)
    let first = try reader.next(&numbers, hasMembers: membership.isDeclared)
    let others = try reader.parts(
      &numbers, withSetsTogether: isUsual, hasMembers: membership.isDeclared)
    try checkRoom(names: numbers.mark.names, isNew: true, limits)
    let number = insert(change.replica)
    authors[number].numbers = numbers
    begin(change, ready, number)
    apply(first, by: number, ready.operations.bytes)
    for part in others { apply(part, by: number, ready.operations.bytes) }
    end(change, ready, number)
    return number
  }

  /// Whether letters and registers may take their short ways (`UsualOperation`): nothing is kept
  /// unread that they could refer to, and what is removed need not be remembered.
  private var isUsual: Bool { unread.isEmpty && !membership.isDeclared }

  private mutating func begin(_ change: Change, _ ready: ReadyChange, _ number: Int) {
    for (replica, counter) in ready.context { authors[number].context[replica] = counter }
    authors[number].hash = change.hash
    authors[number].timestamp = ready.timestamp
    membership.noteChange(by: number)
  }

  private mutating func end(_ change: Change, _ ready: ReadyChange, _ number: Int) {
    authors[number].context[number] = 0
    versionVector[number] = change.lastCounter
    clock.observe(ready.timestamp)
  }

  /// Checks that what the state holds stays within what decoders of its snapshots take in.
  private func checkRoom(
    names: Int, isNew: Bool, _ limits: DecodingLimits
  ) throws(WireError) {
    guard !isNew || replicas.count < limits.maximumReplicas else {
      throw .limitExceeded(.replicas, value: UInt64(replicas.count) + 1, offset: 0)
    }
    guard names <= limits.maximumFields else {
      throw .limitExceeded(.fields, value: UInt64(names), offset: 0)
    }
  }

  /// Applies a part of a change; `bytes` are the change's.
  private mutating func apply(_ part: ReadPart, by number: Int, _ bytes: [UInt8]) {
    switch part {
    case .operation(let operation):
      apply(operation, by: number, bytes)
    case .writes(let writes):
      let context = WriteContext(
        dot: writes[0].dot, timestamp: authors[number].timestamp.packed,
        seen: authors[number].context, replicas: replicas, isInRecord: true)
      fields.apply(writes, bytes, authors[number].numbers, context)
    }
  }

  private mutating func apply(_ read: ReadOperation, by number: Int, _ bytes: [UInt8]) {
    // The author has applied its own operations up to this one; that is taken back at the end.
    authors[number].context[number] = read.dot.counter - 1
    let context = WriteContext(
      dot: read.dot, count: read.dotCount, timestamp: authors[number].timestamp.packed,
      seen: authors[number].context, replicas: replicas, isInRecord: !read.target.steps.isEmpty,
      tracksRemovals: membership.isDeclared)
    if let operation = read.operation, operation.isAboutMembers {
      if operation.refersOnly(toWhatIsIn: context.seen) {
        applyToMembers(operation, context)
      }
      return
    }
    membership.noteWork(context.lastDot)
    guard let operation = read.operation, isReadable(operation) else {
      unread.append(
        UnreadOperation(
          dot: read.dot, dotCount: read.dotCount, timestamp: authors[number].timestamp,
          context: context.seen,
          bytes: read.bytes(from: bytes, authors[number].numbers)))
      // Whatever it does, it is a write to the records around.
      fields.apply(.touch, to: read.target, context)
      return
    }
    if case .void = operation { return }
    // What its author had not applied it cannot mean: what another replica holds besides must
    // not decide what an operation does.
    guard operation.refersOnly(toWhatIsIn: context.seen) else { return }
    if membership.isDeclared { checkParent(of: operation, read.target) }
    fields.apply(operation, to: read.target, context)
  }

  private mutating func apply(
    _ operation: UsualOperation, by number: Int, _ change: Change, _ bytes: [UInt8]
  ) {
    authors[number].context[number] = change.firstCounter - 1
    switch operation {
    case .text(let edit):
      let key = authors[number].numbers.key(edit.name, .replicatedText)
      fields.apply(edit, to: key, bytes, seen: authors[number].context, replicas)
    case .register(let write):
      let target = write.target(authors[number].numbers, bytes)
      let value = ValueBytes(unchecked: bytes, in: write.value)
      let stamp = Stamp(dot: write.dot, timestamp: authors[number].timestamp.packed)
      guard !fields.set(value, target, stamp, seen: authors[number].context, replicas) else {
        return
      }
      apply(
        ReadOperation(
          dot: write.dot, dotCount: 1, target: target.target, operation: .set(value),
          kind: OperationKind.setLWWRegister.rawValue, payload: write.value),
        by: number, bytes)
    }
  }

  /// Notes an operation whose parent slot was dropped, which no honest one's ever is.
  private mutating func checkParent(of operation: Operation, _ target: Target) {
    guard let parent = operation.placement?.parent, !parent.isNone else { return }
    if fields.state(at: target)?.slotTree?.contains(parent) != true { lostParents += 1 }
  }

  /// Whether all that an operation refers to was read; if not, it is kept unread itself.
  private func isReadable(_ operation: Operation) -> Bool {
    unread.isEmpty
      || operation.refersOnly(toWhat: { dots in !unread.contains { $0.dots.overlaps(dots) } })
  }
}
