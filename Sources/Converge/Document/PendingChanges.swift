// SPDX-License-Identifier: Apache-2.0

/// Changes received that cannot be applied yet, by author.
///
/// Only an author's next change can become ready, so that one a look at each author's first is
/// enough. Bounded by count and bytes; what does not fit is refused, never dropped later.
struct PendingChanges: Sendable {
  /// Each author's changes, ascending by counter.
  private var queues: [ReplicaID: [Change]] = [:]
  private(set) var count = 0
  private(set) var byteCount = 0

  var isEmpty: Bool { count == 0 }

  /// The authors that changes wait of, ascending.
  var authors: [ReplicaID] { queues.keys.sorted() }

  func first(of author: ReplicaID) -> Change? { queues[author]?.first }

  /// The change that starts at a dot, if it waits.
  func change(at dot: Dot) -> Change? {
    guard let queue = queues[dot.replica] else { return nil }
    let place = Self.place(of: dot.counter, in: queue)
    return place < queue.count && queue[place].firstCounter == dot.counter ? queue[place] : nil
  }

  func hasRoom(for change: Change, _ configuration: DocumentConfiguration) -> Bool {
    count < configuration.pendingLimit
      && change.body.count <= configuration.pendingLimitBytes - byteCount
  }

  /// Adds a change that does not wait yet.
  mutating func insert(_ change: Change) {
    let queue = queues[change.replica] ?? []
    let place = Self.place(of: change.firstCounter, in: queue)
    queues[change.replica, default: []].insert(change, at: place)
    count += 1
    byteCount += change.body.count
  }

  mutating func removeFirst(of author: ReplicaID) {
    guard let change = queues[author]?.removeFirst() else { return }
    if queues[author]?.isEmpty ?? true { queues[author] = nil }
    count -= 1
    byteCount -= change.body.count
  }

  mutating func removeAll() {
    self = PendingChanges()
  }

  private static func place(of counter: UInt64, in queue: [Change]) -> Int {
    var low = 0
    var high = queue.count
    while low < high {
      let middle = (low + high) / 2
      if queue[middle].firstCounter < counter { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
