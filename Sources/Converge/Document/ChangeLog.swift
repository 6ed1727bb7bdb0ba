// SPDX-License-Identifier: Apache-2.0

/// The changes that a document has applied, by author, without gaps up to the version vector.
///
/// An author's part may start late: what a snapshot brought is not here one by one. Changes are
/// kept as bytes, a few for a keystroke: what follows from the change before is left out, and
/// found again from the start of the page.
struct ChangeLog: Sendable {
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
    if replica >= parts.count { grow(to: replica) }
    parts[replica].append(change, at: timestamp)
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
  /// Appends the change that follows, or the first.
  fileprivate mutating func append(_ change: Change, at timestamp: HybridTimestamp) {
    var end = pages.count - 1
    if end < 0 || pages[end].isFull {
      if end < 0 { start = change.firstCounter - 1 } else { pages[end].trim() }
      pages.append(ChangeLog.Page(change, at: timestamp))
      end += 1
    }
    pages[end].append(change)
    last = change.lastCounter
  }

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
      var page = rest ?? ChangeLog.Page(change, at: change.timestamp ?? .zero)
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
