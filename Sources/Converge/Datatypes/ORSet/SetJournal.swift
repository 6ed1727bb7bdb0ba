// SPDX-License-Identifier: Apache-2.0

/// Which elements of a set the last operations touched, replica by replica.
///
/// It says what a replica lacks that knows all but those operations. It may forget: what is
/// removed is not kept for ever, and who needs older operations takes the whole set.
///
/// Invariant: Of each replica it has every operation after `start` that the set has applied,
/// ascending.
struct SetJournal: Sendable {
  /// One operation.
  struct Touch: Sendable {
    var counter: UInt64
    var value: ValueBytes
  }

  struct Part: Sendable {
    /// The counter after which the part starts.
    var start: UInt64 = 0
    var touches: [Touch] = []
  }

  /// By replica number.
  private(set) var parts: [Part] = []
  private(set) var count = 0

  /// Notes an operation that was just applied.
  mutating func append(_ value: ValueBytes, at dot: LocalDot) {
    grow(to: dot.replica)
    parts[dot.replica].touches.append(Touch(counter: dot.counter, value: value))
    count += 1
  }

  /// Notes that all up to a counter was applied without being told one by one.
  mutating func restart(_ replica: Int, after counter: UInt64) {
    grow(to: replica)
    count -= parts[replica].touches.count
    parts[replica] = Part(start: counter)
  }

  /// Whether all operations of a replica after a counter are here.
  func reaches(backTo counter: UInt64, of replica: Int) -> Bool {
    replica >= parts.count || parts[replica].start <= counter
  }

  /// The operations of a replica after a counter.
  ///
  /// - Complexity: O(log *n*), *n* the operations of the replica.
  func touches(of replica: Int, after counter: UInt64) -> ArraySlice<Touch> {
    guard replica < parts.count else { return [] }
    let touches = parts[replica].touches
    var low = 0
    var high = touches.count
    while low < high {
      let middle = (low + high) / 2
      if touches[middle].counter <= counter { low = middle + 1 } else { high = middle }
    }
    return touches[low...]
  }

  /// Forgets the older half of each replica's operations when there are too many.
  ///
  /// - Complexity: O(1) on average, when the limit is in proportion to the operations between.
  mutating func forget(over limit: Int) {
    guard count > limit else { return }
    for replica in parts.indices {
      let forgotten = (parts[replica].touches.count + 1) / 2
      guard forgotten > 0 else { continue }
      parts[replica].start = parts[replica].touches[forgotten - 1].counter
      parts[replica].touches.removeFirst(forgotten)
      count -= forgotten
    }
  }

  private mutating func grow(to replica: Int) {
    while parts.count <= replica { parts.append(Part()) }
  }
}
