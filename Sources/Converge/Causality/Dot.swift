// SPDX-License-Identifier: Apache-2.0

/// The name of one operation: the replica that made it, and its number among that replica's own.
///
/// Counters are 1, 2, … without gaps; 0 names no operation. Dots are ordered by replica id as
/// bytes, then by counter.
///
/// - SeeAlso: Almeida, Baquero, Gonçalves, Preguiça, Fonte: "Scalable and Accurate Causality
///   Tracking for Eventually Consistent Stores", DAIS 2014,
///   <https://doi.org/10.1007/978-3-662-43352-2_6> (section 3, dots).
public struct Dot: Hashable, Sendable {
  /// The replica that made the operation.
  public let replica: ReplicaID

  /// The operation's number among its replica's own, from 1.
  public let counter: UInt64

  /// Creates the name of a replica's operation with the given number.
  public init(replica: ReplicaID, counter: UInt64) {
    self.replica = replica
    self.counter = counter
  }
}

extension Dot: Comparable {
  /// Returns whether the left dot comes first, by replica id and then by counter.
  public static func < (lhs: Dot, rhs: Dot) -> Bool {
    lhs.replica != rhs.replica ? lhs.replica < rhs.replica : lhs.counter < rhs.counter
  }
}

extension Dot: CustomStringConvertible {
  /// The replica id in hexadecimal, a colon and the counter.
  public var description: String { "\(replica):\(counter)" }
}
