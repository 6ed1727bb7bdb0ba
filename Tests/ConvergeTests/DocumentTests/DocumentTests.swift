// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct DocumentTests {
  private struct Wallpapers: Schema {
    let favorites = Field("favorites", OrderedORSet<String>.self)
    let theme = Field("theme", LWWRegister<String>.self, default: "system")
    let tags = Field("tags", ORSet<String>.self)
  }

  private static let tags = Field("tags", ORSet<String>.self)

  @Test func `the first program that a user writes`() {
    let clock = WallClock.fixed(1_000)
    var phone = Document(Wallpapers(), replica: .numbered(1), clock: clock)
    var pad = phone.fork(as: .numbered(2))
    let starred = phone.edit { $0.favorites.insert("harbour", at: 0) }
    let sorted = pad.edit {
      $0.theme.set("dark")
      $0.favorites.insert("fog", at: 0)
    }
    phone.apply(sorted)
    pad.apply(starred)
    #expect(phone.favorites.elements == pad.favorites.elements)
    #expect(phone.favorites.elements == ["harbour", "fog"] && phone.theme.value == "dark")
  }

  @Test func `a document is a value`() {
    var document = Replicas(NoSchema()).documents[0]
    document.edit { $0[Self.tags].insert("a") }
    let copy = document
    document.edit { $0[Self.tags].insert("b") }
    #expect(copy[Self.tags].elements == ["a"] && document[Self.tags].count == 2)
  }

  @Test func `fields that this version does not know are kept, merged and forwarded`() throws {
    var old = Document(Wallpapers(), id: DocumentID(7), replica: .numbered(1), clock: .fixed(1))
    var new = Replicas(NoSchema()).documents[1]
    let shelves = Field("shelves", MovableList<String>.self)
    let theme = Field("theme", PNCounter.self)
    new.edit {
      $0[shelves].append("x")
      $0[theme].increment(by: 3)
    }
    guard case .changes(let changes) = new.changes(since: [:]) else { return }
    for change in changes { old.apply(change) }
    old.edit { $0.theme.set("dark") }
    var third = try Document(
      NoSchema(), snapshot: old.snapshot(), replica: .numbered(3), clock: .fixed(1))
    #expect(third[shelves].elements == ["x"] && third[theme].value == 3)
    #expect(old.theme.value == "dark" && old[shelves].elements == ["x"])
    guard case .changes(let forwarded) = old.changes(since: [:]) else { return }
    third = Replicas(NoSchema()).documents[0].fork(as: .numbered(4))
    for change in forwarded { third.apply(change) }
    #expect(third.snapshot() == old.snapshot())
  }

  // MARK: Forks

  @Test func `a fork has the state and the log, and a writer of its own`() {
    var document = Replicas(NoSchema()).documents[0]
    document.edit { $0[Self.tags].insert("a") }
    var fork = document.fork(as: .numbered(2))
    #expect(fork.replica == .numbered(2) && fork.id == document.id)
    #expect(fork.snapshot() == document.snapshot() && fork.timestamp == document.timestamp)
    let change = fork.edit { $0[Self.tags].insert("b") }
    #expect(change?.firstCounter == 1 && change?.replica == .numbered(2))
    #expect(document[Self.tags].elements == ["a"])
    #expect(document.apply(change) == .applied(released: 0))
    #expect(document.snapshot() == fork.snapshot())
    #expect(fork.changes(since: [:]) == document.changes(since: [:]))
  }

  @Test func `what waits is not forked`() {
    var replicas = Replicas(NoSchema())
    for _ in 0..<2 { replicas.edit(0) { $0[Self.tags].insert("a") } }
    replicas[1].apply(replicas.changes[1])
    #expect(replicas[1].pendingCount == 1)
    #expect(replicas[1].fork(as: .numbered(5)).pendingCount == 0)
  }

  // MARK: Another document

  @Test func `another document's state is refused`() throws {
    var document = Replicas(NoSchema()).documents[0]
    var other = Document(NoSchema(), id: DocumentID(8), replica: .numbered(2), clock: .fixed(1))
    other.edit { $0[Self.tags].insert("a") }
    let refused = MergeOutcome.refused(
      .otherDocument(expected: DocumentID(7), found: DocumentID(8)))
    #expect(document.merge(other) == refused && document.mergeState(other) == refused)
    #expect(try document.merge(snapshot: other.snapshot()) == refused)
    #expect(document.versionVector.isEmpty)
    #expect(document.merging(other).snapshot() == document.snapshot())
    let batch = other.changes(since: [:]).encoded(in: other.id)
    #expect(throws: WireError.otherDocument(expected: DocumentID(7), found: nil)) {
      try ChangeBatch.decode(batch, document: DocumentID(7))
    }
  }

  @Test func `a document without an id gets one of its replica's`() {
    let one = Document(NoSchema(), replica: .numbered(1), clock: .fixed(1))
    let two = Document(NoSchema(), replica: .numbered(2), clock: .fixed(1))
    let again = Document(NoSchema(), replica: .numbered(1), clock: .fixed(2))
    #expect(one.id == again.id && one.id != two.id)
  }

  // MARK: Merging

  @Test func `merging by log and by state is the same, and the log goes on`() {
    var replicas = Replicas(NoSchema(), 3)
    replicas.edit(0) { $0[Self.tags].insert("a") }
    replicas.pull(1, from: 0)
    replicas.edit(1) { $0[Self.tags].remove("a") }
    replicas.edit(2) { $0[Self.tags].insert("c") }
    var byLog = replicas[2]
    var byState = replicas[2]
    #expect(byLog.merge(replicas[1]) == .merged(released: 0))
    #expect(byState.mergeState(replicas[1]) == .merged(released: 0))
    #expect(byLog.snapshot() == byState.snapshot())
    #expect(byLog.merge(replicas[1]) == .alreadyKnown)
    #expect(byState.mergeState(replicas[1]) == .alreadyKnown)
    #expect(byLog.changes(since: [:]) == byState.changes(since: [:]))
    #expect(replicas[1].merging(replicas[2]).snapshot() == byLog.snapshot())
    guard case .changes(let changes) = byState.changes(since: [:]) else {
      Issue.record("the log is not whole")
      return
    }
    #expect(changes.count == 3 && changes.allSatisfy { $0.timestamp != nil })
  }

  @Test func `two that hold different changes under one dot refuse each other`() throws {
    var replicas = Replicas(NoSchema(), 3)
    var twin = replicas[0]
    replicas.edit(0) { $0[Self.tags].insert("a") }
    twin.edit { $0[Self.tags].insert("z") }
    let dot = Dot(replica: .numbered(1), counter: 1)
    for _ in 0..<2 {
      let refused = MergeOutcome.refused(.equivocation(dot))
      replicas.pull(2, from: 0)
      var document = replicas[2]
      let bytes = document.snapshot()
      let first = document.merge(twin)
      let second = document.mergeState(twin)
      #expect(first == refused && second == refused && document.snapshot() == bytes)
      // And the same where one of the two has gone on.
      twin.edit { $0[Self.tags].insert("y") }
    }
  }
}
