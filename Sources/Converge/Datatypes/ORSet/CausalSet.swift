// SPDX-License-Identifier: Apache-2.0

/// A replica of an observed-remove set, with the causal context that it needs to stand alone.
///
/// What `StandaloneORSet` is made of, without its type of elements.
struct CausalSet: Sendable {
  /// Below this many operations the journal forgets none: a few hundred kilobytes at most.
  private static let leastJournal = 4_096

  private(set) var replicas = ReplicaTable()
  /// The last counter applied of each replica.
  private(set) var seen = LocalVersionVector()
  private(set) var state = SetState()
  private(set) var journal = SetJournal()
  /// The number of the one writer that this value is.
  private var author: Int

  init(replica: ReplicaID) {
    author = replicas.insert(replica)
  }

  var replica: ReplicaID { replicas[author] }

  var versionVector: VersionVector {
    VersionVector(zip(replicas.ids, seen.counters).lazy.map { (replica: $0, counter: $1) })
  }

  func fork(as replica: ReplicaID) -> CausalSet {
    var fork = self
    fork.author = fork.replicas.insert(replica)
    return fork
  }

  // MARK: Operations

  mutating func insert(_ value: ValueBytes) {
    let dot = nextDot()
    state.insert(value, as: dot)
    note(value, dot)
  }

  mutating func remove(_ value: ValueBytes) -> Bool {
    guard state.remove(value) else { return false }
    note(value, nextDot())
    return true
  }

  mutating func reserveCapacity(_ capacity: Int) {
    state.reserveCapacity(capacity)
  }

  private mutating func nextDot() -> LocalDot {
    let counter = seen[author] + 1
    precondition(counter <= LocalDot.maximumCounter, "A replica's counters are used up.")
    seen[author] = counter
    return LocalDot(replica: author, counter: counter)
  }

  private mutating func note(_ value: ValueBytes, _ dot: LocalDot) {
    journal.append(value, at: dot)
    forgetOldTouches()
  }

  /// Keeps the journal in proportion to the set.
  private mutating func forgetOldTouches() {
    journal.forget(over: Swift.max(Self.leastJournal, 2 * state.count))
  }

  // MARK: Merging

  /// What a replica lacks that has applied what a vector covers.
  func delta(since vector: VersionVector) -> SetDelta {
    var base = LocalVersionVector()
    for (number, counter) in seen.counters.enumerated() {
      base[number] = Swift.min(vector[replicas[number]], counter)
    }
    guard reaches(backTo: base) else {
      return SetDelta(
        replicas: replicas.ids, base: LocalVersionVector(), seen: seen, content: .whole(state))
    }
    var touched: [SetDelta.Touched] = []
    for replica in seen.counters.indices {
      var dot = LocalDot(replica: replica, counter: base[replica])
      for value in journal.values(of: replica, after: base[replica]) {
        dot = dot.advanced(by: 1)
        touched.append(
          SetDelta.Touched(dot: dot, value: value, inserts: state.inserts(of: value)))
      }
    }
    return SetDelta(replicas: replicas.ids, base: base, seen: seen, content: .touched(touched))
  }

  /// Whether the journal has all that was applied after a vector, which is in this one's numbers.
  private func reaches(backTo base: LocalVersionVector) -> Bool {
    seen.counters.indices.allSatisfy { journal.reaches(backTo: base[$0], of: $0) }
  }

  mutating func merge(_ delta: SetDelta) throws(DeltaError) {
    for (number, counter) in delta.base.counters.enumerated() {
      let id = delta.replicas[number]
      let known = replicas.number(of: id).map { seen[$0] } ?? 0
      guard known >= counter else { throw .gap(missing: Dot(replica: id, counter: counter)) }
    }
    let join = joinContext(delta.replicas, delta.seen)
    switch delta.content {
    case .whole(let other): mergeWhole(other, join)
    case .touched(let touched):
      for touch in touched {
        let dot = join.mapped(touch.dot)
        guard !join.mine.contains(dot) else { continue }
        state.join(touch.value, touch.inserts, join)
        journal.append(touch.value, at: dot)
      }
    }
    seen.merge(join.theirs)
    forgetOldTouches()
  }

  mutating func merge(_ other: CausalSet) {
    let join = joinContext(other.replicas.ids, other.seen)
    guard !join.theirs.isSubset(of: join.mine) else { return }
    var known = LocalVersionVector()
    for (theirs, mine) in join.numbers.enumerated() {
      known[theirs] = Swift.min(join.mine[mine], other.seen[theirs])
    }
    if other.reaches(backTo: known) {
      mergeTouched(of: other, after: known, join)
    } else {
      mergeWhole(other.state, join)
    }
    seen.merge(join.theirs)
    forgetOldTouches()
  }

  private mutating func mergeTouched(
    of other: CausalSet, after known: LocalVersionVector, _ join: JoinContext
  ) {
    for replica in other.seen.counters.indices {
      let values = other.journal.values(of: replica, after: known[replica])
      state.reserveCapacity(state.count + Swift.min(values.count, other.state.count))
      var dot = LocalDot(replica: join.numbers[replica], counter: known[replica])
      for value in values {
        dot = dot.advanced(by: 1)
        state.join(value, other.state.inserts(of: value), join)
        journal.append(value, at: dot)
      }
    }
  }

  private mutating func mergeWhole(_ other: SetState, _ join: JoinContext) {
    state.join(other, join)
    for (replica, counter) in join.theirs.counters.enumerated() where counter > seen[replica] {
      journal.restart(replica, after: counter)
    }
  }

  /// Gives the other side's replicas numbers here.
  private mutating func joinContext(
    _ ids: [ReplicaID], _ theirs: LocalVersionVector
  ) -> JoinContext {
    let numbers = ids.map { replicas.insert($0) }
    var mapped = LocalVersionVector()
    for (number, counter) in zip(numbers, theirs.counters) where counter > 0 {
      mapped[number] = counter
    }
    return JoinContext(mine: seen, theirs: mapped, numbers: numbers, replicas: replicas)
  }
}

extension CausalSet: InvariantChecked {
  func verifyInvariants() throws(InvariantViolation) {
    try state.verifyInvariants()
    for inserts in state.inserts {
      try InvariantViolation.check(
        inserts.dots.allSatisfy(seen.contains), "A set has an insert that it has not applied.")
    }
    try InvariantViolation.check(
      journal.count == journal.parts.reduce(0) { $0 + $1.values.count },
      "A journal's operations are not counted.")
    for (replica, part) in journal.parts.enumerated() {
      let expected = seen[replica] - Swift.min(part.start, seen[replica])
      try InvariantViolation.check(
        UInt64(part.values.count) == expected, "A journal has gaps.")
    }
  }
}
