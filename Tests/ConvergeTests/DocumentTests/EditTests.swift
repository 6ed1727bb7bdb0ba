// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct EditTests {
  private struct Stop: Error, Equatable {
    var reason: Int
  }

  private static let tags = Field("tags", ORSet<String>.self)
  private static let note = Field("note", ReplicatedText.self)
  private static let plans = Field("plans", ORMap<String, Plan>.self)

  // MARK: What makes a change

  @Test func `an edit without a mutating call makes no change and leaves the clock`() {
    var document = Replicas(NoSchema()).documents[0]
    #expect(document.edit { _ in } == nil)
    let change = document.edit {
      _ = $0[Self.tags].current.elements
      _ = $0[Self.note].count
      _ = $0[Self.plans]["a"].isPresent
    }
    #expect(change == nil)
    #expect(document.timestamp == .zero && document.versionVector.isEmpty)
    #expect(document.apply(change) == .alreadyKnown)
  }

  @Test func `an edit makes one change of all its calls`() throws {
    var document = Replicas(NoSchema()).documents[0]
    let change = try #require(
      document.edit {
        $0[Self.tags].insert("a")
        $0[Self.note].append("abc")
        $0[Self.plans]["k"].votes.increment()
      })
    #expect(change.replica == .numbered(1) && change.firstCounter == 1)
    #expect(change.operationCount == 5 && change.lastCounter == 5)
    #expect(change.lastDot == Dot(replica: .numbered(1), counter: 5))
    #expect(change.timestamp == HybridTimestamp(milliseconds: 1_000, counter: 0))
    #expect(change.timestamp == document.timestamp && change.previousHash == 0)
    #expect(document.versionVector == [.numbered(1): 5])
    let next = try #require(document.edit { $0[Self.tags].insert("b") })
    #expect(next.firstCounter == 6 && next.previousHash == change.hash && next.hash != change.hash)
    #expect(next.timestamp == HybridTimestamp(milliseconds: 1_000, counter: 1))
  }

  @Test func `calls without effect still make a change`() {
    var document = Replicas(NoSchema()).documents[0]
    let calls: [(Transaction<NoSchema>) -> Void] = [
      { $0[Self.tags].remove("absent") }, { $0[Field("f", EWFlag.self)].disable() },
      { $0[Self.plans].remove("absent") }, { $0[Self.plans]["absent"].tags.remove("x") },
      { $0[Self.note].insert("", at: 0) }, { $0[Field("c", PNCounter.self)].increment(by: 0) },
    ]
    for (number, call) in calls.enumerated() {
      let change = document.edit(call)
      #expect(change?.operationCount == 1 && change?.firstCounter == UInt64(number) + 1)
    }
    var other = Replicas(NoSchema()).documents[1]
    other.merge(document)
    #expect(other.snapshot() == document.snapshot())
  }

  @Test func `later calls of an edit see what earlier ones did`() {
    var document = Replicas(NoSchema()).documents[0]
    document.edit {
      $0[Self.note].append("ab")
      $0[Self.note].insert("x", at: $0[Self.note].count)
      $0[Self.note].remove(at: 0, count: 1)
      #expect($0[Self.note].current.string == "bx")
    }
    #expect(document[Self.note].string == "bx")
  }

  // MARK: Edits that throw

  /// Checks that an edit that throws leaves a document as it was, and that it can go on.
  private func expectUntouched(
    _ replicas: inout Replicas<NoSchema>, _ body: @escaping (Transaction<NoSchema>) -> Void
  ) {
    let before = replicas[0]
    let bytes = before.snapshot()
    #expect(throws: Stop(reason: 3)) {
      try replicas.documents[0].edit { transaction throws(Stop) in
        body(transaction)
        throw Stop(reason: 3)
      }
    }
    let after = replicas[0]
    #expect(after.snapshot() == bytes && after.timestamp == before.timestamp)
    #expect(after.versionVector == before.versionVector)
    #expect(after.changes(since: [:]) == before.changes(since: [:]))
    after.checkInvariants()
  }

  @Test func `an edit that throws leaves everything as it was`() throws {
    var replicas = Replicas(NoSchema())
    expectUntouched(&replicas) { $0[Self.tags].insert("first") }
    replicas.edit(0) {
      $0[Self.tags].insert("a")
      $0[Self.note].append("text")
      $0[Self.plans]["k"].fill("x")
    }
    replicas.exchange()
    replicas.edit(1) { $0[Self.note].append("!") }
    replicas.pull(0, from: 1)
    let bodies: [(Transaction<NoSchema>) -> Void] = [
      { _ in }, { $0[Self.tags].remove("a") }, { $0[Self.note].removeAll() },
      { $0[Self.plans].remove("k") }, { $0[Self.plans]["k"].fill("y") },
      { $0[Self.plans]["new"].parts["deep"].parts["er"].fill("z") },
      { $0[Field("unmentioned", PNCounter.self)].increment() },
      {
        $0[Self.tags].removeAll()
        $0[Self.note].insert("q", at: 2)
        $0[Self.plans]["k"].shelf.move("x", to: 0)
        $0[Self.plans].remove("k")
        $0[Self.plans]["k"].steps.append("s")
      },
    ]
    for body in bodies { expectUntouched(&replicas, body) }
    let change = try #require(replicas.edit(0) { $0[Self.tags].insert("after") })
    #expect(replicas[1].apply(change) == .applied(released: 0))
    replicas.exchange()
    #expect(replicas[1][Self.tags].elements == ["a", "after"])
  }

  @Test func `what the closure throws is what edit throws`() {
    var document = Replicas(NoSchema()).documents[0]
    var caught: Stop?
    do {
      try document.edit { _ throws(Stop) in throw Stop(reason: 8) }
    } catch {
      caught = error
    }
    #expect(caught == Stop(reason: 8))
  }

  @Test func `a copy made before an edit that throws is not touched either`() {
    var document = Replicas(NoSchema()).documents[0]
    document.edit { $0[Self.note].append("abc") }
    let copy = document
    #expect(throws: Stop(reason: 1)) {
      try document.edit { transaction throws(Stop) in
        transaction[Self.note].removeAll()
        throw Stop(reason: 1)
      }
    }
    document.edit { $0[Self.note].append("d") }
    #expect(copy[Self.note].string == "abc" && document[Self.note].string == "abcd")
    copy.checkInvariants()
  }

  // MARK: Misuse

  @Test func `an editor used after its transaction traps`() async {
    await #expect(processExitsWith: .failure) {
      var document = Document(
        NoSchema(), replica: ReplicaID(high: 0, low: 1), clock: .fixed(1_000))
      var kept: ORSet<String>.Editor?
      document.edit { kept = $0[Field("tags", ORSet<String>.self)] }
      kept?.insert("late")
    }
  }

  @Test func `reading through an editor after its transaction traps`() async {
    await #expect(processExitsWith: .failure) {
      var document = Document(
        NoSchema(), replica: ReplicaID(high: 0, low: 1), clock: .fixed(1_000))
      var kept: ReplicatedText.Editor?
      document.edit { kept = $0[Field("note", ReplicatedText.self)] }
      _ = kept?.count
    }
  }

  @Test func `reading a value through an editor after its transaction traps`() async {
    await #expect(processExitsWith: .failure) {
      var document = Document(
        NoSchema(), replica: ReplicaID(high: 0, low: 1), clock: .fixed(1_000))
      var kept: ORSet<String>.Editor?
      document.edit {
        $0[Field("tags", ORSet<String>.self)].insert("a")
        kept = $0[Field("tags", ORSet<String>.self)]
      }
      _ = kept?.current.count
    }
  }

  @Test func `an index out of range traps`() async {
    await #expect(processExitsWith: .failure) {
      var document = Document(
        NoSchema(), replica: ReplicaID(high: 0, low: 1), clock: .fixed(1_000))
      document.edit { $0[Field("list", MovableList<Int>.self)].insert(1, at: 1) }
    }
  }

  @Test func `a removal out of range traps`() async {
    await #expect(processExitsWith: .failure) {
      var document = Document(
        NoSchema(), replica: ReplicaID(high: 0, low: 1), clock: .fixed(1_000))
      document.edit { $0[Field("note", ReplicatedText.self)].remove(at: 0, count: 1) }
    }
  }
}
