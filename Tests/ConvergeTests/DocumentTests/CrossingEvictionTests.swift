// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

private struct Shelf: Schema {
  let note = Field("note", ReplicatedText.self)
}

/// Evictions made at the same time, which not all hear of in one order.
@Suite("Crossing evictions")
struct CrossingEvictionTests {
  private static let day: Int64 = 86_400_000

  private func members(_ count: Int) -> [Document<Shelf>] {
    (1...count).map { number in
      Document(
        Shelf(), id: DocumentID(7), replica: .numbered(number),
        members: (1...count).map { .numbered($0) }, clock: .fixed(Self.day))
    }
  }

  private func evict(_ number: Int, by document: inout Document<Shelf>) throws -> Change {
    let change = document.evict(.numbered(number), at: 99 * Self.day)
    return try #require(change)
  }

  @Test func `an answer that knows of one eviction leaves open what another excuses`() throws {
    var documents = members(4)
    let late = documents[2].edit { $0.note.append("x") }
    documents[3].apply(late)
    let building = documents[3].edit { $0.note.append("y") }
    let first = try evict(3, by: &documents[0])
    documents[1].apply(first)
    documents[0].apply(documents[1].acknowledge())
    let second = try evict(4, by: &documents[0])
    // The second member has answered the first eviction only, and still counts on the fourth.
    #expect(documents[1].apply(late) == .pending(waitingFor: []))
    documents[1].apply(building)
    #expect(documents[1].note.string == "xy")
    #expect(documents[0].apply(late) == .pending(waitingFor: []))
    #expect(documents[0].apply(building) != .refused(.evicted(.numbered(4))))
    documents[0].apply(documents[1].edit { $0.note.append("z") })
    #expect(documents[0].note.string == "xyz")
    documents[1].apply(second)
    documents[0].apply(documents[1].acknowledge())
    documents[1].apply(documents[0].acknowledge())
    #expect(documents[0].snapshot() == documents[1].snapshot())
    let beyond = documents[2].edit { $0.note.append("!") }
    for number in 0...1 {
      #expect(documents[number].apply(beyond) == .refused(.evicted(.numbered(3))))
    }
  }

  @Test func `evictions become final together, also of members that never answer`() throws {
    var documents = members(4)
    let first = try evict(3, by: &documents[0])
    let second = try evict(4, by: &documents[1])
    documents[0].apply(second)
    documents[1].apply(first)
    documents[0].apply(documents[1].acknowledge())
    documents[1].apply(documents[0].acknowledge())
    for number in 2...3 {
      let late = documents[number].edit { $0.note.append("!") }
      #expect(documents[0].apply(late) == .refused(.evicted(.numbered(number + 1))))
      #expect(documents[1].apply(late) == .refused(.evicted(.numbered(number + 1))))
    }
  }

  @Test func `who has answered takes in no eviction of the evicted`() throws {
    var documents = members(4)
    let late = documents[2].edit { $0.note.append("x") }
    let crossing = try evict(4, by: &documents[2])
    let eviction = try evict(3, by: &documents[0])
    var answers: [Change?] = []
    for number in [1, 3] {
      documents[number].apply(eviction)
      answers.append(documents[number].acknowledge())
      #expect(documents[number].apply(late) == .pending(waitingFor: []))
      #expect(documents[number].apply(crossing) == .pending(waitingFor: [late!.lastDot]))
      #expect(documents[number].members == [1, 2, 4].map { .numbered($0) })
    }
    for answer in answers {
      for number in [0, 1, 3] { documents[number].apply(answer) }
    }
    for number in [1, 3] { documents[number].apply(documents[0].acknowledge()) }
    for number in [0, 1, 3] {
      #expect(documents[number].apply(crossing) == .refused(.evicted(.numbered(3))))
      #expect(documents[number].apply(late) == .refused(.evicted(.numbered(3))))
      #expect(documents[number].pendingCount == 0)
    }
  }

  // MARK: Evictions of each other

  /// The first two members evict each other; the second one's eviction is the greater.
  private func rivals(_ documents: inout [Document<Shelf>]) throws -> (Change, Change) {
    documents[0].clock = .fixed(50 * Self.day)
    documents[1].clock = .fixed(60 * Self.day)
    return (try evict(2, by: &documents[0]), try evict(1, by: &documents[1]))
  }

