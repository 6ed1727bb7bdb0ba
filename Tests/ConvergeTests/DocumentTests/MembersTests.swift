// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

private struct Shelf: Schema {
  let names = Field("names", OrderedORSet<String>.self)
  let note = Field("note", ReplicatedText.self)
  let tags = Field("tags", ORSet<String>.self)
}

@Suite("Members")
struct MembersTests {
  private func document(_ number: Int, members: [Int] = [1, 2]) -> Document<Shelf> {
    Document(
      Shelf(), id: DocumentID(7), replica: .numbered(number),
      members: members.map { .numbered($0) },
      clock: .fixed(1_000))
  }

  @Test func `without members everyone may write and nothing is told`() {
    var document = document(1, members: [])
    document.edit { $0.note.append("a") }
    #expect(document.isMember)
    #expect(document.members.isEmpty)
    #expect(document.acknowledge() == nil)
    #expect(document.stableVersionVector.isEmpty)
  }

  @Test func `a change by a replica that is no member is refused`() {
    var stranger = document(3, members: [])
    let change = stranger.edit { $0.note.append("x") }
    var member = document(1)
    #expect(member.apply(change) == .refused(.notMember(.numbered(3))))
    #expect(member.versionVector.isEmpty)
    #expect(member.core.merge([change].compactMap { $0 }) == .refused(.notMember(.numbered(3))))
  }

  @Test func `what a member does to a set is told like all its work`() {
    var first = document(1)
    var second = document(2)
    let edits: [(Transaction<Shelf>) -> Void] = [
      { $0.tags.insert("a") }, { $0.tags.insert("a") }, { $0.tags.remove("a") },
    ]
    for edit in edits {
      #expect(second.apply(first.edit { edit($0) }) == .applied(released: 0))
      #expect(first.snapshot() == second.snapshot())
    }
  }

  @Test func `a newcomer may write once it is admitted`() throws {
    var first = document(1)
    var second = document(2)
    second.apply(first.edit { $0.note.append("a") })
    let made = first.admit(.numbered(3))
    let admission = try #require(made)
    #expect(first.admit(.numbered(3)) == nil)
    var third = first.fork(as: .numbered(3))
    let change = third.edit { $0.note.append("b") }
    #expect(second.apply(change) == .pending(waitingFor: [admission.lastDot]))
    #expect(second.apply(admission) == .applied(released: 1))
    #expect(second.note.string == "ab")
    #expect(second.members == [.numbered(1), .numbered(2), .numbered(3)])
  }

  @Test func `a change that has not seen its author's admission is refused everywhere`() {
    var first = document(1)
    var early = document(3, members: [])
    let change = early.edit { $0.note.append("x") }
    let admission = first.admit(.numbered(3))
    var second = document(2)
    #expect(second.apply(change) == .refused(.notMember(.numbered(3))))
    second.apply(admission)
    #expect(second.apply(change) == .refused(.notMember(.numbered(3))))
    #expect(first.apply(change) == .refused(.notMember(.numbered(3))))
  }

  @Test func `a waiting change of a stranger is refused when its turn comes`() throws {
    var first = document(1)
    let edit = first.edit { $0.note.append("a") }
    let made = try #require(edit)
    var stranger = document(3, members: [])
    // It takes in what it can read, and goes on from that.
    #expect(stranger.apply(made) == .applied(released: 0))
    let change = stranger.edit { $0.note.append("x") }
    var second = document(2)
    #expect(second.apply(change) == .pending(waitingFor: [made.lastDot]))
    second.apply(made)
    #expect(second.takeLateRefusals().map(\.reason) == [.notMember(.numbered(3))])
  }

  @Test func `all that members have seen is stable once they have told`() {
    var replicas = [document(1), document(2)]
    let change = replicas[0].edit { $0.note.append("abc") }
    replicas[1].apply(change)
    #expect(replicas[0].stableVersionVector.isEmpty)
    #expect(replicas[1].stableVersionVector == [.numbered(1): 3])
    replicas[0].apply(replicas[1].acknowledge())
    #expect(replicas[0].stableVersionVector == [.numbered(1): 3, .numbered(2): 1])
    #expect(replicas[1].acknowledge() == nil)
    replicas[1].apply(replicas[0].acknowledge())
    #expect(replicas[0].acknowledge() == nil)
    #expect(replicas[1].acknowledge() == nil)
    #expect(replicas[1].publishedCut(of: .numbered(1))[.numbered(1)] == 3)
    #expect(replicas[0].publishedCut(of: .numbered(2))[.numbered(1)] == 3)
  }

  @Test func `acknowledgements come to an end however many members only read`() {
    var replicas = (1...4).map { document($0, members: [1, 2, 3, 4]) }
    _ = replicas[0].edit { $0.names.append("a") }
    for _ in 0..<4 {
      for number in replicas.indices {
        replicas[number].acknowledge()
        for other in replicas.indices where other != number {
          replicas[other].merge(replicas[number])
        }
      }
    }
    for number in replicas.indices { #expect(replicas[number].acknowledge() == nil) }
    for document in replicas {
      #expect(document.core.state.stableCut[0] == 1)
      #expect(document.snapshot() == replicas[0].snapshot())
    }
  }

  @Test func `snapshots and joins of states carry the members`() throws {
    var first = document(1)
    first.edit { $0.names.append("a") }
    first.admit(.numbered(3))
    first.admit(.numbered(4))
    first.acknowledge()
    var second = document(2)
    second.mergeState(first)
    second.acknowledge()
    first.merge(second)
    var blank = document(9, members: [])
    try blank.merge(snapshot: first.snapshot())
    #expect(blank.snapshot() == first.snapshot())
    #expect(blank.members == first.members)
    #expect(!blank.isMember)
    var third = try Document(
      Shelf(), snapshot: second.snapshot(), replica: .numbered(3), clock: .fixed(1_000))
    #expect(third.snapshot() == first.snapshot())
    third.edit { $0.names.append("b") }
    first.mergeState(third)
    second.merge(third)
    #expect(first.snapshot() == third.snapshot())
    #expect(second.snapshot() == third.snapshot())
  }

  @Test func `documents that declare other members are refused`() {
    var first = document(1)
    first.edit { $0.names.append("a") }
    var other = document(1, members: [1, 5])
    other.edit { $0.names.append("b") }
    #expect(first.merge(other) == .refused(.otherMembers))
  }

  @Test func `of two admissions what both know counts until the newcomer writes`() {
    var first = document(1)
    var second = document(2)
    let made = first.edit { $0.note.append("abc") }
    let one = first.admit(.numbered(3))
    let other = second.admit(.numbered(3))
    first.apply(other)
    second.apply(made)
    second.apply(one)
    #expect(first.stableVersionVector[.numbered(1)] == 0)
    #expect(second.stableVersionVector[.numbered(1)] == 0)
    #expect(first.snapshot() == second.snapshot())
    var third = first.fork(as: .numbered(3))
    second.apply(third.acknowledge())
    #expect(second.stableVersionVector[.numbered(1)] == 4)
  }
}
