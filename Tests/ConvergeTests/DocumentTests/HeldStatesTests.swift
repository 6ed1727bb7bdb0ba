// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// Whole states that wait for their time, and counters that are used up.
struct HeldStatesTests {
  private static let name = Field("name", LWWRegister<String?>.self)
  private static let year: Int64 = 365 * 86_400_000
  private static let start: Int64 = 1_700_000_000_000

  /// A replica that made a change so far in the future, and what a reader makes of its state.
  private static func future(_ distance: Int64, by replica: Int = 0) -> Document<NoSchema> {
    var replicas = Replicas(NoSchema(), 6, wall: start)
    replicas.edit(replica, at: start + year + distance) { $0[name].set("\(replica)") }
    return replicas[replica]
  }

  private static func reader(_ limit: Int = 4) -> Document<NoSchema> {
    Document(
      NoSchema(), id: DocumentID(7), replica: .numbered(9), clock: .fixed(start),
      configuration: DocumentConfiguration(heldStatesLimit: limit))
  }

  @Test func `a state held aside is taken in once its time has come`() throws {
    for way in 0..<3 {
      var document = Self.reader()
      let source = Self.future(7)
      for _ in 0..<2 {
        let outcome =
          switch way {
          case 0: document.merge(source)
          case 1: document.mergeState(source)
          default: try document.merge(snapshot: source.snapshot())
          }
        #expect(outcome == .heldAside(until: Self.start + 7))
      }
      document.releaseHeldAside()
      #expect(document.versionVector.isEmpty && document.timestamp == .zero)
      document.clock = .fixed(Self.start + 7)
      document.releaseHeldAside()
      #expect(document[Self.name].value == "0")
      #expect(document.snapshot() == source.snapshot())
    }
  }

  @Test func `as many states are held as may be, and a later one of the same takes its place`() {
    var document = Self.reader(2)
    var source = Self.future(1)
    #expect(document.mergeState(source) == .heldAside(until: Self.start + 1))
    source.clock = .fixed(Self.start + Self.year + 2)
    source.edit { $0[Self.name].set("more") }
    #expect(document.mergeState(source) == .heldAside(until: Self.start + 2))
    #expect(
      document.mergeState(Self.future(3, by: 1)) == .heldAside(until: Self.start + 3))
    guard case .refused(.pendingFull) = document.mergeState(Self.future(4, by: 2)) else {
      Issue.record("a third state is held")
      return
    }
    document.clock = .fixed(Self.start + 2)
    document.releaseHeldAside()
    #expect(document[Self.name].value == "more")
    document.clock = .fixed(Self.start + 3)
    document.releaseHeldAside()
    #expect(document[Self.name].value == "1")
  }

  @Test func `a state held aside and a change of it taken in before do not count twice`() throws {
    var document = Self.reader()
    let source = Self.future(5)
    document.mergeState(source)
    guard case .changes(let changes) = source.changes(since: [:]) else { return }
    #expect(document.apply(try changes[0].received()) == .heldAside(until: Self.start + 5))
    document.clock = .fixed(Self.start + 5)
    document.releaseHeldAside()
    #expect(document.pendingCount == 0 && document.snapshot() == source.snapshot())
  }

  @Test func `waiting states are forgotten with what waits, and are not forked`() {
    var document = Self.reader()
    document.mergeState(Self.future(5))
    var fork = document.fork(as: .numbered(10))
    document.dropPending()
    for clock in [WallClock.fixed(Self.start + 5)] {
      document.clock = clock
      fork.clock = clock
      document.releaseHeldAside()
      fork.releaseHeldAside()
    }
    #expect(document.versionVector.isEmpty && fork.versionVector.isEmpty)
  }

  @Test func `what would leave a replica no counters is refused`() throws {
    // An enemy says that this replica has made half of all changes that it ever can, and more.
    let counter = LocalDot.maximumOwnCounter + 1
    var state = DocumentState(id: DocumentID(7))
    let number = state.insert(.numbered(9))
    state.versionVector[number] = counter
    state.authors[number].hash = 5
    let bytes = SnapshotWriter.write(state)
    var document = Self.reader()
    #expect(throws: WireError.self) { try document.merge(snapshot: bytes) }
    let forged = Change(
      replica: .numbered(9), firstCounter: counter, operationCount: 1, previousHash: 5,
      timestamp: nil, body: [4, OperationKind.void.rawValue])
    #expect(document.apply(try forged.received()) == .refused(.countersUsedUp))
    document.edit { $0[Self.name].set("x") }
    document.checkInvariants()
    #expect(document.versionVector == [.numbered(9): 1] && document.pendingCount == 0)
    #expect(throws: WireError.self) {
      try Document(
        NoSchema(), snapshot: bytes, replica: .numbered(9), clock: .fixed(Self.start))
    }
    // Another replica may load it: there it is somebody else.
    let loaded = try Document(
      NoSchema(), snapshot: bytes, replica: .numbered(8), clock: .fixed(Self.start))
    #expect(document.mergeState(loaded) == .refused(.countersUsedUp))
  }

  @Test func `removals of elements that never were cost no time`() throws {
    // One operation of a later kind takes 16 million counters; a removal then names them all.
    var forged = ForgedChange(.numbered(3))
    forged.appendLater(50, new: "f", dots: 1 << 24)
    let first = try forged.change.received()
    var range = ByteWriter()
    range.appendVarint(1 as Int)
    range.appendVarint((1 << 24) << 1 | 1 as Int)
    range.appendVarint(1 << 24 as Int)
    for kind in [OperationKind.removeElements, .removeText] {
      var removal = ForgedChange(.numbered(3), after: first)
      removal.append(kind, 1, dots: 1 << 24, range.bytes)
      var document = Self.reader()
      document.edit {
        $0[Field("f", MovableList<Int>.self)].append(1)
        $0[Field("f", ReplicatedText.self)].append("a")
      }
      #expect(document.apply(first) == .applied(released: 0))
      // As if the operation had been read, so that the removal is not kept unread as well.
      document.core.state.unread = []
      #expect(document.apply(try removal.change.received()) == .applied(released: 0))
      #expect(document.core.state.unread.isEmpty)
      document.checkInvariants()
    }
  }
}
