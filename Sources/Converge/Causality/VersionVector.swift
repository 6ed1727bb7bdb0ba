// SPDX-License-Identifier: Apache-2.0

/// The last counter known of each replica: a set of dots that has no gaps.
///
/// Entries are kept in one array, ascending by replica id; a replica without an entry stands at 0,
/// and no entry is 0, so equal sets of dots are equal vectors.
///
/// - SeeAlso: Fidge: "Timestamps in Message-Passing Systems That Preserve the Partial Ordering",
///   ACSC 1988; Mattern: "Virtual Time and Global States of Distributed Systems", 1989; Almeida,
///   Baquero, Gonçalves, Preguiça, Fonte: "Scalable and Accurate Causality Tracking for Eventually
///   Consistent Stores", DAIS 2014, <https://doi.org/10.1007/978-3-662-43352-2_6> (the vector as
///   a set of dots).
public struct VersionVector: Hashable, Sendable {
  /// The last dot of each replica, ascending by replica, counters above 0.
  private(set) var dots: [Dot]

  /// Creates the empty vector.
  public init() {
    dots = []
  }

  /// Creates the vector of the given entries; of several for one replica the greatest counts.
  ///
  /// - Complexity: O(*n* log *n*) comparisons and at most O(*n*²) moves, *n* the entries.
  public init(_ entries: some Sequence<(replica: ReplicaID, counter: UInt64)>) {
    dots = []
    dots.reserveCapacity(entries.underestimatedCount)
    for entry in entries where self[entry.replica] < entry.counter {
      self[entry.replica] = entry.counter
    }
  }

  /// Creates the vector of dots that ascend by replica, or nil when they do not or one is 0.
  ///
  /// - Complexity: O(*n*), *n* the dots.
  init?(ascending dots: [Dot]) {
    var previous: ReplicaID?
    for dot in dots {
      guard dot.counter > 0 else { return nil }
      if let previous, previous >= dot.replica { return nil }
      previous = dot.replica
    }
    self.dots = dots
  }

  /// The last counter known of a replica, 0 when there is none.
  ///
  /// - Complexity: O(log *n*) to read and to change an entry, O(*n*) to add or remove one, *n* the
  ///   replicas.
  public subscript(replica: ReplicaID) -> UInt64 {
    get {
      let index = lowerBound(of: replica)
      return index < dots.count && dots[index].replica == replica ? dots[index].counter : 0
    }
    set {
      let index = lowerBound(of: replica)
      let isPresent = index < dots.count && dots[index].replica == replica
      switch (isPresent, newValue > 0) {
      case (true, true): dots[index] = Dot(replica: replica, counter: newValue)
      case (true, false): dots.remove(at: index)
      case (false, true): dots.insert(Dot(replica: replica, counter: newValue), at: index)
      case (false, false): break
      }
    }
  }

  /// Returns whether the vector covers a dot.
  ///
  /// - Complexity: O(log *n*), *n* the replicas.
  public func contains(_ dot: Dot) -> Bool { self[dot.replica] >= dot.counter }

  /// Joins another vector into this one: the greater counter of each replica.
  ///
  /// - Complexity: O(*n* + *m*), the replicas of both.
  public mutating func merge(_ other: VersionVector) {
    guard !other.isSubset(of: self) else { return }
    var merged: [Dot] = []
    merged.reserveCapacity(Swift.max(dots.count, other.dots.count))
    var index = 0
    for dot in other.dots {
      while index < dots.count, dots[index].replica < dot.replica {
        merged.append(dots[index])
        index += 1
      }
      if index < dots.count, dots[index].replica == dot.replica {
        merged.append(Swift.max(dots[index], dot))
        index += 1
      } else {
        merged.append(dot)
      }
    }
    merged.append(contentsOf: dots[index...])
    dots = merged
  }

  /// Returns the join of both vectors: the greater counter of each replica.
  ///
  /// - Complexity: O(*n* + *m*), the replicas of both.
  public func merging(_ other: VersionVector) -> VersionVector {
    var result = self
    result.merge(other)
    return result
  }

  /// Returns whether the other vector covers every dot that this one covers.
  ///
  /// - Complexity: O(*n* + *m*), the replicas of both.
  public func isSubset(of other: VersionVector) -> Bool {
    guard dots.count <= other.dots.count else { return false }
    var index = 0
    for dot in dots {
      while index < other.dots.count, other.dots[index].replica < dot.replica { index += 1 }
      guard index < other.dots.count, other.dots[index].replica == dot.replica,
        other.dots[index].counter >= dot.counter
      else { return false }
      index += 1
    }
    return true
  }

  /// Returns the index of the first entry whose replica is not less than the given one.
  private func lowerBound(of replica: ReplicaID) -> Int {
    var low = 0
    var high = dots.count
    while low < high {
      let middle = (low + high) / 2
      if dots[middle].replica < replica { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension VersionVector: RandomAccessCollection {
  /// One replica and its last counter.
  public typealias Element = (replica: ReplicaID, counter: UInt64)

  /// The position of the first entry.
  public var startIndex: Int { 0 }

  /// The position after the last entry.
  public var endIndex: Int { dots.count }

  /// The entry at a position, ascending by replica id.
  ///
  /// - Complexity: O(1).
  /// - Precondition: The position is that of an entry.
  public subscript(position: Int) -> Element {
    (replica: dots[position].replica, counter: dots[position].counter)
  }
}

extension VersionVector: ExpressibleByDictionaryLiteral {
  /// Creates the vector of the given entries; of several for one replica the greatest counts.
  public init(dictionaryLiteral elements: (ReplicaID, UInt64)...) {
    self.init(elements.lazy.map { (replica: $0.0, counter: $0.1) })
  }
}

extension VersionVector: CustomStringConvertible {
  /// The entries as dots between braces.
  public var description: String {
    "{" + dots.map(\.description).joined(separator: ", ") + "}"
  }
}
