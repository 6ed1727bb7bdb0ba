// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// What a document makes of wall clocks, its own and those of others.
struct ClockTests {
  private static let name = Field("name", LWWRegister<String?>.self)
  private static let year: Int64 = 365 * 86_400_000
  private static let start: Int64 = 1_700_000_000_000

  /// Makes a change at a time, and returns its timestamp.
  private func stamp(
    _ document: inout Document<NoSchema>, at wall: Int64
  ) -> (UInt64, UInt16) {
    document.clock = .fixed(wall)
    let time = document.edit { $0[Self.name].set("x") }?.timestamp ?? .zero
    return (time.milliseconds, time.counter)
  }

  // MARK: The local clock

  @Test func `a wall clock that goes back does not take time back`() {
    var document = Replicas(NoSchema()).documents[0]
    #expect(stamp(&document, at: 5_000) == (5_000, 0))
    #expect(stamp(&document, at: 4_000) == (5_000, 1))
    #expect(stamp(&document, at: 5_000) == (5_000, 2))
    #expect(stamp(&document, at: 5_001) == (5_001, 0))
    #expect(stamp(&document, at: 0) == (5_001, 1))
  }

  @Test func `a wall clock outside 48 bits is ignored`() {
    var document = Replicas(NoSchema()).documents[0]
    #expect(stamp(&document, at: -1) == (0, 1))
    #expect(stamp(&document, at: 7_000) == (7_000, 0))
    for wall in [-1, .min, .max, Int64(HybridTimestamp.maximumMilliseconds) + 1] {
      let (milliseconds, _) = stamp(&document, at: wall)
      #expect(milliseconds == 7_000)
    }
  }

  @Test func `more changes than a millisecond has counters carry into the next`() throws {
    var document = Replicas(NoSchema()).documents[0]
    document.core.state.clock = HybridLogicalClock(
      HybridTimestamp(milliseconds: 9_000, counter: .max - 1))
    #expect(stamp(&document, at: 9_000) == (9_000, .max))
    #expect(stamp(&document, at: 9_000) == (9_001, 0))
    #expect(stamp(&document, at: 9_001) == (9_001, 1))
    var other = Replicas(NoSchema()).documents[1]
    guard case .changes(let changes) = document.changes(since: [:]) else {
      Issue.record("the log is not whole")
      return
    }
    for change in changes { #expect(other.apply(try change.received()) == .applied(released: 0)) }
    #expect(other.snapshot() == document.snapshot())
  }

  @Test func `applying and merging move the clock, and what is made next is greater`() throws {
    var replicas = Replicas(NoSchema())
    let ahead = try #require(replicas.edit(0, at: 90_000) { $0[Self.name].set("a") })
    for way in 0..<3 {
      var document = replicas[1]
      switch way {
      case 0: document.apply(try ahead.received())
      case 1: document.mergeState(replicas[0])
      default: try document.merge(snapshot: replicas[0].snapshot())
      }
      #expect(document.timestamp == ahead.timestamp)
      #expect(stamp(&document, at: 1_000) == (90_000, 1))
      #expect(document[Self.name].value == "x")
    }
  }

  @Test func `waiting changes and repeats do not move the clock`() throws {
    var replicas = Replicas(NoSchema())
    replicas.edit(0, at: 5_000) { $0[Self.name].set("a") }
    replicas.edit(0, at: 90_000) { $0[Self.name].set("b") }
    #expect(
      replicas[1].apply(try replicas.changes[1].received())
        == .pending(waitingFor: [Dot(replica: .numbered(1), counter: 1)]))
    #expect(replicas[1].timestamp == .zero)
    replicas[1].apply(replicas.changes[0])
    #expect(replicas[1].timestamp.milliseconds == 90_000)
    replicas[1].apply(replicas.changes[0])
    #expect(replicas[1].timestamp.milliseconds == 90_000)
  }

  // MARK: The future

