// SPDX-License-Identifier: Apache-2.0

/// The changes that a document has applied, by author, without gaps up to the version vector.
///
/// An author's part may start late: what a snapshot brought is not here one by one. Changes are
/// kept as bytes, a few for a keystroke: what follows from the change before is left out, and
/// found again from the start of the page.
///
/// ```
/// page     changes of one author, one behind the other
/// change   count of operations, body length, body
/// ```
struct ChangeLog: Sendable {
  /// Changes on a page: how many are read at most to find one.
  private static let pageLimit = 64

  /// Changes that follow one another, and what is known where the first begins.
  struct Page: Sendable {
    var firstCounter: UInt64
    var previousHash: UInt64
    /// The timestamp of the first change.
    var timestamp: HybridTimestamp
    var count = 0
    var bytes: [UInt8] = []
  }

  struct Part: Sendable {
    /// The counter after which the part starts, and the last one that it has.
    var start: UInt64 = 0
    var last: UInt64 = 0
    var pages: [Page] = []
  }

  /// By replica number.
  private(set) var parts: [Part] = []

  /// Notes a change that was just applied.
  mutating func append(_ change: Change, at timestamp: HybridTimestamp, by replica: Int) {
    grow(to: replica)
    if parts[replica].pages.isEmpty { parts[replica].start = change.firstCounter - 1 }
    let end = parts[replica].pages.count - 1
    if end < 0 || parts[replica].pages[end].count == Self.pageLimit {
      if end >= 0 { parts[replica].pages[end].bytes = Array(parts[replica].pages[end].bytes[...]) }
      parts[replica].pages.append(
        Page(
          firstCounter: change.firstCounter, previousHash: change.previousHash,
          timestamp: timestamp))
    }
    parts[replica].pages[parts[replica].pages.count - 1].append(change)
    parts[replica].last = change.lastCounter
  }

  /// Notes that all up to a counter was applied by other means than changes.
  mutating func restart(_ replica: Int, after counter: UInt64) {
    grow(to: replica)
    parts[replica] = Part(start: counter, last: counter)
  }

  /// The change of a replica that covers a dot, if it is here.
  ///
  /// - Complexity: O(log *n*) in the changes of the replica.
  func change(covering counter: UInt64, by replica: Int, _ id: ReplicaID) -> Change? {
    guard replica < parts.count, parts[replica].start < counter, counter <= parts[replica].last
    else { return nil }
    var found: Change?
    parts[replica].forEachChange(from: counter, id) { change in
      found = change
      return false
    }
    return found
  }

  /// The changes of a replica after a counter, or nil when some of them are not here.
  ///
  /// - Complexity: O(log *n* + result) in the changes of the replica.
  func changes(
    by replica: Int, _ id: ReplicaID, after counter: UInt64, upTo last: UInt64
  ) -> [Change]? {
    guard counter < last else { return [] }
    guard replica < parts.count, parts[replica].start <= counter else { return nil }
    var changes: [Change] = []
    parts[replica].forEachChange(from: counter + 1, id) { change in
      changes.append(change)
      return true
    }
    return changes
  }

  /// Drops the changes that a cut covers.
  ///
  /// - Returns: How many.
  mutating func drop(coveredBy cut: LocalVersionVector, _ replicas: ReplicaTable) -> Int {
    var dropped = 0
    for replica in parts.indices {
      dropped += parts[replica].drop(upTo: cut[replica], replicas[replica])
    }
    return dropped
  }

  private mutating func grow(to replica: Int) {
    while parts.count <= replica { parts.append(Part()) }
  }
}

extension ChangeLog.Part {
  /// Drops the changes that end at or before a counter.
  ///
  /// - Returns: How many.
  fileprivate mutating func drop(upTo counter: UInt64, _ replica: ReplicaID) -> Int {
    var dropped = 0
    // A page ends where the next begins.
    var count = 0
    while count < pages.count {
      let end = count + 1 < pages.count ? pages[count + 1].firstCounter - 1 : last
      guard end <= counter else { break }
      dropped += pages[count].count
      start = end
      count += 1
    }
    pages.removeFirst(count)
    guard let first = pages.first, first.firstCounter <= counter else { return dropped }
    var rest: ChangeLog.Page?
    _ = first.forEachChange(from: counter + 1, replica) { change in
      var page = rest ?? ChangeLog.Page(change)
      page.append(change)
      rest = page
      return true
    }
    if let rest {
      dropped += first.count - rest.count
      pages[0] = rest
      start = rest.firstCounter - 1
    }
    return dropped
  }
}

extension ChangeLog.Page {
  /// Creates an empty page that begins with a change whose timestamp is known.
  fileprivate init(_ first: Change) {
    self.init(
      firstCounter: first.firstCounter, previousHash: first.previousHash,
      timestamp: first.timestamp ?? .zero)
  }

  fileprivate mutating func append(_ change: Change) {
    Varint.append(UInt64(change.operationCount), to: &bytes)
    Varint.append(UInt64(change.bodyByteCount), to: &bytes)
    change.appendBody(to: &bytes)
    count += 1
  }
}

extension ChangeLog.Part {
  /// Calls a closure with the changes from the one on that covers a counter, until it says no.
  fileprivate func forEachChange(
    from counter: UInt64, _ replica: ReplicaID, _ body: (Change) -> Bool
  ) {
    var low = 0
    var high = pages.count
    while low < high {
      let middle = (low + high) / 2
      if pages[middle].firstCounter <= counter { low = middle + 1 } else { high = middle }
    }
    for page in pages[Swift.max(low - 1, 0)...] {
      guard page.forEachChange(from: counter, replica, body) else { return }
    }
  }
}

extension ChangeLog.Page {
  /// Bytes that most changes do not exceed.
  private static let usualBytes = 96

  /// Calls a closure with the changes from the one on that covers a counter, until it says no.
  ///
  /// Of those before it only the hash and the timestamp are found.
  ///
  /// - Returns: Whether it never did.
  fileprivate func forEachChange(
    from counter: UInt64, _ replica: ReplicaID, _ body: (Change) -> Bool
  ) -> Bool {
    var reader = ByteReader(bytes)
    var next = firstCounter
    var hash = previousHash
    var time = timestamp
    var scratch = ByteWriter(capacity: Self.usualBytes)
    do {
      while !reader.isAtEnd {
        let count = try reader.readVarint()
        let section = try reader.readSection()
        if next > firstCounter { time = try ChangeBody.timestamp(section, after: time) ?? time }
        if next + count <= counter {
          hash = Change.hash(replica, next, hash, section, &scratch)
        } else {
          let change = Change(
            replica, next, Int(truncatingIfNeeded: count), hash, time, section, &scratch)
          guard body(change) else { return false }
          hash = change.hash
        }
        next += count
      }
    } catch {
      // What is on a page was written by `append`.
      preconditionFailure("A page of the log is damaged.")
    }
    return true
  }
}
