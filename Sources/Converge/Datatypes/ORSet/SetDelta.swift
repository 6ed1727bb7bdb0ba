// SPDX-License-Identifier: Apache-2.0

/// What one replica of a set lacks and another has.
struct SetDelta: Sendable {
  /// One operation, and what its element's inserts are by now: none when it is removed.
  struct Touched: Sendable {
    var dot: LocalDot
    var value: ValueBytes
    var inserts: DotSet
  }

  enum Content: Sendable {
    /// The elements that the operations after `base` touched, perhaps several times.
    case touched([Touched])
    case whole(SetState)
  }

  /// What the numbers in it mean.
  var replicas: [ReplicaID]
  /// What whoever takes it in must have applied.
  var base: LocalVersionVector
  /// What is applied with it.
  var seen: LocalVersionVector
  var content: Content
}

/// Why a delta cannot be taken in.
public enum DeltaError: Error, Hashable, Sendable {
  /// The delta goes on from this dot, which is not applied here.
  case gap(missing: Dot)
}
