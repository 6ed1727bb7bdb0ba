// SPDX-License-Identifier: Apache-2.0

/// What becomes of a change that a state is given.
enum Reception {
  /// It was applied: the number of its author, and its timestamp.
  case applied(author: Int, HybridTimestamp)
  /// Its author's changes are applied up to this counter, which is not before its own.
  case known(upTo: UInt64)
  /// Dots that must be applied first.
  case waiting(for: [Dot])
  /// Its author was evicted, and no member's change needs it yet.
  case waitingForMembers
  /// It is stamped too far in the future.
  case tooEarly(until: Int64)
  case refused(Refusal)
}

/// Whether a change can be applied now.
enum Readiness {
  case ready(ReadyChange)
  /// Dots that must be applied first.
  case waiting(for: [Dot])
  /// The change contradicts what its author has said before.
  case malformed(WireError)
}

/// A change whose author's earlier changes and whose context are applied.
struct ReadyChange {
  /// The number of its author, if the author is known.
  var author: Int?
  var timestamp: HybridTimestamp
  /// What its author had newly applied: replicas and their counters.
  var context: [(replica: Int, counter: UInt64)]
  /// The replicas that the change mentions first, in the order of their numbers.
  var firstMentions: [Int]
  var operations: ByteReader
}

extension DocumentState {
  @inline(__always)
  func counter(of replica: ReplicaID) -> UInt64 {
    replicas.number(of: replica).map { versionVector[$0] } ?? 0
  }

  /// Applies a change, if it is its turn; `itself` is the replica whose state this is.
  mutating func receive(
    _ change: Change, by itself: ReplicaID, _ limits: DecodingLimits, _ future: FutureBound
  ) -> Reception {
    let author = replicas.number(of: change.replica)
    let known = author.map { versionVector[$0] } ?? 0
    if change.firstCounter <= known { return .known(upTo: known) }
    guard change.replica != itself || change.lastCounter <= LocalDot.maximumOwnCounter else {
      return .refused(.countersUsedUp)
    }
    switch readiness(of: change) {
    case .malformed(let error):
      return .refused(.malformed(error))
    case .waiting(for: let dots):
      return .waiting(for: dots)
    case .ready(let ready):
      guard follows(change, ready) else { return .refused(.equivocation(change.firstDot)) }
      guard isByMember(change, ready) else { return .refused(.notMember(change.replica)) }
      if let until = future.limit(of: ready.timestamp, after: clock.last) {
        return .tooEarly(until: until)
      }
      do {
        return .applied(author: try apply(change, ready, limits: limits), ready.timestamp)
      } catch {
        return .refused(.malformed(error))
      }
    }
  }

  /// Whether a change goes on from its author's last one.
  func follows(_ change: Change, _ ready: ReadyChange) -> Bool {
    change.previousHash == (ready.author.map { authors[$0].hash } ?? 0)
  }

  /// Whether a change can be applied now, and what reading it gives.
  func readiness(of change: Change) -> Readiness {
    let author = replicas.number(of: change.replica)
    guard change.firstCounter == (author.map { versionVector[$0] } ?? 0) + 1 else {
      return .waiting(for: [Dot(replica: change.replica, counter: change.firstCounter - 1)])
    }
    do {
      let body = try ChangeBody(change.bodyReader)
      let previous = author.map { authors[$0].timestamp } ?? .zero
      guard let timestamp = body.timestamp(after: previous) else {
        return .malformed(.invalidItem(offset: 0))
      }
      var ready = ReadyChange(
        author: author, timestamp: timestamp, context: [], firstMentions: [],
        operations: body.operations)
      if !body.context.isEmpty {
        let missing = try read(body.context, change.replica, &ready)
        guard missing.isEmpty else { return .waiting(for: missing) }
      }
      return .ready(ready)
    } catch {
      return .malformed(error)
    }
  }

  /// Reads what a change's author had newly applied.
  ///
  /// - Returns: What of that is missing here.
  private func read(
    _ context: [ChangeBody.ContextEntry], _ itself: ReplicaID, _ ready: inout ReadyChange
  ) throws(WireError) -> [Dot] {
    let author = ready.author
    ready.context.reserveCapacity(context.count)
    var missing: [Dot] = []
    for entry in context {
      let id = try replica(of: entry.source, author, itself)
      guard let number = replicas.number(of: id) else {
        missing.append(Dot(replica: id, counter: entry.counters))
        continue
      }
      let counter = (author.map { authors[$0].context[number] } ?? 0) + entry.counters
      guard counter <= LocalDot.maximumCounter else { throw .invalidItem(offset: 0) }
      if versionVector[number] < counter { missing.append(Dot(replica: id, counter: counter)) }
      ready.context.append((number, counter))
      if case .id = entry.source { ready.firstMentions.append(number) }
    }
    return missing
  }

  private func replica(
    of source: ChangeBody.ContextEntry.Source, _ author: Int?, _ itself: ReplicaID
  ) throws(WireError) -> ReplicaID {
    switch source {
    case .number(let number):
      guard let author, number <= authors[author].numbers.replicas.count else {
        throw .invalidReference(offset: 0)
      }
      return replicas[authors[author].numbers.replicas[number - 1]]
    case .id(let id):
      // A replica has one number, and its own past is no context.
      let known = author.flatMap { author in
        replicas.number(of: id).flatMap { authors[author].numbers.number(ofReplica: $0) }
      }
      guard id != itself, known == nil else { throw .notCanonical(offset: 0) }
      return id
    }
  }
}
