// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

private struct Shelf: Schema {
  let note = Field("note", ReplicatedText.self)
}

@Suite("Evictions")
struct EvictionTests {
  private static let day: Int64 = 86_400_000

  private func members(_ count: Int) -> [Document<Shelf>] {
    (1...count).map { number in
      Document(
        Shelf(), id: DocumentID(7), replica: .numbered(number),
        members: (1...count).map { .numbered($0) }, clock: .fixed(Self.day))
    }
  }

  @Test func `only who was silent for long is evicted`() {
    var documents = members(2)
    documents[0].apply(documents[1].edit { $0.note.append("b") })
    #expect(documents[0].evict(.numbered(2), at: 20 * Self.day) == nil)
    #expect(documents[0].evict(.numbered(1), at: 99 * Self.day) == nil)
    #expect(documents[0].evict(.numbered(9), at: 99 * Self.day) == nil)
    #expect(documents[0].evict(.numbered(2), at: 40 * Self.day) != nil)
    #expect(documents[0].members == [.numbered(1)])
    #expect(documents[0].evict(.numbered(2), at: 40 * Self.day) == nil)
  }

  @Test func `a clock that says nothing evicts nobody who was heard of`() {
    var documents = members(2)
    documents[0].apply(documents[1].edit { $0.note.append("b") })
    for wall in [Int64.min, -1, 1 << 48, .max] {
      documents[0].clock = .fixed(wall)
      #expect(documents[0].evict(.numbered(2)) == nil)
    }
    #expect(documents[0].evict(.numbered(2), at: .min) == nil)
  }

  @Test func `an evicted replica is refused, told so, and holds up nothing`() throws {
    var documents = members(2)
    documents[1].apply(documents[0].edit { $0.note.append("abc") })
    documents[0].apply(documents[1].edit { $0.note.append("d") })
    let late = documents[1].edit { $0.note.append("e") }
    documents[0].edit { $0.note.remove(at: 3, count: 1) }
    documents[0].acknowledge()
    #expect(documents[0].collectGarbage().slots == 0)
    documents[0].evict(.numbered(2), at: 99 * Self.day)
    #expect(documents[0].apply(late) == .refused(.evicted(.numbered(2))))
    documents[0].acknowledge()
    let report = documents[0].collectGarbage()
    #expect(report.slots == 1)
    #expect(report.heldUpBy.isEmpty)
    #expect(documents[0].merge(documents[1]) == .refused(.evicted(.numbered(2))))
    documents[1].merge(documents[0])
    #expect(documents[1].isEvicted)
    // It goes on from a snapshot, under a new id.
    documents[0].admit(.numbered(5))
    var back = try Document(
      Shelf(), snapshot: documents[0].snapshot(), replica: .numbered(5), clock: .fixed(Self.day))
    #expect(back.isMember && !back.isEvicted)
    #expect(documents[0].apply(back.edit { $0.note.append("e") }) == .applied(released: 0))
    #expect(documents[0].note.string == "abce")
  }

  @Test func `once an eviction is final, a change beyond is refused before those it builds on`() {
    var documents = members(2)
    let late = documents[1].edit { $0.note.append("b") }
    let later = documents[1].edit { $0.note.append("c") }
    documents[0].evict(.numbered(2), at: 99 * Self.day)
    #expect(documents[0].apply(later) == .refused(.evicted(.numbered(2))))
    #expect(documents[0].apply(late) == .refused(.evicted(.numbered(2))))
    #expect(documents[0].pendingCount == 0)
  }

  @Test func `what waits of a replica is refused when an own change makes its eviction final`() {
    var documents = members(2)
    documents[1].edit { $0.note.append("b") }
    let later = documents[1].edit { $0.note.append("c") }
    documents[0].apply(later)
    documents[0].evict(.numbered(2), at: 99 * Self.day)
    #expect(documents[0].pendingCount == 0)
    #expect(documents[0].takeLateRefusals().map(\.reason) == [.evicted(.numbered(2))])
  }

  @Test func `what a member had taken in before it heard counts for all`() throws {
    var documents = members(3)
    let late = documents[2].edit { $0.note.append("x") }
    let later = documents[2].edit { $0.note.append("y") }
    documents[1].apply(late)
    let eviction = try #require(evict(&documents[0]))
    #expect(documents[0].apply(late) == .pending(waitingFor: []))
    #expect(documents[0].apply(later) == .pending(waitingFor: [try #require(late).lastDot]))
    let answer = documents[1].edit { $0.note.append("b") }
    #expect(documents[0].apply(answer) == .applied(released: 0))
    #expect(documents[0].note.string == "xb")
    // Not all have answered: it may still be needed.
    #expect(documents[0].takeLateRefusals().isEmpty)
    documents[1].apply(eviction)
    documents[0].apply(documents[1].acknowledge())
    #expect(
      documents[0].takeLateRefusals().map(\.reason) == [.evicted(.numbered(3))])
    #expect(documents[0].apply(later) == .refused(.evicted(.numbered(3))))
    documents[1].merge(documents[0])
    #expect(documents[0].snapshot() == documents[1].snapshot())
    #expect(throws: Never.self) {
      let opened = try Document(
        Shelf(), snapshot: documents[0].snapshot(), replica: .numbered(1),
        clock: .fixed(Self.day))
      #expect(opened.snapshot() == documents[0].snapshot())
    }
  }

  private func evict(_ document: inout Document<Shelf>) -> Change? {
    document.evict(.numbered(3), at: 99 * Self.day)
  }
}