  @Test func `of evictions of each other, each answered by a member, the greater is void`() throws {
    var documents = members(4)
    let (lesser, greater) = try rivals(&documents)
    documents[2].apply(greater)
    documents[3].apply(lesser)
    for _ in 0..<3 {
      let changes = documents.indices.map { documents[$0].acknowledge() }
      for number in documents.indices {
        for change in [lesser, greater] + changes.compactMap({ $0 }) {
          documents[number].apply(change)
        }
      }
    }
    #expect(documents[1].isEvicted)
    for number in [0, 2, 3] {
      #expect(documents[number].members == [1, 3, 4].map { .numbered($0) })
      #expect(documents[number].snapshot() == documents[0].snapshot())
      #expect(documents[number].pendingCount == 0)
    }
  }

  @Test func `an eviction stands whatever the order says when all others answered it alone`()
    throws
  {
    var documents = members(3)
    let (lesser, greater) = try rivals(&documents)
    documents[2].apply(greater)
    let answer = documents[2].acknowledge()
    documents[1].apply(answer)
    #expect(documents[1].apply(lesser) == .refused(.evicted(.numbered(1))))
    #expect(documents[2].apply(lesser) == .refused(.evicted(.numbered(1))))
    // Its own eviction is the lesser, and yet it learns that the other one stands.
    documents[0].apply(greater)
    #expect(!documents[0].isEvicted)
    documents[0].apply(answer)
    #expect(documents[0].isEvicted)
    #expect(documents[0].members == [2, 3].map { .numbered($0) })
    for number in 1...2 {
      #expect(documents[number].members == [2, 3].map { .numbered($0) })
    }
  }

  @Test func `who stands alone at once stays apart`() throws {
    var documents = members(2)
    let (lesser, greater) = try rivals(&documents)
    #expect(documents[0].apply(greater) == .refused(.evicted(.numbered(2))))
    #expect(documents[1].apply(lesser) == .refused(.evicted(.numbered(1))))
  }

  // MARK: Newcomers

  @Test func `what a newcomer of an evicted sponsor makes is refused`() throws {
    var documents = members(2)
    let admission = documents[0].admit(.numbered(5))
    var newcomer = documents[0].fork(as: .numbered(5))
    let changes = (0..<3).map { _ in newcomer.edit { $0.note.append("n") } }
    let refused = ApplyOutcome.refused(.evicted(.numbered(1)))
    // One waits from before, one comes while nothing of it is known to be refused.
    documents[1].apply(changes[0])
    _ = try evict(1, by: &documents[1])
    #expect(documents[1].takeLateRefusals().map(\.reason) == [.evicted(.numbered(1))])
    #expect(documents[1].apply(changes[2]) == refused)
    documents[1].dropPending()
    #expect(documents[1].apply(changes[2]) == .pending(waitingFor: [changes[1]!.lastDot]))
    #expect(documents[1].apply(changes[0]) == refused)
    #expect(documents[1].takeLateRefusals().map(\.reason) == [.evicted(.numbered(1))])
    #expect(documents[1].apply(changes[1]) == refused)
    #expect(documents[1].apply(admission) == refused)
    #expect(documents[1].merge(newcomer) == refused.merged)
    #expect(documents[1].pendingCount == 0)
  }

  @Test func `what a remaining member took in of an admission counts for all`() throws {
    var documents = members(3)
    let admission = documents[0].admit(.numbered(5))
    var newcomer = documents[0].fork(as: .numbered(5))
    documents[2].apply(admission)
    let eviction = try evict(1, by: &documents[1])
    let change = newcomer.edit { $0.note.append("n") }
    #expect(documents[1].apply(change) == .pending(waitingFor: [admission!.lastDot]))
    #expect(documents[1].apply(admission) == .pending(waitingFor: []))
    documents[2].apply(eviction)
    documents[1].apply(documents[2].acknowledge())
    #expect(documents[1].note.string == "n")
    #expect(documents[1].members == [2, 3, 5].map { .numbered($0) })
  }
}

extension ApplyOutcome {
  /// The same of a state.
  fileprivate var merged: MergeOutcome? {
    if case .refused(let refusal) = self { .refused(refusal) } else { nil }
  }
}
