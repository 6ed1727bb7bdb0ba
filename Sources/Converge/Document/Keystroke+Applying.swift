// SPDX-License-Identifier: Apache-2.0

// What only looks at the state is inlined: a call would be handed a copy of its parts.

extension Keystroke {
  fileprivate var isRemoval: Bool { side == nil }
}

extension EditableState {
  /// Applies a change that is a keystroke and ready, where no members are declared and nothing is
  /// kept unread.
  ///
  /// - Returns: The number of its author, and its timestamp; nil, and nothing was done, where it is
  ///   anything else or something may be wrong with it.
  mutating func applyKeystroke(
    _ change: Change, _ configuration: DocumentConfiguration
  ) -> (author: Int, timestamp: HybridTimestamp)? {
    guard state.unread.isEmpty, !state.membership.isDeclared, change.replica != replica,
      let keystroke = change.keystroke(limits: configuration.limits),
      let author = state.replicas.number(of: change.replica),
      state.versionVector[author] + 1 == change.firstCounter,
      let ready = state.ready(keystroke, of: change, by: author),
      !isTooEarly(ready.timestamp, configuration.futureBound),
      state.apply(keystroke, of: change, ready)
    else { return nil }
    return (author, ready.timestamp)
  }

  @inline(__always)
  private func isTooEarly(_ timestamp: HybridTimestamp, _ bound: Duration?) -> Bool {
    FutureBound(bound: bound, clock: clock).limit(of: timestamp, after: state.clock.last) != nil
  }
}

/// A keystroke whose author's earlier changes and whose context are applied.
private struct ReadyKeystroke {
  var author: Int
  var timestamp: HybridTimestamp
  /// What its author had newly applied; no counter for nothing.
  var context: (replica: Int, counter: UInt64)
  /// The parent slot, or the first that is removed.
  var slot: LocalDot
}

extension DocumentState {
  /// What reading a keystroke gives, if it can be applied now.
  @inline(__always)
  fileprivate func ready(
    _ keystroke: Keystroke, of change: Change, by author: Int
  ) -> ReadyKeystroke? {
    guard authors[author].hash == change.previousHash,
      keystroke.name <= authors[author].numbers.names.count,
      let timestamp = ChangeBody.timestamp(
        keystroke.milliseconds, keystroke.counter, after: authors[author].timestamp),
      let slot = slot(keystroke.slot, from: change.firstCounter, by: author)
    else { return nil }
    var ready = ReadyKeystroke(
      author: author, timestamp: timestamp, context: (0, 0), slot: slot)
    if keystroke.contextNumber > 0 {
      guard keystroke.contextNumber <= authors[author].numbers.replicas.count else { return nil }
      let replica = authors[author].numbers.replicas[keystroke.contextNumber - 1]
      let counter = authors[author].context[replica] + keystroke.contextCounters
      guard counter <= versionVector[replica] else { return nil }
      ready.context = (replica, counter)
    }
    if keystroke.isRemoval {
      guard !slot.isNone, UInt64(keystroke.count) - 1 <= LocalDot.maximumCounter - slot.counter
      else { return nil }
    }
    return ready
  }

  /// The slot that an author means; nil when it gave no replica that number.
  @inline(__always)
  private func slot(
    _ reference: Keystroke.Reference, from own: UInt64, by author: Int
  ) -> LocalDot? {
    if reference.number == 0 {
      return reference.counter == 0
        ? LocalDot.none : LocalDot(replica: author, counter: own - reference.counter)
    }
    guard reference.number <= authors[author].numbers.replicas.count else { return nil }
    return LocalDot(
      replica: authors[author].numbers.replicas[reference.number - 1], counter: reference.counter)
  }

  /// Applies a keystroke that is ready.
  ///
  /// - Returns: Whether its text was found; else nothing was done.
  fileprivate mutating func apply(
    _ keystroke: Keystroke, of change: Change, _ ready: ReadyKeystroke
  ) -> Bool {
    let author = ready.author
    let known =
      keystroke.isRemoval
      ? isSeen(ready.slot.advanced(by: keystroke.count - 1), change, ready)
      : ready.slot.isNone || isSeen(ready.slot, change, ready)
    let dot = LocalDot(replica: author, counter: change.firstCounter)
    let name = authors[author].numbers.nameHeads[keystroke.name - 1]
    let isFound: Void? = fields.updateText(name, at: &textPosition) { text in
      // As in the general case: what its author had not applied it cannot mean.
      guard known else { return }
      if let side = keystroke.side {
        let placement = Placement(parent: ready.slot, side: side)
        text.update { [replicas] in
          $0.insert(topOf: keystroke.text, count: keystroke.count, dot, at: placement, replicas)
        }
      } else {
        text.update {
          $0.removeForGood(DotRange(first: ready.slot, count: keystroke.count))
        }
      }
    }
    guard isFound != nil else { return false }
    authors[author].note(
      change.hash, ready.timestamp, knowing: ready.context.counter, of: ready.context.replica)
    versionVector[author] = change.lastCounter
    clock.observe(ready.timestamp)
    return true
  }

  /// Whether a keystroke's author had applied a dot when it made it.
  @inline(__always)
  private func isSeen(_ dot: LocalDot, _ change: Change, _ ready: ReadyKeystroke) -> Bool {
    if dot.replica == ready.author { return dot.counter < change.firstCounter }
    if dot.replica == ready.context.replica, ready.context.counter > 0 {
      return dot.counter <= ready.context.counter
    }
    return authors[ready.author].context.contains(dot)
  }
}
