// SPDX-License-Identifier: Apache-2.0

/// One transaction under way: the state it changes, and the operations it has made.
///
/// A class, so that the editors of all fields share it; it lives as long as the closure of `edit`.
/// The document's state is moved in and moved out again, not copied.
final class EditSession {
  private var state: DocumentState
  private let replica: ReplicaID
  private let wall: WallClock
  private let limits: DecodingLimits
  private var work: Work?
  private var isOpen = true

  /// What the first mutating call sets up.
  private struct Work {
    var author: Int
    var firstCounter: UInt64
    var timestamp: HybridTimestamp
    var head: [ChangeBody.ContextEntry]
    var context: WriteContext
    var writer: OperationWriter

    /// How many operations the change has with the one just noted.
    var count: Int {
      Int(context.dot.counter - firstCounter) + context.count
    }

    mutating func note(_ operation: Operation, on target: Target) {
      context.count = operation.dotCount
      context.isInRecord = !target.steps.isEmpty
      writer.append(operation, to: target, at: context.dot)
    }

    mutating func advance() {
      context.seen[author] = context.lastDot.counter
      context.dot = context.dot.advanced(by: context.count)
    }
  }

  init(_ state: DocumentState, replica: ReplicaID, wall: WallClock, limits: DecodingLimits) {
    self.state = state
    self.replica = replica
    self.wall = wall
    self.limits = limits
  }

  // MARK: Operations

  /// Makes an operation: applies it here, and notes it for the change.
  func perform(_ operation: Operation, on target: Target) {
    precondition(isOpen, "An editor was used after its transaction ended.")
    if work == nil { work = begin() }
    work?.note(operation, on: target)
    precondition(
      work?.count ?? 0 <= limits.maximumOperations, "A change has more operations than may travel.")
    if let context = work?.context { state.perform(operation, on: target, context) }
    work?.advance()
  }

  /// Looks at the state of a field, which may be missing.
  func read<Result>(_ target: Target, _ body: (FieldState?) -> Result) -> Result {
    precondition(isOpen, "An editor was used after its transaction ended.")
    return body(state.fields.state(at: target))
  }

  /// Looks at the state of a field in a way that changes it for a moment.
  func update(_ target: Target, _ body: (inout FieldState) -> Void) {
    precondition(isOpen, "An editor was used after its transaction ended.")
    state.fields.visit(target, body)
  }

  /// The fields at this moment.
  var fields: RecordFields {
    precondition(isOpen, "An editor was used after its transaction ended.")
    return state.fields
  }

  var replicas: ReplicaTable { state.replicas }

  /// What decides where new slots are hung.
  private(set) lazy var placing = PlacingContext(
    cut: state.membership.isDeclared
      ? state.cut(of: state.replicas.number(of: replica)) : nil,
    replicas: state.replicas)

  /// Checks that a value can travel.
  ///
  /// - Precondition: It is no larger than decoders take in.
  func checked(_ value: ValueBytes) -> ValueBytes {
    precondition(
      value.bytes.count <= limits.maximumValueBytes, "A value is larger than the limit allows.")
    return value
  }

  // MARK: Begin and end

  private func begin() -> Work {
    let author = state.insert(replica)
    precondition(
      state.membership.accepts(author), "A replica that is no member edits the document.")
    state.membership.noteChange(by: author)
    let before = state.authors[author]
    let timestamp: HybridTimestamp
    do {
      timestamp = try state.clock.send(wall: wall.now())
    } catch {
      // No change can bring the clock here: the last year that it can express is held aside.
      preconditionFailure("The clock is used up.")
    }
    var numbers = before.numbers
    let head = newContext(of: author, &numbers)
    let next = state.versionVector[author] + 1
    return Work(
      author: author, firstCounter: next, timestamp: timestamp, head: head,
      context: WriteContext(
        dot: LocalDot(replica: author, counter: next), timestamp: timestamp.packed,
        seen: state.versionVector, replicas: state.replicas,
        tracksRemovals: state.membership.isDeclared),
      writer: OperationWriter(numbers: numbers, author: author))
  }

  /// What was applied since the author's last change, in canonical order.
  private func newContext(
    of author: Int, _ numbers: inout AuthorNumbers
  ) -> [ChangeBody.ContextEntry] {
    var known: [(number: Int, counters: UInt64)] = []
    var new: [(replica: Int, counters: UInt64)] = []
    let before = state.authors[author].context
    for (replica, counter) in state.versionVector.counters.enumerated()
    where replica != author && counter > before[replica] {
      if let number = numbers.number(ofReplica: replica) {
        known.append((number, counter - before[replica]))
      } else {
        new.append((replica, counter))
      }
    }
    known.sort { $0.number < $1.number }
    new.sort { state.replicas[$0.replica] < state.replicas[$1.replica] }
    for (replica, _) in new { numbers.append(replica: replica) }
    return known.map { .init(source: .number($0.number), counters: $0.counters) }
      + new.map { .init(source: .id(state.replicas[$0.replica]), counters: $0.counters) }
  }

  /// Ends the transaction.
  ///
  /// - Returns: The state, and the change if a mutating call was made.
  func finish() -> (state: DocumentState, change: Change?) {
    let change = work.map(commit)
    let result = state
    abandon()
    return (result, change)
  }

  /// Ends the transaction without looking at what it did.
  func abandon() {
    isOpen = false
    work = nil
    state = DocumentState(id: state.id)
  }

  private func commit(_ work: Work) -> Change {
    let author = state.authors[work.author]
    var body = ByteWriter(capacity: work.writer.bytes.count + 16)
    ChangeBody.appendHead(
      work.timestamp, after: author.timestamp, context: work.head, to: &body)
    body.append(contentsOf: work.writer.bytes)
    let change = Change(
      replica: replica, firstCounter: work.firstCounter,
      operationCount: Int(work.context.dot.counter - work.firstCounter), previousHash: author.hash,
      timestamp: work.timestamp, body: body.bytes)
    var context = state.versionVector
    context[work.author] = 0
    state.authors[work.author] = Author(
      hash: change.hash, timestamp: work.timestamp, context: context,
      numbers: work.writer.numbers)
    state.versionVector[work.author] = change.lastCounter
    return change
  }
}
