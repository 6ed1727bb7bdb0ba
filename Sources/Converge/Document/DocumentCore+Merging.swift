// SPDX-License-Identifier: Apache-2.0

extension DocumentCore {
  /// Takes in all that another document has applied: by its changes where its log has all that is
  /// missing here, else by joining the states.
  mutating func merge(_ other: DocumentCore) -> MergeOutcome {
    if let outcome = refusal(of: other.state) { return outcome }
    if case .changes(let changes) = other.changes(since: versionVector) {
      guard !changes.isEmpty else { return .alreadyKnown }
      var released = 0
      for change in changes {
        if case .applied(let more) = apply(change) { released += more }
      }
      return .merged(released: released)
    }
    return mergeState(of: other)
  }

  /// Joins another document's state, and its log where that goes on from the one here.
  mutating func mergeState(of other: DocumentCore) -> MergeOutcome {
    if let outcome = refusal(of: other.state) { return outcome }
    if state.covers(other.state) { return .alreadyKnown }
    let before = state.versionVector
    state.join(other.state)
    joinLog(of: other, since: before)
    return .merged(released: pending.isEmpty ? 0 : drain())
  }

  private func refusal(of other: DocumentState) -> MergeOutcome? {
    guard state.id == other.id else {
      return .refused(.otherDocument(expected: state.id, found: other.id))
    }
    if let dot = state.equivocation(with: other) { return .refused(.equivocation(dot)) }
    if let until = futureLimit(of: other.clock.last) { return .heldAside(until: until) }
    return nil
  }

  private mutating func joinLog(of other: DocumentCore, since before: LocalVersionVector) {
    for (theirs, id) in other.state.replicas.ids.enumerated() {
      guard let mine = state.replicas.number(of: id) else { continue }
      let last = state.versionVector[mine]
      guard last > before[mine] else { continue }
      let changes = other.log.changes(by: theirs, after: before[mine], upTo: last)
      if let changes {
        for change in changes { log.append(change, by: mine) }
      } else {
        log.restart(mine, after: last)
      }
    }
  }

  /// What a peer with a version vector lacks.
  func changes(since vector: VersionVector) -> Delta {
    let known = localVersionVector(vector)
    var result: [Change] = []
    for (number, last) in state.versionVector.counters.enumerated() where last > known[number] {
      guard let part = log.changes(by: number, after: known[number], upTo: last) else {
        return .snapshot(snapshot())
      }
      result += part
    }
    // A change's timestamp exceeds those of all that it depends on, so this order is causal.
    result.sort { first, second in
      let (one, two) = (first.timestamp ?? .zero, second.timestamp ?? .zero)
      return one == two ? first.replica < second.replica : one < two
    }
    return .changes(result)
  }
}
