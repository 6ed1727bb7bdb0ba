// SPDX-License-Identifier: Apache-2.0

@testable import Converge

/// Replicas that write at random and hear of each other in any causal order, in states alone.
struct SectionSimulation {
  /// One operation, as its author made it.
  struct Write {
    var author: Int
    var counter: UInt64
    var timestamp: UInt64
    var seen: LocalVersionVector
    var operation: Operation
    var target: Target
  }

  /// A replica, with numbers of its own.
  struct Replica {
    var id: ReplicaID
    var table = ReplicaTable()
    var fields = RecordFields()
    var versionVector = LocalVersionVector()
    var clock: UInt64 = 0
  }

  var random: ValueGenerator
  var replicas: [Replica]
  /// All writes, in the order in which they were made.
  var writes: [Write] = []

  init(replicas count: Int, seed: UInt64) {
    random = ValueGenerator(seed: seed)
    replicas = []
    for _ in 0..<count {
      let id = ReplicaID.random(using: &random)
      replicas.append(Replica(id: id))
      _ = replicas[replicas.count - 1].table.insert(id)
    }
  }

  /// Lets a replica write an operation to a field.
  mutating func write(
    _ operation: Operation, to target: Target, at author: Int, timestamp: UInt64? = nil
  ) {
    var replica = replicas[author]
    let counter = replica.versionVector[0] + 1
    replica.clock = timestamp ?? replica.clock + UInt64(random.number(below: 3) << 16) + 1
    let write = Write(
      author: author, counter: counter, timestamp: replica.clock, seen: replica.versionVector,
      operation: operation, target: target)
    replicas[author] = replica
    writes.append(write)
    apply(write, at: author)
  }

  /// Lets a replica hear of what it lacks, each write with a chance, causes before effects.
  mutating func deliver(to reader: Int, percent: Int) {
    var missed = Set<Int>()
    let reversed = random.number(below: 2) == 0
    // Authors in one order or the other: each is causally ready once those it saw are applied.
    let authors = reversed ? Array(replicas.indices.reversed()) : Array(replicas.indices)
    var isDone = false
    while !isDone {
      isDone = true
      for author in authors where author != reader {
        for write in writes where write.author == author && !missed.contains(author) {
          guard !has(write, reader), isReady(write, reader) else { continue }
          if random.number(below: 100) < percent {
            apply(write, at: reader)
            isDone = false
          } else {
            missed.insert(author)
          }
        }
      }
    }
  }

  /// Joins the state of one replica into another's.
  mutating func join(_ source: Int, into reader: Int) {
    let other = replicas[source]
    let numbers = other.table.ids.map { replicas[reader].table.insert($0) }
    var theirs = LocalVersionVector()
    for (number, counter) in other.versionVector.counters.enumerated() {
      theirs[numbers[number]] = counter
    }
    let context = JoinContext(
      mine: replicas[reader].versionVector, theirs: theirs, numbers: numbers,
      replicas: replicas[reader].table)
    replicas[reader].fields.join(other.fields, context)
    replicas[reader].versionVector.merge(theirs)
    replicas[reader].clock = max(replicas[reader].clock, other.clock)
  }

  private func has(_ write: Write, _ reader: Int) -> Bool {
    guard let number = replicas[reader].table.number(of: replicas[write.author].id) else {
      return false
    }
    return replicas[reader].versionVector[number] >= write.counter
  }

  private func isReady(_ write: Write, _ reader: Int) -> Bool {
    let author = replicas[write.author]
    return write.seen.counters.enumerated().allSatisfy { number, counter in
      counter == 0
        || replicas[reader].table.number(of: author.table[number]).map {
          replicas[reader].versionVector[$0] >= counter
        } ?? false
    }
  }

  private mutating func apply(_ write: Write, at reader: Int) {
    let author = replicas[write.author]
    var replica = replicas[reader]
    let numbers = author.table.ids.map { replica.table.insert($0) }
    func mapped(_ dot: LocalDot) -> LocalDot {
      dot.isNone ? dot : LocalDot(replica: numbers[dot.replica], counter: dot.counter)
    }
    var seen = LocalVersionVector()
    for (number, counter) in write.seen.counters.enumerated() { seen[numbers[number]] = counter }
    let operation = write.operation.mapped(mapped)
    var context = WriteContext(
      dot: LocalDot(replica: numbers[0], counter: write.counter), timestamp: write.timestamp,
      seen: seen, replicas: replica.table)
    context.count = operation.dotCount
    context.isInRecord = !write.target.steps.isEmpty
    replica.fields.apply(operation, to: write.target, context)
    replica.versionVector[numbers[0]] = write.counter + UInt64(context.count) - 1
    replica.clock = max(replica.clock, write.timestamp)
    replicas[reader] = replica
  }
}

extension Operation {
  /// The operation with its dots in another replica's numbers.
  fileprivate func mapped(_ mapped: (LocalDot) -> LocalDot) -> Operation {
    func place(_ placement: Placement) -> Placement {
      Placement(parent: mapped(placement.parent), side: placement.side)
    }
    func ranges(_ ranges: [DotRange]) -> [DotRange] {
      ranges.map { DotRange(first: mapped($0.first), count: $0.count) }
    }
    switch self {
    case .insertOrderedMember(let value, let at): return .insertOrderedMember(value, at.map(place))
    case .moveOrderedMember(let value, let at): return .moveOrderedMember(value, place(at))
    case .insertOrderedRecord(let key, let at): return .insertOrderedRecord(key, at.map(place))
    case .moveOrderedRecord(let key, let at): return .moveOrderedRecord(key, place(at))
    case .insertElements(let values, let at): return .insertElements(values, place(at))
    case .removeElements(let slots): return .removeElements(ranges(slots))
    case .replaceElement(let element, let value):
      return .replaceElement(mapped(element), with: value)
    case .moveElement(let element, let at): return .moveElement(mapped(element), place(at))
    case .insertText(let piece, let at): return .insertText(piece, place(at))
    case .removeText(let slots): return .removeText(ranges(slots))
    default: return self
    }
  }
}
