// SPDX-License-Identifier: Apache-2.0

/// A version vector indexed by places in a `ReplicaTable`.
///
/// The last counter of each replica, as in `VersionVector`; replicas past the end have none.
struct LocalVersionVector: Sendable {
  private(set) var counters: [UInt64]

  init(_ counters: [UInt64] = []) {
    self.counters = counters
  }

  subscript(replica: Int) -> UInt64 {
    get { replica < counters.count ? counters[replica] : 0 }
    set {
      while counters.count <= replica { counters.append(0) }
      counters[replica] = newValue
    }
  }

  func contains(_ dot: LocalDot) -> Bool {
    self[dot.replica] >= dot.counter
  }

  /// - Complexity: O(*n*) in the number of replicas.
  func isSubset(of other: LocalVersionVector) -> Bool {
    for (replica, counter) in counters.enumerated() where counter > other[replica] { return false }
    return true
  }

  /// Takes the lesser counter of each replica.
  ///
  /// - Complexity: O(*n*) in the number of replicas.
  mutating func formMinimum(_ other: LocalVersionVector) {
    for (replica, counter) in counters.enumerated() where counter > other[replica] {
      counters[replica] = other[replica]
    }
  }

  /// Takes the greater counter of each replica.
  ///
  /// - Complexity: O(*n*) in the number of replicas.
  mutating func merge(_ other: LocalVersionVector) {
    for (replica, counter) in other.counters.enumerated() where counter > self[replica] {
      self[replica] = counter
    }
  }
}
