// SPDX-License-Identifier: Apache-2.0

/// The state of a document and, while its `edit` runs, the transaction that changes it.
struct EditableState: Sendable {
  var state: DocumentState
  let replica: ReplicaID
  /// Here, so that no transaction has to take it along.
  var clock: WallClock
  let maximumValueBytes: Int
  private let maximumBytes: Int
  private let maximumOperations: Int
  private(set) var isOpen = false
  /// The replica's cut when the transaction began, where members are declared.
  private(set) var placingCut: LocalVersionVector?
  /// Counts transactions, so that an editor of an earlier one is told apart.
  private(set) var transaction = 0
  /// Whether a mutating call was made; before the first one `work` means nothing.
  private(set) var hasBegun = false
  var work = Work()
  /// The text that is typed in, outside of the fields for the time.
  var text = OpenText()
  /// The list that is changed at indices, outside of the fields for the time.
  var list = OpenList()
  /// The map that registers are set in, outside of the fields for the time.
  var map = OpenMap()

  /// The schemas of records that were asked for: making one anew is dear.
  private var schemas: [(type: ObjectIdentifier, box: any AnyObject & Sendable)] = []

  /// What the first mutating call sets up.
  struct Work: Sendable {
    var author = 0
    var firstCounter: UInt64 = 1
    var timestamp = HybridTimestamp.zero
    /// The change's stand-alone bytes, as far as they are known.
    var writer = OperationWriter(author: 0)
    /// Where in them the change's body starts.
    var bodyStart = 0
    /// The dot of the next operation.
    var next = LocalDot.none

    /// How many operations the change has.
    var count: Int { Int(truncatingIfNeeded: next.counter - firstCounter) }
  }

  init(
    _ state: consuming DocumentState, _ replica: ReplicaID, _ clock: WallClock,
    _ limits: DecodingLimits
  ) {
    self.state = state
    self.replica = replica
    self.clock = clock
    maximumValueBytes = limits.maximumValueBytes
    maximumBytes = limits.maximumBytes
    maximumOperations = limits.maximumOperations
  }

  // MARK: Operations

  /// Makes an operation that writes to a record in an unordered map of the document.
  ///
  /// Whether the record is absent, and the write fresh, is found where it is applied.
  mutating func performInRecord(_ operation: Operation, on target: Target) {
    closeFields()
    begin()
    let dot = work.next
    let isFresh = state.fields.applyHere(
      operation, to: target.field, in: target.steps[0], context(of: operation, at: dot, target))
    var target = target
    if isFresh { target.steps[0].isFresh = true }
    work.writer.append(operation, to: target, at: dot, &state.authors[work.author].numbers)
    advance(by: operation.dotCount)
  }

  /// Inserts a member into a set of the document, or removes one from it, where no members of the
  /// document are declared.
  mutating func changeMember(_ value: ValueBytes, isInsert: Bool, _ field: FieldPlace) {
    closeFields()
    begin()
    let dot = work.next
    state.versionVector[work.author] = dot.counter - 1
    state.fields.updateSet(field.target.field) { [seen = state.versionVector] set in
      if isInsert { set.insert(value, dot, seen: seen) } else { set.remove(value, seen: seen) }
    }
    work.writer.appendMember(
      value, isInsert: isInsert, field.target.field, &state.authors[work.author].numbers)
    advance(by: 1)
  }

  /// Makes an operation: applies it here, and notes it for the change.
  mutating func perform(_ operation: Operation, on target: Target) {
    closeFields()
    begin()
    let dot = work.next
    work.writer.append(operation, to: target, at: dot, &state.authors[work.author].numbers)
    advance(by: operation.dotCount)
    state.perform(operation, on: target, context(of: operation, at: dot, target))
  }

  /// What applying an operation needs.
  private mutating func context(
    of operation: Operation, at dot: LocalDot, _ target: Target
  ) -> WriteContext {
    // The author has applied its own operations up to this one; the vector is in place when the
    // transaction ends.
    state.versionVector[work.author] = dot.counter - 1
    return WriteContext(
      dot: dot, count: operation.dotCount, timestamp: work.timestamp.packed,
      seen: state.versionVector, replicas: state.replicas, isInRecord: !target.steps.isEmpty,
      tracksRemovals: state.membership.isDeclared)
  }

