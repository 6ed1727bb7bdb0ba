// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// The laws that hold for every datatype, over states that seeds make.
struct DatatypeLawsTests {
  private typealias Plain = Document<NoSchema>

  /// Replicas that edited a field and heard of each other now and then.
  private static func replicas(
    _ datatype: DatatypeTag, seed: UInt64, count: Int = 3, steps: Int = 14
  ) -> [Document<NoSchema>] {
    var edits = RandomEdits(seed: seed &* 31 &+ UInt64(datatype.rawValue))
    var documents = Replicas(NoSchema(), count).documents
    for _ in 0..<steps {
      let replica = edits.random.number(below: count)
      if edits.random.number(below: 3) == 0 {
        let other = edits.random.number(below: count)
        if edits.random.number(below: 2) == 0 {
          documents[replica].merge(documents[other])
        } else {
          documents[replica].mergeState(documents[other])
        }
      } else {
        edits.edit(&documents[replica], datatype)
      }
      documents[replica].checkInvariants()
    }
    return documents
  }

  private func joined(_ document: Plain, _ others: Plain...) -> Plain {
    var document = document
    for other in others { document.mergeState(other) }
    document.checkInvariants()
    return document
  }

  @Test(arguments: DatatypeTag.allCases, 0..<10 as Range<UInt64>)
  func `merge is commutative, associative and idempotent`(datatype: DatatypeTag, seed: UInt64) {
    let documents = Self.replicas(datatype, seed: seed)
    let (a, b, c) = (documents[0], documents[1], documents[2])
    let bytes = joined(a, b, c).snapshot()
    #expect(joined(a, b).snapshot() == joined(b, a).snapshot())
    #expect(joined(joined(a, b), c).snapshot() == joined(a, joined(b, c)).snapshot())
    for order in [joined(b, c, a), joined(c, a, b), joined(c, b, a), joined(a, a, b, b, c, a)] {
      #expect(order.snapshot() == bytes)
    }
    #expect(joined(a, a).snapshot() == a.snapshot())
    var all = joined(a, b, c)
    #expect(all.mergeState(b) == .alreadyKnown && all.snapshot() == bytes)
  }

  @Test(arguments: DatatypeTag.allCases, 100..<110 as Range<UInt64>)
  func `changes, states, snapshots and mixtures lead to the same bytes`(
    datatype: DatatypeTag, seed: UInt64
  ) throws {
    let documents = Self.replicas(datatype, seed: seed)
    let bytes = joined(documents[0], documents[1], documents[2]).snapshot()
    var random = ValueGenerator(seed: seed)
    for document in documents {
      var other = document
      for source in documents {
        switch random.number(below: 4) {
        case 0: other.merge(source)
        case 1: other.mergeState(source)
        case 2: try other.merge(snapshot: source.snapshot())
        default:
          guard case .changes(let changes) = source.changes(since: other.versionVector) else {
            other.mergeState(source)
            continue
          }
          for change in changes { other.apply(change) }
        }
        other.checkInvariants()
      }
      #expect(other.snapshot() == bytes)
    }
    // A snapshot of one, and behind it as changes what the others have.
    for document in documents {
      var late = try Plain(
        NoSchema(), snapshot: document.snapshot(), replica: .numbered(50), clock: .fixed(1_000))
      late.checkInvariants()
      #expect(late.snapshot() == document.snapshot())
      for source in documents { late.merge(source) }
      late.checkInvariants()
      #expect(late.snapshot() == bytes)
    }
  }

  @Test(arguments: DatatypeTag.allCases, 200..<205 as Range<UInt64>)
  func `hearing of changes again changes nothing and says so`(datatype: DatatypeTag, seed: UInt64) {
    let documents = Self.replicas(datatype, seed: seed)
    var all = documents[0].merging(documents[1]).merging(documents[2])
    let bytes = all.snapshot()
    var listener = Replicas(NoSchema()).documents[1].fork(as: .numbered(9))
    for source in documents {
      guard case .changes(let changes) = source.changes(since: VersionVector()) else { continue }
      for change in changes {
        #expect(all.apply(change) == .alreadyKnown)
        let first = listener.apply(change)
        let again = listener.apply(change)
        #expect(again == .alreadyKnown || again == first)
      }
    }
    #expect(all.snapshot() == bytes && listener.snapshot() == bytes)
    #expect(listener.pendingCount == 0)
  }

  // MARK: Every order of delivery

  /// A small history: changes, and which of them each has to wait for.
  private struct History {
    var changes: [Change] = []
    var causes: [Set<Int>] = []
    var bytes: [UInt8] = []
  }

  private static func history(_ datatype: DatatypeTag, seed: UInt64) -> History {
    var edits = RandomEdits(seed: seed &* 17 &+ UInt64(datatype.rawValue))
    var documents = Replicas(NoSchema(), 3).documents
    var known: [Set<Int>] = [[], [], []]
    var history = History()
    let length = 4 + edits.random.number(below: 2)
    while history.changes.count < length {
      let replica = edits.random.number(below: 3)
      if edits.random.number(below: 2) == 0 {
        let other = edits.random.number(below: 3)
        documents[replica].merge(documents[other])
        known[replica].formUnion(known[other])
      }
      guard let change = edits.edit(&documents[replica], datatype) else { continue }
      history.causes.append(known[replica])
      known[replica].insert(history.changes.count)
      history.changes.append(change)
    }
    history.bytes = documents[0].merging(documents[1]).merging(documents[2]).snapshot()
    return history
  }

  /// Tries every order, causal or not: each next change, to the end.
  private func deliver(
    _ history: History, _ rest: [Int], to document: Plain, _ applied: Set<Int>, _ orders: inout Int
  ) {
    guard !rest.isEmpty else {
      orders += 1
      #expect(document.snapshot() == history.bytes && document.pendingCount == 0)
      document.checkInvariants()
      return
    }
    for (place, next) in rest.enumerated() {
      var document = document
      let outcome = document.apply(history.changes[next])
      let isReady = history.causes[next].isSubset(of: applied)
      switch outcome {
      case .applied: #expect(isReady)
      case .pending: #expect(!isReady)
      default: Issue.record("an unexpected outcome: \(outcome)")
      }
      var left = rest
      left.remove(at: place)
      let now = isReady ? released(history, applied.union([next]), delivered: left) : applied
      deliver(history, left, to: document, now, &orders)
    }
  }

  /// What is applied once all that was delivered and has become ready is.
  private func released(
    _ history: History, _ applied: Set<Int>, delivered left: [Int]
  ) -> Set<Int> {
    var applied = applied
    for index in history.changes.indices
    where !left.contains(index) && history.causes[index].isSubset(of: applied) {
      applied.insert(index)
    }
    return applied
  }

  @Test(arguments: DatatypeTag.allCases, 0..<5 as Range<UInt64>)
  func `every order of delivery of a small history gives the same bytes`(
    datatype: DatatypeTag, seed: UInt64
  ) {
    let history = Self.history(datatype, seed: seed)
    var orders = 0
    let fresh = Plain(
      NoSchema(), id: DocumentID(7), replica: .numbered(9), clock: .fixed(1_000))
    deliver(history, Array(history.changes.indices), to: fresh, [], &orders)
    #expect(orders == (history.changes.count == 4 ? 24 : 120))
  }
}
