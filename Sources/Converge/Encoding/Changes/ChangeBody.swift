// SPDX-License-Identifier: Apache-2.0

/// The inside of a change: when it was made, what its author had newly applied, its operations.
///
/// ```
/// body      milliseconds·4 + counter·2 + context    since the author's previous change
///           [counter]    when it is not the one that follows
///           [context]    when the author had applied something since
///           operations
/// context   { number·2 + more, counters }…           ascending by number
///           { more, replica id, counters }…          at first mention, ascending by id
///           more is 1 when another follows, else 0
/// ```
struct ChangeBody {
  /// Milliseconds since the author's previous change, or since 1970 for its first.
  let milliseconds: UInt64
  /// Of equal milliseconds, how far above the next one the counter is; else the counter.
  let counter: UInt64
  /// What the author had applied beyond the context of its previous change.
  let context: [ContextEntry]
  /// The reader, at the first operation.
  let operations: ByteReader

  /// How many more counters of a replica the author had applied.
  struct ContextEntry {
    enum Source: Hashable {
      /// The author's number of the replica.
      case number(Int)
      /// A first mention.
      case id(ReplicaID)
    }

    var source: Source
    var counters: UInt64
  }

  init(_ reader: ByteReader) throws(WireError) {
    var reader = reader
    let time = try Self.readTime(&reader)
    milliseconds = time.milliseconds
    counter = time.counter
    context = time.hasContext ? try Self.readContext(&reader) : []
    operations = reader
  }

  /// Reads all before the context.
  private static func readTime(
    _ reader: inout ByteReader
  ) throws(WireError) -> (milliseconds: UInt64, counter: UInt64, hasContext: Bool) {
    let start = reader.offset
    let head = try reader.readVarint()
    let milliseconds = head >> 2
    guard milliseconds <= HybridTimestamp.maximumMilliseconds else {
      throw .invalidItem(offset: start)
    }
    guard head & 2 != 0 else { return (milliseconds, 0, head & 1 != 0) }
    let offset = reader.offset
    let counter = try reader.readVarint()
    guard counter > 0 else { throw .notCanonical(offset: offset) }
    guard counter <= UInt64(UInt16.max) else { throw .invalidItem(offset: offset) }
    return (milliseconds, counter, head & 1 != 0)
  }

  /// The timestamp of the change with a body, of which no more is read; nil when it does not fit.
  static func timestamp(
    _ reader: ByteReader, after previous: HybridTimestamp
  ) throws(WireError) -> HybridTimestamp? {
    var reader = reader
    let time = try readTime(&reader)
    return timestamp(time.milliseconds, time.counter, after: previous)
  }

  private static func readContext(_ reader: inout ByteReader) throws(WireError) -> [ContextEntry] {
    var entries: [ContextEntry] = []
    var hasMore = true
    while hasMore {
      let offset = reader.offset
      let head = try reader.readVarint()
      hasMore = head & 1 == 1
      guard head >> 1 <= UInt64(LocalDot.maximumReplicas) else {
        throw .invalidReference(offset: offset)
      }
      let source: ContextEntry.Source =
        head >> 1 == 0
        ? .id(try reader.readReplicaID()) : .number(Int(truncatingIfNeeded: head >> 1))
      guard entries.last.map({ precedes($0.source, source) }) ?? true else {
        throw .notCanonical(offset: offset)
      }
      let counters = try reader.readVarint()
      guard counters > 0, counters <= LocalDot.maximumCounter else {
        throw .invalidItem(offset: offset)
      }
      entries.append(ContextEntry(source: source, counters: counters))
    }
    return entries
  }

  /// Whether a source stands before another in the canonical order.
  static func precedes(
    _ first: ContextEntry.Source, _ second: ContextEntry.Source
  ) -> Bool {
    switch (first, second) {
    case (.number(let first), .number(let second)): first < second
    case (.number, .id): true
    case (.id, .number): false
    case (.id(let first), .id(let second)): first < second
    }
  }

  /// Checks the form of a body and counts the dots of its operations.
  static func countOperations(
    _ body: ByteReader, firstCounter: UInt64, limits: DecodingLimits
  ) throws(WireError) -> Int {
    let operations = try ChangeBody(body).operations
    var reader = OperationReader(
      operations, firstCounter: firstCounter, author: 0, isCheckingForm: true, limits: limits)
    var nobodysNumbers = AuthorNumbers()
    if let operation = reader.onlyTextOperation(nobodysNumbers) { return operation.count }
    while !reader.isAtEnd {
      if reader.nextRegisterWrite(nobodysNumbers) == nil { _ = try reader.next(&nobodysNumbers) }
    }
    guard reader.counter > firstCounter else { throw .truncated(offset: operations.offset) }
    return Int(truncatingIfNeeded: reader.counter - firstCounter)
  }

  /// The change's timestamp, or nil when it does not fit.
  func timestamp(after previous: HybridTimestamp) -> HybridTimestamp? {
    Self.timestamp(milliseconds, counter, after: previous)
  }

  /// The timestamp that a body means after its author's previous one, or nil when it does not fit.
  static func timestamp(
    _ milliseconds: UInt64, _ counter: UInt64, after previous: HybridTimestamp
  ) -> HybridTimestamp? {
    let sum = previous.milliseconds + milliseconds
    guard sum <= HybridTimestamp.maximumMilliseconds else { return nil }
    if milliseconds > 0 {
      return HybridTimestamp(
        milliseconds: sum, counter: UInt16(truncatingIfNeeded: counter))
    }
    let next = UInt64(previous.counter) + 1 + counter
    guard next <= UInt64(UInt16.max) else { return nil }
    return HybridTimestamp(milliseconds: sum, counter: UInt16(truncatingIfNeeded: next))
  }

  /// What stands before the operations where that is one number of at most two bytes: nothing was
  /// applied since the author's previous change, which is a moment ago.
  ///
  /// - Precondition: `timestamp` is greater than `previous`.
  @inline(__always)
  static func shortHead(_ timestamp: HybridTimestamp, after previous: HybridTimestamp) -> UInt64? {
    let milliseconds = timestamp.milliseconds - previous.milliseconds
    return milliseconds > 0 && milliseconds < 1 << 12 && timestamp.counter == 0
      ? milliseconds << 2 : nil
  }

  /// Appends what stands before the operations.
  ///
  /// - Precondition: `timestamp` is greater than `previous`; `context` is in canonical order.
  static func appendHead(
    _ timestamp: HybridTimestamp, after previous: HybridTimestamp, context: [ContextEntry],
    to writer: inout ByteWriter
  ) {
    let milliseconds = timestamp.milliseconds - previous.milliseconds
    let counter =
      milliseconds > 0
      ? UInt64(timestamp.counter) : UInt64(timestamp.counter) - UInt64(previous.counter) - 1
    writer.appendVarint(
      milliseconds << 2 | (counter > 0 ? 2 : 0) | (context.isEmpty ? 0 : 1))
    if counter > 0 { writer.appendVarint(counter) }
    for (place, entry) in context.enumerated() {
      let more = place + 1 < context.count ? 1 : 0
      switch entry.source {
      case .number(let number):
        writer.appendVarint(number << 1 | more)
      case .id(let id):
        writer.appendVarint(more)
        writer.appendReplicaID(id)
      }
      writer.appendVarint(entry.counters)
    }
  }
}
