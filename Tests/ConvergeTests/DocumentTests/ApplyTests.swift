// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct ApplyTests {
  private static let tags = Field("tags", ORSet<String>.self)

  /// A listener, and changes of two authors, each made after all before it.
  private static func chain(_ count: Int) -> (listener: Document<NoSchema>, changes: [Change]) {
    var replicas = Replicas(NoSchema(), 3)
    for number in 0..<count {
      replicas.edit(number % 2) { $0[tags].insert("\(number)") }
      replicas.pull((number + 1) % 2, from: number % 2)
    }
    return (replicas[2], replicas.changes)
  }

  private func dot(_ replica: Int, _ counter: UInt64) -> Dot {
    Dot(replica: .numbered(replica), counter: counter)
  }

  // MARK: Order

  @Test func `in order each change is applied, and again it is known`() throws {
    var (listener, changes) = Self.chain(4)
    for change in changes {
      #expect(listener.apply(try change.received()) == .applied(released: 0))
      #expect(listener.apply(change) == .alreadyKnown)
    }
    for change in changes { #expect(listener.apply(change) == .alreadyKnown) }
    #expect(listener[Self.tags].count == 4 && listener.pendingCount == 0)
    #expect(listener.versionVector == [.numbered(1): 2, .numbered(2): 2])
  }

  @Test func `backwards each waits for what it depends on, and the first releases all`() throws {
    var (listener, changes) = Self.chain(4)
    let bytes = listener.snapshot()
    let waits: [ApplyOutcome] = [
      .pending(waitingFor: [dot(2, 1)]), .pending(waitingFor: [dot(1, 1)]),
      .pending(waitingFor: [dot(1, 1)]),
    ]
    for (change, outcome) in zip(changes.reversed(), waits) {
      #expect(listener.apply(try change.received()) == outcome)
      #expect(listener.apply(change) == outcome)
    }
    #expect(listener.pendingCount == 3 && listener.snapshot() == bytes)
    #expect(listener.versionVector.isEmpty && listener.timestamp == .zero)
    #expect(listener.apply(changes[0]) == .applied(released: 3))
    #expect(listener.pendingCount == 0 && listener[Self.tags].count == 4)
    #expect(listener.apply(contentsOf: changes) == Array(repeating: .alreadyKnown, count: 4))
  }

  @Test func `a gap in an author's own changes is waited for`() throws {
    var replicas = Replicas(NoSchema())
    for text in ["a", "b", "c"] { replicas.edit(0) { $0[Self.tags].insert(text) } }
    let changes = replicas.changes
    #expect(replicas[1].apply(changes[0]) == .applied(released: 0))
    #expect(replicas[1].apply(changes[2]) == .pending(waitingFor: [dot(1, 2)]))
    #expect(replicas[1][Self.tags].elements == ["a"])
    #expect(replicas[1].apply(changes[1]) == .applied(released: 1))
    #expect(replicas[1].snapshot() == replicas[0].snapshot())
  }

  @Test func `a change waits for all that its author had applied`() throws {
    var replicas = Replicas(NoSchema(), 4)
    replicas.edit(0) { $0[Self.tags].insert("a") }
    replicas.edit(1) { $0[Self.tags].insert("b") }
    replicas.pull(2, from: 0)
    replicas.pull(2, from: 1)
    replicas.edit(2) { $0[Self.tags].insert("c") }
    let changes = replicas.changes
    let wait = ApplyOutcome.pending(waitingFor: [dot(1, 1), dot(2, 1)])
    #expect(replicas[3].apply(changes[2]) == wait)
    #expect(replicas[3].apply(changes[0]) == .applied(released: 0))
    #expect(replicas[3].apply(changes[2]) == .pending(waitingFor: [dot(2, 1)]))
    #expect(replicas[3].apply(changes[1]) == .applied(released: 1))
  }

  @Test(arguments: [1, 8])
  func `what waits for an operation inside is released by the change that holds it`(count: Int) {
    let first = Document(NoSchema(), replica: .numbered(1), clock: .fixed(0))
    var author = first
    guard
      let change = author.edit({ edit in
        for tag in ["a", "b", "c"] { edit[Self.tags].insert(tag) }
      })
    else {
      Issue.record("nothing was made")
      return
    }
    var listener = first.fork(as: .numbered(2))
    for number in 0..<count {
      var other = author.fork(as: .numbered(3 + number))
      guard let next = other.edit({ $0[Self.tags].insert("\(number)") }) else { continue }
      #expect(listener.apply(next) == .pending(waitingFor: [dot(1, 3)]))
    }
    // Of one that never comes nothing is released.
    var stranger = first.fork(as: .numbered(20))
    _ = stranger.edit { $0[Self.tags].insert("unsent") }
    var last = stranger.fork(as: .numbered(21))
    if let next = last.edit({ $0[Self.tags].insert("waits") }) {
      #expect(listener.apply(next) == .pending(waitingFor: [dot(20, 1)]))
    }
    #expect(listener.apply(change) == .applied(released: count))
    #expect(listener.pendingCount == 1 && listener[Self.tags].count == count + 3)
    #expect(throws: Never.self) { try listener.verifyInvariants() }
  }

  @Test func `merging releases what waits`() throws {
    for merge in 0..<3 {
      var replicas = Replicas(NoSchema(), 3)
      replicas.edit(0) { $0[Self.tags].insert("a") }
      replicas.pull(1, from: 0)
      replicas.edit(1) { $0[Self.tags].remove("a") }
      #expect(replicas[2].apply(replicas.changes[1]) == .pending(waitingFor: [dot(1, 1)]))
      let outcome: MergeOutcome
      switch merge {
      case 0: outcome = replicas[2].merge(replicas[0])
      case 1: outcome = replicas[2].mergeState(replicas[0])
      default: outcome = try replicas[2].merge(snapshot: replicas[0].snapshot())
      }
      #expect(outcome == .merged(released: 1) && replicas[2].pendingCount == 0)
      #expect(replicas[2].snapshot() == replicas[1].snapshot())
    }
  }

  @Test func `merging what waits already leaves nothing waiting`() throws {
    var (listener, changes) = Self.chain(3)
    listener.apply(changes[2])
    listener.apply(changes[1])
    var full = Self.chain(0).listener
    full.apply(contentsOf: changes)
    #expect(listener.mergeState(full) == .merged(released: 0))
    #expect(listener.pendingCount == 0 && listener.snapshot() == full.snapshot())
  }

  @Test func `dropping what waits forgets it`() {
    var (listener, changes) = Self.chain(3)
    listener.apply(changes[2])
    listener.dropPending()
    #expect(listener.pendingCount == 0)
    listener.apply(contentsOf: changes)
    #expect(listener[Self.tags].count == 3)
  }

  // MARK: Refusals

  @Test func `as many changes wait as may, by number and by bytes`() throws {
    var replicas = Replicas(
      NoSchema(), 2, configuration: DocumentConfiguration(pendingLimit: 2))
    for _ in 0..<5 { replicas.edit(0) { $0[Self.tags].insert("a") } }
    let changes = replicas.changes
    #expect(replicas[1].apply(changes[4]) == .pending(waitingFor: [dot(1, 4)]))
    #expect(replicas[1].apply(changes[3]) == .pending(waitingFor: [dot(1, 3)]))
    guard case .refused(.pendingFull(count: 2, let bytes)) = replicas[1].apply(changes[2]) else {
      Issue.record("a third change waits")
      return
    }
    #expect(bytes == changes[4].body.count + changes[3].body.count)
    #expect(replicas[1].apply(changes[4]) == .pending(waitingFor: [dot(1, 4)]))
    // What is ready needs no room, and makes some.
    for change in changes[..<2] { #expect(replicas[1].apply(change) == .applied(released: 0)) }
    #expect(replicas[1].apply(changes[2]) == .applied(released: 2))
    replicas = Replicas(
      NoSchema(), 2, configuration: DocumentConfiguration(pendingLimitBytes: 40))
    for _ in 0..<2 { replicas.edit(0) { $0[Self.tags].insert(String(repeating: "x", count: 30)) } }
    replicas.edit(0) { $0[Self.tags].insert("y") }
    #expect(replicas[1].apply(replicas.changes[1]) == .pending(waitingFor: [dot(1, 1)]))
    guard case .refused(.pendingFull(count: 1, _)) = replicas[1].apply(replicas.changes[2]) else {
      Issue.record("more bytes wait than may")
      return
    }
  }

  @Test func `another change with a known dot is refused, and nothing changes`() throws {
    var replicas = Replicas(NoSchema())
    var twin = replicas[0]
    replicas.edit(0) { $0[Self.tags].insert("a") }
    replicas.edit(0) { $0[Self.tags].insert("b") }
    let other = try #require(twin.edit { $0[Self.tags].insert("z") })
    let behind = try #require(twin.edit { $0[Self.tags].insert("y") })
    let after = try #require(twin.edit { $0[Self.tags].insert("x") })
    replicas.exchange()
    let refused = ApplyOutcome.refused(.equivocation(dot(1, 1)))
    for replica in 0..<2 {
      let bytes = replicas[replica].snapshot()
      #expect(replicas[replica].apply(other) == refused)
      #expect(replicas[replica].apply(behind) == .refused(.equivocation(dot(1, 2))))
      // It goes on from another change than the last one known.
      #expect(replicas[replica].apply(after) == .refused(.equivocation(dot(1, 3))))
      #expect(replicas[replica].snapshot() == bytes && replicas[replica].pendingCount == 0)
    }
    // Without the log only the last hash can tell.
    var loaded = try Document(
      NoSchema(), snapshot: replicas[0].snapshot(), replica: .numbered(5), clock: .fixed(1_000))
    #expect(loaded.apply(behind) == .refused(.equivocation(dot(1, 2))))
    #expect(loaded.apply(replicas.changes[1]) == .alreadyKnown)
  }

  @Test func `a change across the end of what is known is refused`() throws {
    var replicas = Replicas(NoSchema())
    var twin = replicas[0]
    replicas.edit(0) { $0[Self.tags].insert("a") }
    replicas.exchange()
    let wide = try #require(twin.edit { $0[Self.tags].insert(contentsOf: ["a", "b"]) })
    #expect(replicas[1].apply(wide) == .refused(.equivocation(dot(1, 1))))
  }

  @Test func `of two changes with one dot that wait, the second is refused`() throws {
    var replicas = Replicas(NoSchema())
    var twin = replicas[0]
    for text in ["a", "b"] { replicas.edit(0) { $0[Self.tags].insert(text) } }
    twin.edit { $0[Self.tags].insert("a") }
    let other = try #require(twin.edit { $0[Self.tags].insert("z") })
    #expect(replicas[1].apply(replicas.changes[1]) == .pending(waitingFor: [dot(1, 1)]))
    #expect(replicas[1].apply(other) == .refused(.equivocation(dot(1, 2))))
    #expect(replicas[1].apply(replicas.changes[0]) == .applied(released: 1))
  }

  @Test func `a change that contradicts its author's numbers is refused as malformed`() {
    let document = Replicas(NoSchema()).documents[0]
    // A field by a number that was never given; a replica likewise; a time past the last one.
    var field = ForgedChange(.numbered(3))
    field.append(.enable, 5, [])
    var slot = ForgedChange(.numbered(3))
    slot.append(.removeText, new: "t", [1, 4, 1, 1])
    var time = ForgedChange(.numbered(3))
    time.milliseconds = HybridTimestamp.maximumMilliseconds
    time.append(.enable, new: "f", [])
    for (forged, isMalformed) in [(field, true), (slot, true), (time, false)] {
      var document = document
      let bytes = document.snapshot()
      let outcome = document.apply(forged.change)
      switch outcome {
      case .refused(.malformed): #expect(isMalformed)
      case .heldAside: #expect(!isMalformed)
      default: Issue.record("\(outcome)")
      }
      #expect(document.snapshot() == bytes)
    }
  }

  @Test func `a malformed change in the middle leaves nothing of itself behind`() {
    var document = Replicas(NoSchema()).documents[0]
    var forged = ForgedChange(.numbered(3))
    forged.append(.enable, new: "f", [])
    forged.append(.insertMember, new: "g", [1, 0x02])
    forged.append(.enable, 9, [])
    let bytes = document.snapshot()
    guard case .refused(.malformed) = document.apply(forged.change) else {
      Issue.record("a malformed change was taken")
      return
    }
    #expect(document.snapshot() == bytes && document.versionVector.isEmpty)
    #expect(document.timestamp == .zero)
    document.checkInvariants()
  }
}
