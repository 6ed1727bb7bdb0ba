// SPDX-License-Identifier: Apache-2.0

/// The state of a `PNCounter`: amounts by dot.
///
/// At the top of a document one amount a replica is enough, its sum under its last dot: an
/// increment takes the place of the author's one before. Inside a record each increment keeps a
/// dot of its own, since a fresh write takes back exactly those that it saw, and those may be any
/// first part of a replica's increments ("dot per increment", the resettable counter of Riak).
struct CounterState: CausalState {
  struct Increment: Hashable, Sendable {
    var dot: LocalDot
    var amount: Int64
  }

  /// One replica's increments after another's, each replica's ascending.
  private(set) var increments: [Increment] = []

  var isVacant: Bool { increments.isEmpty }

  /// The sum, wrapping: saturation would depend on the order.
  var sum: Int64 { increments.reduce(0) { $0 &+ $1.amount } }

  mutating func increment(by amount: Int64, _ context: WriteContext) {
    let end = increments.firstIndex { $0.dot.replica > context.dot.replica } ?? increments.count
    if !context.isInRecord, end > 0, increments[end - 1].dot.replica == context.dot.replica {
      increments[end - 1].dot = context.dot
      increments[end - 1].amount &+= amount
    } else {
      increments.insert(Increment(dot: context.dot, amount: amount), at: end)
    }
  }

  /// Adds what a snapshot holds.
  ///
  /// - Complexity: O(1) when the dots ascend.
  mutating func restore(_ dot: LocalDot, _ amount: Int64) {
    let isLast = increments.last.map { $0.dot.bits < dot.bits } ?? true
    let end = isLast ? nil : increments.firstIndex { $0.dot.bits > dot.bits }
    increments.insert(Increment(dot: dot, amount: amount), at: end ?? increments.count)
  }

  mutating func clear(_ context: WriteContext) {
    increments.removeAll { context.seen.contains($0.dot) }
  }

  mutating func join(_ other: CounterState, _ join: JoinContext) {
    let theirs = other.increments.map {
      Increment(dot: join.mapped($0.dot), amount: $0.amount)
    }
    let known = Set(theirs.map(\.dot))
    increments.removeAll { join.theyApplied($0.dot) && !known.contains($0.dot) }
    increments += theirs.filter { !join.iApplied($0.dot) }
    increments.sort { $0.dot.bits < $1.dot.bits }
  }

  func verifyInvariants() throws(InvariantViolation) {
    for (first, second) in zip(increments, increments.dropFirst()) {
      try InvariantViolation.check(
        first.dot.bits < second.dot.bits, "A counter's increments do not ascend.")
    }
  }
}
