// SPDX-License-Identifier: Apache-2.0

/// Which elements of a set the last operations touched, replica by replica.
///
/// It says what a replica lacks that knows all but those operations. It may forget: what is
/// removed is not kept for ever, and who needs older operations takes the whole set.
///
/// Invariant: Of each replica it has every operation after `start` that the set has applied, in
/// order.
struct SetJournal: Sendable {
  struct Part: Sendable {
    /// The counter after which the part starts.
    var start: UInt64 = 0
    /// The element that each operation touched; counters have no gaps.
    var values: [ValueBytes] = []
  }

  /// By replica number.
  private(set) var parts: [Part] = []
  private(set) var count = 0

  /// Notes an operation that was just applied, the next of its replica.
  mutating func append(_ value: ValueBytes, at dot: LocalDot) {
    grow(to: dot.replica)
    parts[dot.replica].values.append(value)
    count += 1
  }

  /// Notes that all up to a counter was applied without being told one by one.
  mutating func restart(_ replica: Int, after counter: UInt64) {
    grow(to: replica)
    count -= parts[replica].values.count
    parts[replica] = Part(start: counter)
  }

  /// Whether all operations of a replica after a counter are here.
  func reaches(backTo counter: UInt64, of replica: Int) -> Bool {
    replica >= parts.count || parts[replica].start <= counter
  }

  /// The elements that the operations of a replica after a counter touched, in order.
  func values(of replica: Int, after counter: UInt64) -> ArraySlice<ValueBytes> {
    guard replica < parts.count else { return [] }
    let known = counter - Swift.min(parts[replica].start, counter)
    return parts[replica].values.dropFirst(Int(clamping: known))
  }

  /// Forgets the older half of each replica's operations when there are too many.
  ///
  /// - Complexity: O(1) on average, when the limit is in proportion to the operations between.
  mutating func forget(over limit: Int) {
    guard count > limit else { return }
    for replica in parts.indices {
      let forgotten = (parts[replica].values.count + 1) / 2
      parts[replica].start += UInt64(forgotten)
      parts[replica].values.removeFirst(forgotten)
      count -= forgotten
    }
  }

  private mutating func grow(to replica: Int) {
    while parts.count <= replica { parts.append(Part()) }
  }
}
