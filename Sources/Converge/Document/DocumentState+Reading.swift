// SPDX-License-Identifier: Apache-2.0

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
  var timestamp: HybridTimestamp
  /// What its author had newly applied: replicas and their counters.
  var context: [(replica: Int, counter: UInt64)]
  /// The replicas that the change mentions first, in the order of their numbers.
  var firstMentions: [Int]
  var operations: ByteReader
}

extension DocumentState {
  func counter(of replica: ReplicaID) -> UInt64 {
    replicas.number(of: replica).map { versionVector[$0] } ?? 0
  }

  /// Whether a change can be applied now, and what reading it gives.
  func readiness(of change: Change) -> Readiness {
    guard change.firstCounter == counter(of: change.replica) + 1 else {
      return .waiting(for: [Dot(replica: change.replica, counter: change.firstCounter - 1)])
    }
    do {
      return try readiness(of: change, ChangeBody(ByteReader(change.body)))
    } catch {
      return .malformed(error)
    }
  }

  private func readiness(of change: Change, _ body: ChangeBody) throws(WireError) -> Readiness {
    let author = replicas.number(of: change.replica).map { authors[$0] } ?? Author()
    guard let timestamp = body.timestamp(after: author.timestamp) else {
      throw .invalidItem(offset: 0)
    }
    var ready = ReadyChange(
      timestamp: timestamp, context: [], firstMentions: [], operations: body.operations)
    var missing: [Dot] = []
    for entry in body.context {
      let id = try replica(of: entry.source, author, change.replica)
      guard let number = replicas.number(of: id) else {
        missing.append(Dot(replica: id, counter: entry.counters))
        continue
      }
      let counter = author.context[number] + entry.counters
      guard counter <= LocalDot.maximumCounter else { throw .invalidItem(offset: 0) }
      if versionVector[number] < counter { missing.append(Dot(replica: id, counter: counter)) }
      ready.context.append((number, counter))
      if case .id = entry.source { ready.firstMentions.append(number) }
    }
    return missing.isEmpty ? .ready(ready) : .waiting(for: missing)
  }

  private func replica(
    of source: ChangeBody.ContextEntry.Source, _ author: Author, _ itself: ReplicaID
  ) throws(WireError) -> ReplicaID {
    switch source {
    case .number(let number):
      guard number <= author.numbers.replicas.count else { throw .invalidReference(offset: 0) }
      return replicas[author.numbers.replicas[number - 1]]
    case .id(let id):
      // A replica has one number, and its own past is no context.
      let known = replicas.number(of: id).flatMap(author.numbers.number(ofReplica:))
      guard id != itself, known == nil else { throw .notCanonical(offset: 0) }
      return id
    }
  }
}
