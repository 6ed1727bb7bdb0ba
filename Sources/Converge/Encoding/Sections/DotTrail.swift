// SPDX-License-Identifier: Apache-2.0

/// The last counter of each replica among the dots written or read so far, and the last dot's
/// replica: from these the next dot is told by a small number.
struct DotTrail {
  /// What leads from the last dot to the next.
  struct Step {
    /// The distance from the last counter of the dot's replica, zigzag.
    var distance: UInt64
    /// The replica, when it is not that of the last dot.
    var replica: Int?
  }

  /// The replica of the last dot, at first 0.
  private(set) var replica = 0
  /// The last counter of that replica, at first 0.
  private(set) var counter: UInt64 = 0
  /// The last counters of the first replicas, and behind them those of the others that were turned
  /// to or from, by their numbers in a table; empty before the first turn.
  private var counters: [UInt64] = []
  private var numbers = NumberTable<Int>()
  /// Most documents have no more replicas: their counters need not be looked for.
  private static let firstCount = 8

  /// The last dot, perhaps none.
  var dot: LocalDot { LocalDot(replica: replica, counter: counter) }

  /// Goes to a dot and returns the step to it.
  mutating func step(to dot: LocalDot) -> Step {
    let isOther = dot.replica != replica
    if isOther { turn(to: dot.replica) }
    let distance = Int64(bitPattern: dot.counter &- counter).zigzag
    counter = dot.counter
    return Step(distance: distance, replica: isOther ? dot.replica : nil)
  }

  /// Goes a step; the counter that it leads to may be any.
  mutating func take(_ step: Step) {
    if let replica = step.replica { turn(to: replica) }
    counter &+= UInt64(bitPattern: Int64(zigzag: step.distance))
  }

  mutating func follow(_ dot: LocalDot) {
    if dot.replica != replica { turn(to: dot.replica) }
    counter = dot.counter
  }

  /// Begins anew, but keeps the room for the counters.
  mutating func reset() {
    replica = 0
    counter = 0
    if !counters.isEmpty { counters.removeAll(keepingCapacity: true) }
    numbers.removeAll()
  }

  private mutating func turn(to other: Int) {
    if counters.isEmpty { counters += repeatElement(0, count: Self.firstCount) }
    counters[place(of: replica)] = counter
    replica = other
    counter = counters[place(of: other)]
  }

  /// Where a replica's counter stands.
  private mutating func place(of replica: Int) -> Int {
    if replica < Self.firstCount { return replica }
    let (number, isNew) = numbers.insert(replica)
    if isNew { counters.append(0) }
    return Self.firstCount + number
  }
}