  /// A change at a distance from the start, and one that another replica made after it.
  private func future(_ distance: Int64) throws -> (first: Change, dependent: Change) {
    var replicas = Replicas(NoSchema(), 2, wall: Self.start)
    let first = try #require(
      replicas.edit(0, at: Self.start + distance) { $0[Self.name].set("future") })
    replicas[1].clock = .fixed(Self.start + distance)
    replicas.pull(1, from: 0)
    let dependent = try #require(replicas.edit(1) { $0[Self.name].set("dependent") })
    return (try first.received(), try dependent.received())
  }

  private func reader(
    _ configuration: DocumentConfiguration = DocumentConfiguration()
  ) -> Document<NoSchema> {
    Document(
      NoSchema(), id: DocumentID(7), replica: .numbered(9), clock: .fixed(Self.start),
      configuration: configuration)
  }

  @Test func `a change at the bound is taken, one past it is held aside until its time`() throws {
    var document = reader()
    #expect(document.apply(try future(Self.year).first) == .applied(released: 0))
    document = reader()
    let (first, dependent) = try future(Self.year + 1)
    let held = ApplyOutcome.heldAside(until: Self.start + 1)
    #expect(document.apply(first) == held && document.apply(first) == held)
    #expect(
      document.apply(dependent)
        == .pending(waitingFor: [Dot(replica: .numbered(1), counter: 1)]))
    #expect(document.pendingCount == 2 && document.timestamp == .zero)
    #expect(document.releaseHeldAside() == 0)
    #expect(stamp(&document, at: Self.start) == (UInt64(Self.start), 0))
    document.clock = .fixed(Self.start + 1)
    #expect(document.releaseHeldAside() == 2 && document.pendingCount == 0)
    #expect(document[Self.name].value == "dependent")
    #expect(document.timestamp.milliseconds == UInt64(Self.start + 1 + Self.year))
    #expect(document.apply(first) == .alreadyKnown)
  }

  @Test func `what is held aside is taken in with the next change once its time has come`() throws {
    var document = reader()
    document.apply(try future(Self.year + 5).first)
    document.clock = .fixed(Self.start + 5)
    var other = Document(
      NoSchema(), id: DocumentID(7), replica: .numbered(8), clock: .fixed(Self.start))
    let change = try #require(other.edit { $0[Self.name].set("other") })
    #expect(document.apply(change) == .applied(released: 1))
    #expect(document[Self.name].value == "future" && document.pendingCount == 0)
  }

  @Test func `what is held aside is taken in when it is handed over again in its time`() throws {
    var document = reader()
    let (first, dependent) = try future(Self.year + 5)
    document.apply(first)
    document.apply(dependent)
    document.clock = .fixed(Self.start + 5)
    document.apply(first)
    #expect(document[Self.name].value == "dependent" && document.pendingCount == 0)
    #expect(document.apply(first) == .alreadyKnown && document.apply(dependent) == .alreadyKnown)
  }

  @Test func `what is refused or known changes nothing, though something is due`() throws {
    var document = reader()
    document.apply(try future(Self.year + 5).first)
    document.clock = .fixed(Self.start + 5)
    let bytes = document.snapshot()
    var forged = ForgedChange(.numbered(4))
    forged.append(.enable, 9, [])
    guard case .refused(.malformed) = document.apply(forged.change) else {
      Issue.record("a malformed change was taken")
      return
    }
    #expect(document.snapshot() == bytes)
    document.releaseHeldAside()
    #expect(document[Self.name].value == "future")
  }

  @Test func `a clock that others have moved on already holds nothing aside`() throws {
    var document = reader()
    document.apply(try future(Self.year).first)
    let (late, _) = try future(Self.year)
    var forged = ForgedChange(.numbered(5))
    forged.milliseconds = UInt64(Self.start + Self.year)
    forged.append(.enable, new: "f", [])
    #expect(document.apply(forged.change) == .applied(released: 0))
    #expect(document.apply(late) == .alreadyKnown)
  }

  @Test func `the bound is the configuration's, to the millisecond`() throws {
    let bound = Duration.milliseconds(1_500)
    for (distance, isTaken) in [(1_400 as Int64, true), (1_500, true), (1_501, false)] {
      var document = reader(DocumentConfiguration(futureBound: bound))
      let outcome = document.apply(try future(distance).first)
      let expected =
        isTaken ? ApplyOutcome.applied(released: 0) : .heldAside(until: Self.start + 1)
      #expect(outcome == expected, "\(distance) ms ahead")
    }
  }

  @Test func `without a bound only the last year of all time is held aside`() throws {
    let last = Int64(HybridTimestamp.maximumMilliseconds) - Self.year
    for (time, isTaken) in [(last, true), (last + 1, false), (last + Self.year, false)] {
      var document = reader(DocumentConfiguration(futureBound: nil))
      let outcome = document.apply(try future(time - Self.start).first)
      #expect(outcome == (isTaken ? .applied(released: 0) : .heldAside(until: last)))
      #expect(stamp(&document, at: Self.start).0 == UInt64(isTaken ? last : Self.start))
    }
  }

  @Test func `a state whose clock is too far ahead is held aside whole`() throws {
    var replicas = Replicas(NoSchema(), 2, wall: Self.start)
    replicas.edit(0) { $0[Self.name].set("now") }
    replicas.edit(0, at: Self.start + Self.year + 7) { $0[Self.name].set("then") }
    for way in 0..<3 {
      var document = reader()
      let bytes = document.snapshot()
      let outcome: MergeOutcome
      switch way {
      case 0: outcome = document.merge(replicas[0])
      case 1: outcome = document.mergeState(replicas[0])
      default: outcome = try document.merge(snapshot: replicas[0].snapshot())
      }
      #expect(outcome == .heldAside(until: Self.start + 7))
      #expect(document.snapshot() == bytes && document.timestamp == .zero)
      document.clock = .fixed(Self.start + 7)
      #expect(document.merge(replicas[0]) == .merged(released: 0))
      #expect(document[Self.name].value == "then")
    }
  }

  @Test func `a snapshot cannot use up the clock`() {
    var state = DocumentState(id: DocumentID(7))
    let author = state.insert(.numbered(1))
    state.versionVector[author] = 1
    state.clock = HybridLogicalClock(.maximum)
    #expect(throws: WireError.self) {
      try Document(
        NoSchema(), snapshot: SnapshotWriter.write(state), replica: .numbered(2),
        clock: .fixed(Self.start))
    }
  }
}
