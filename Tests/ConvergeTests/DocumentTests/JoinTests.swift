// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// Joins with states that no honest replica has: they may say anything, and must do no harm.
struct JoinTests {
  private static let list = Field("f", MovableList<Int>.self)

  /// Two states that claim the same changes of one author and differ in what these did.
  ///
  /// One has moved an element; the other says that it has heard of the move, and has it not.
  private static func contradiction(
    _ write: (inout Document<NoSchema>) -> Void
  ) -> (honest: Document<NoSchema>, hostile: Document<NoSchema>) {
    var replicas = Replicas(NoSchema())
    replicas.edit(0) { $0[list].insert(contentsOf: [1, 2], at: 0) }
    var hostile = replicas[0].fork(as: .numbered(2))
    write(&replicas[0])
    hostile.core.state.versionVector[0] = replicas[0].core.state.versionVector[0]
    hostile.core.state.authors[0] = replicas[0].core.state.authors[0]
    hostile.core.state.clock = replicas[0].core.state.clock
    hostile.core.log.restart(0, after: hostile.core.state.versionVector[0])
    hostile.edit { $0[Field("other", PNCounter.self)].increment() }
    return (replicas[0], hostile)
  }

  @Test func `an element that two states leave no place is gone, and the rest goes on`() {
    var (honest, hostile) = Self.contradiction {
      $0.edit { $0[Self.list].move(from: 0, to: 1) }
    }
    for (mine, theirs) in [(honest, hostile), (hostile, honest)] {
      var joined = mine
      joined.mergeState(theirs)
      joined.checkInvariants()
      let bytes = joined.snapshot()
      let loaded = try? Document(
        NoSchema(), snapshot: bytes, replica: .numbered(5), clock: .fixed(1_000))
      #expect(loaded?.snapshot() == bytes)
    }
    honest.edit { $0[Self.list].append(3) }
    hostile.edit { $0[Self.list].append(4) }
  }

  @Test func `an element that two states leave no value is gone, and the rest goes on`() {
    let (honest, hostile) = Self.contradiction {
      $0.edit { $0[Self.list].replace(at: 0, with: 9) }
    }
    for (mine, theirs) in [(honest, hostile), (hostile, honest)] {
      var joined = mine
      joined.mergeState(theirs)
      joined.checkInvariants()
      let bytes = joined.snapshot()
      let loaded = try? Document(
        NoSchema(), snapshot: bytes, replica: .numbered(5), clock: .fixed(1_000))
      #expect(loaded?.snapshot() == bytes)
    }
  }

  @Test func `a new replica takes over the first state that it gets, and shares no change with it`()
    throws
  {
    let text = Field("text", ReplicatedText.self)
    var replicas = Replicas(NoSchema())
    replicas.edit(0) {
      $0[Self.list].insert(contentsOf: [1, 2], at: 0)
      $0[text].append("harbour")
    }
    replicas.edit(0) { $0[text].remove(at: 1, count: 2) }
    let bytes = replicas[0].snapshot()
    var read = replicas[1]
    #expect(try read.merge(snapshot: bytes) == .merged(released: 0))
    var joined = replicas[1]
    #expect(joined.mergeState(replicas[0]) == .merged(released: 0))
    for var document in [read, joined] {
      document.checkInvariants()
      #expect(document.snapshot() == bytes && document.replica == .numbered(2))
      let change = document.edit {
        $0[text].append("s")
        $0[Self.list].move(from: 0, to: 1)
      }
      document.checkInvariants()
      #expect(replicas[0].snapshot() == bytes)
      var first = replicas[0]
      if let change { first.apply(change) }
      #expect(first.snapshot() == document.snapshot())
    }
  }
}
