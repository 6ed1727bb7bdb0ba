// SPDX-License-Identifier: Apache-2.0

/// The changes that a document has applied, by author, without gaps up to the version vector.
///
/// An author's part may start late: what a snapshot brought is not here one by one.
struct ChangeLog: Sendable {
  struct Part: Sendable {
    /// The counter after which the part starts.
    var start: UInt64 = 0
    var changes: [Change] = []
  }

  /// By replica number.
  private(set) var parts: [Part] = []

  /// Notes a change that was just applied.
  mutating func append(_ change: Change, by replica: Int) {
    grow(to: replica)
    if parts[replica].changes.isEmpty { parts[replica].start = change.firstCounter - 1 }
    parts[replica].changes.append(change)
  }

  /// Notes that all up to a counter was applied by other means than changes.
  mutating func restart(_ replica: Int, after counter: UInt64) {
    grow(to: replica)
    parts[replica] = Part(start: counter)
  }

  /// The change that covers a dot, if it is here.
  func change(covering counter: UInt64, by replica: Int) -> Change? {
    guard replica < parts.count else { return nil }
    let changes = parts[replica].changes
    let place = Self.place(after: counter, in: changes)
    guard place < changes.count, changes[place].firstCounter <= counter else { return nil }
    return changes[place]
  }

  /// The changes of a replica after a counter, or nil when some of them are not here.
  ///
  /// - Complexity: O(log *n* + result) in the changes of the replica.
  func changes(by replica: Int, after counter: UInt64, upTo last: UInt64) -> ArraySlice<Change>? {
    guard counter < last else { return [] }
    guard replica < parts.count, parts[replica].start <= counter else { return nil }
    let changes = parts[replica].changes
    return changes[Self.place(after: counter + 1, in: changes)...]
  }

  /// Drops the changes that a cut covers.
  ///
  /// - Returns: How many.
  mutating func drop(coveredBy cut: LocalVersionVector) -> Int {
    var dropped = 0
    for replica in parts.indices {
      let changes = parts[replica].changes
      let end = Self.place(after: cut[replica] + 1, in: changes)
      guard end > 0 else { continue }
      dropped += end
      parts[replica].start = changes[end - 1].lastCounter
      parts[replica].changes = Array(changes[end...])
    }
    return dropped
  }

  private mutating func grow(to replica: Int) {
    while parts.count <= replica { parts.append(Part()) }
  }

  /// The place of the first change that ends at or after a counter.
  private static func place(after counter: UInt64, in changes: [Change]) -> Int {
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].lastCounter < counter { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
