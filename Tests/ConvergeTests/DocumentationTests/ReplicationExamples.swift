// SPDX-License-Identifier: Apache-2.0

import Converge
import Testing

/// The examples of the landing page; each runs as a test.
struct ReplicationExamples {
  @Test func `a snapshot opens, and a delta brings what it lacks`() throws {
    // Example: save, load and catch up
    var (phone, _) = twoReplicas()
    phone.edit { $0.favorites.insert("harbour", at: 0) }
    let saved = phone.snapshot()
    phone.edit { $0.favorites.append("fog") }

    var desk = try Document(
      Notebook(), snapshot: saved, replica: ReplicaID(high: 3, low: 0),
      clock: .fixed(1_700_000_000_000))
    let bytes = phone.changes(since: desk.versionVector).encoded(in: phone.id)

    try desk.merge(Delta.decode(bytes, document: desk.id))
    assert(desk.favorites.elements == ["harbour", "fog"])
    assert(desk.snapshot() == phone.snapshot())
    // End of example
  }

  @Test func `a change that comes too early waits`() {
    // Example: out of order
    var (phone, pad) = twoReplicas()
    let first = phone.edit { $0.plays.increment() }
    let second = phone.edit { $0.plays.increment() }

    if case .pending = pad.apply(second) {} else { assert(false) }
    assert(pad.plays.value == 0)
    assert(pad.apply(first) == .applied(released: 1))
    assert(pad.plays.value == 2)
    assert(pad.apply(first) == .alreadyKnown)
    // End of example
  }

  private func assert(_ condition: Bool, _ location: SourceLocation = #_sourceLocation) {
    #expect(condition, sourceLocation: location)
  }
}
