// SPDX-License-Identifier: Apache-2.0

/// Values under texts, as a value: the entries ascend by their keys' UTF-8 bytes.
///
/// Invariant: No two keys have the same bytes. Keys that Swift's `==` takes for equal (`é` and
/// `e` + U+0301) may both be there.
public struct ValueMap: Sendable {
  /// One text and the value under it.
  public struct Entry: Sendable {
    /// The text.
    public let key: String

    /// The value under it.
    public let value: Value

    /// Creates an entry.
    public init(key: String, value: Value) {
      self.key = key
      self.value = value
    }
  }

  private let entries: [Entry]

  /// Creates the map of the given pairs in any order; of those with one key the last counts.
  ///
  /// - Complexity: O(*n* log *n*), *n* the pairs.
  public init(_ pairs: some Sequence<(String, Value)>) {
    let sorted = pairs.enumerated().sorted { lhs, rhs in
      if lhs.element.0.precedesByBytes(rhs.element.0) { return true }
      return lhs.element.0.hasSameBytes(as: rhs.element.0) && lhs.offset < rhs.offset
    }
    var entries: [Entry] = []
    entries.reserveCapacity(sorted.count)
    for (_, (key, value)) in sorted {
      if let last = entries.last, last.key.hasSameBytes(as: key) { entries.removeLast() }
      entries.append(Entry(key: key, value: value))
    }
    self.entries = entries
  }

  /// Creates the map of entries that are known to ascend by their keys' bytes.
  init(ascending entries: [Entry]) {
    self.entries = entries
  }

  /// The value under the text with the given key's bytes, or nil.
  ///
  /// - Complexity: O(log *n*) comparisons, *n* the entries.
  public subscript(key: String) -> Value? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key.precedesByBytes(key) { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].key.hasSameBytes(as: key) else { return nil }
    return entries[low].value
  }
}

extension ValueMap: Hashable {
  /// Returns whether both maps have the same canonical bytes.
  public static func == (lhs: ValueMap, rhs: ValueMap) -> Bool {
    Value.map(lhs) == Value.map(rhs)
  }

  /// Feeds the canonical bytes to a hasher.
  public func hash(into hasher: inout Hasher) {
    Value.map(self).hash(into: &hasher)
  }
}

extension ValueMap: RandomAccessCollection {
  /// The position of the first entry.
  public var startIndex: Int { 0 }

  /// The position after the last entry.
  public var endIndex: Int { entries.count }

  /// The entry at a position, ascending by the keys' bytes.
  ///
  /// - Complexity: O(1).
  /// - Precondition: The position is that of an entry.
  public subscript(position: Int) -> Entry { entries[position] }
}

extension ValueMap: ExpressibleByDictionaryLiteral {
  /// Creates the map of the given pairs; of those with one key the last counts.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self.init(elements)
  }
}