  /// Gives dots to an operation.
  @inline(__always)
  mutating func advance(by count: Int) {
    work.next = work.next.advanced(by: count)
    precondition(
      work.count <= maximumOperations, "A change has more operations than may travel.")
  }

  /// The schema of a record.
  mutating func schema<Fields: Schema>(_ type: Fields.Type) -> SchemaBox<Fields> {
    let id = ObjectIdentifier(type)
    for known in schemas where known.type == id {
      if let box = known.box as? SchemaBox<Fields> { return box }
    }
    let box = SchemaBox(Fields())
    schemas.append((id, box))
    return box
  }

  // MARK: Begin and end

  /// Opens a transaction.
  mutating func open() {
    precondition(!isOpen, "A transaction was begun inside another.")
    isOpen = true
    transaction += 1
    if state.membership.isDeclared {
      placingCut = state.cut(of: state.replicas.number(of: replica))
    }
  }

  /// Makes sure that a change is under way.
  @inline(__always)
  mutating func begin() {
    if !hasBegun { setUp() }
  }

  private mutating func setUp() {
    // Nearly always the one of the transaction before.
    if work.author >= state.replicas.count || state.replicas[work.author] != replica {
      work.author = state.insert(replica)
    }
    let author = work.author
    precondition(
      state.membership.accepts(author), "A replica that is no member edits the document.")
    state.membership.noteChange(by: author)
    do {
      work.timestamp = try state.clock.send(wall: clock.now())
    } catch {
      // No change can bring the clock here: the last year that it can express is held aside.
      preconditionFailure("The clock is used up.")
    }
    work.firstCounter = state.versionVector[author] + 1
    work.next = LocalDot(replica: author, counter: work.firstCounter)
    let context = hasNews(for: author) ? takeContext(of: author) : []
    work.writer.reset(author: author)
    work.bodyStart = work.writer.appendHead(
      replica, work.firstCounter, previousHash: state.authors[author].hash, work.timestamp,
      after: state.authors[author].timestamp, context: context)
    hasBegun = true
  }

  /// Whether anything was applied since the author's last change.
  ///
  /// Inlined: a call would be handed a copy of the state's parts.
  @inline(__always)
  private func hasNews(for author: Int) -> Bool {
    let count = state.replicas.count
    if count == 1 { return false }
    for replica in 0..<count where replica != author {
      if state.versionVector[replica] > state.authors[author].context[replica] { return true }
    }
    return false
  }

  /// What was applied since the author's last change, in canonical order.
  private mutating func takeContext(of author: Int) -> [ChangeBody.ContextEntry] {
    var entries: [ChangeBody.ContextEntry] = []
    for (replica, counter) in state.versionVector.counters.enumerated() where replica != author {
      let before = state.authors[author].context[replica]
      guard counter > before else { continue }
      state.authors[author].context[replica] = counter
      if let number = state.authors[author].numbers.number(ofReplica: replica) {
        entries.append(.init(source: .number(number), counters: counter - before))
      } else {
        entries.append(.init(source: .id(state.replicas[replica]), counters: counter))
      }
    }
    if entries.count > 1 { entries.sort { ChangeBody.precedes($0.source, $1.source) } }
    for entry in entries {
      guard case .id(let id) = entry.source, let replica = state.replicas.number(of: id) else {
        continue
      }
      state.authors[author].numbers.append(replica: replica)
    }
    return entries
  }

  /// Ends the transaction.
  ///
  /// - Returns: The change, if a mutating call was made, which the log then has.
  mutating func commit(to log: inout ChangeLog) -> Change? {
    closeFields()
    isOpen = false
    guard hasBegun else { return nil }
    hasBegun = false
    precondition(
      work.writer.bytes.count <= maximumBytes - Envelope.bytesAroundChange,
      "A change has more bytes than may travel.")
    let number = work.author
    let change = Change(
      replica: replica, firstCounter: work.firstCounter, operationCount: work.count,
      previousHash: state.authors[number].hash, timestamp: work.timestamp,
      copying: work.writer.bytes, bodyStart: work.bodyStart)
    state.authors[number].note(change.hash, work.timestamp)
    state.versionVector[number] = change.lastCounter
    log.append(change, at: work.timestamp, by: number)
    work.writer.giveBack()
    return change
  }

  /// Ends the transaction whose state nobody will look at.
  mutating func abandon() {
    text = OpenText()
    list = OpenList()
    map = OpenMap()
    isOpen = false
    hasBegun = false
  }
}
