// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting
import Synchronization
import Testing

@Suite struct FuzzFailureTests {
  private struct Counters: Schema {
    let plays = Field("plays", PNCounter.self)
    let names = Field("names", ORSet<String>.self)
    let text = Field("text", ReplicatedText.self)
  }

  private struct Refused: Error {}

  private func failure(
    seeds: ClosedRange<UInt64> = 1...20, _ declare: (inout Fuzz<Counters>) -> Void
  ) -> FuzzFailure? {
    #expect(throws: FuzzFailure.self) { try Fuzz(Counters(), declare).run(seeds: seeds) }
  }

  @Test func `an action that throws fails, and shrinks to itself`() throws {
    let failure = failure {
      $0.edit("play") { edit, _ in edit.plays.increment() }
      $0.action("share") { _, random in if random.below(10) > 6 { throw Refused() } }
    }
    #expect(failure?.check == "action")
    #expect(failure?.rule == "share")
    #expect(failure?.difference == "threw Refused()")
    #expect(failure?.steps == ["1  phone: share (7)"])
  }

  @Test func `an edit that throws fails as well`() throws {
    let failure = failure {
      $0.edit("play") { edit, _ in
        edit.plays.increment()
        if edit.plays.current.value > 2 { throw Refused() }
      }
    }
    #expect(failure?.check == "action")
    #expect((3...5).contains(failure?.steps.count ?? 0))
  }

  @Test func `an action may not take in what other replicas did`() throws {
    let failure = failure {
      $0.action("sync by hand") { document, _ in
        var other = document.fork(as: ReplicaID(high: 9, low: 9))
        document.apply(other.edit { $0.plays.increment() })
      }
    }
    #expect(failure?.rule == "sync by hand")
    #expect(failure?.difference == "took in what another replica did")
  }

  @Test func `an action may not put another document in the place of its own`() throws {
    let failure = failure {
      $0.action("start afresh") { document, _ in
        document = document.fork(as: ReplicaID(high: 9, low: 9))
      }
    }
    #expect(failure?.difference == "put another document in its place")
  }

  @Test func `an action may not take back what was done`() throws {
    let failure = failure {
      $0.action("play, and undo by force") { document, random in
        let before = document
        document.edit { $0.plays.increment() }
        if random.chance(30), document.plays.value > 1 {
          document = before
          document.edit { $0.plays.increment(by: 2) }
        }
        if random.chance(30) {
          document = Document(Counters(), replica: before.replica, clock: before.clock)
        }
      }
    }
    #expect(failure?.rule == "play, and undo by force")
  }

  @Test func `a repair that never comes to rest fails`() throws {
    let failure = failure {
      $0.edit("play") { edit, _ in edit.plays.increment() }
      $0.repair("make it even") { document in
        if document.plays.value % 2 == 1 { document.edit { $0.plays.increment() } }
      }
    }
    // All devices see that it is odd and make it even, which four of them do not get right.
    #expect(failure?.check == "action")
    #expect(failure?.rule == "make it even")
    #expect(failure?.difference == "still changes something after 8 rounds")
  }

  @Test func `a rule that throws is broken`() throws {
    let failure = failure {
      $0.edit("play") { edit, _ in edit.plays.increment() }
      $0.invariant("never played twice") { document in
        if document.plays.value > 1 { throw Refused() }
        return true
      }
    }
    #expect(failure?.check == "rule")
    #expect(failure?.difference == "Refused()")
    #expect(failure?.steps.count == 2)
  }

  @Test func `what an action draws shrinks, in number and in size`() throws {
    let failure = failure {
      $0.action("type") { document, random in
        let count = random.below(12)
        let words = (0..<count).map { _ in random.one(of: "a", "b", "c", "d") }
        document.edit { $0.text.insert(words.joined(), at: 0) }
      }
      $0.invariant("no c or d is typed behind three letters") { document in
        !document.text.string.dropFirst(3).contains { "cd".contains($0) }
      }
    }
    #expect(failure?.steps == ["1  phone: type (4, \"a\", \"a\", \"a\", \"c\")"])
  }

  @Test func `what goes by something else than its random source is told`() throws {
    let calls = Mutex(0)
    let failure = failure {
      $0.edit("play") { edit, _ in edit.plays.increment() }
      $0.invariant("asked less than three times") { _ in
        calls.withLock { calls in
          calls += 1
          return calls != 3
        }
      }
    }
    #expect(failure?.description.contains("It did not fail again") == true)
  }

  @Test func `the seed in a failure fails again, alone`() throws {
    let fuzz = Fuzz.toDo(.always)
    let failure = try #require(throws: FuzzFailure.self) { try fuzz.run() }
    let again = try #require(throws: FuzzFailure.self) { try fuzz.run(seed: failure.seed) }
    #expect(again.description == failure.description)
  }

  @Test func `several transactions of one action travel together`() throws {
    let summary = try Fuzz(Counters()) {
      $0.action("play and name") { document, random in
        let name = random.one(of: "fog", "dune")
        document.edit { $0.plays.increment() }
        document.edit { $0.names.insert(name) }
        if random.chance(30) { document.edit { $0.names.remove(name) } }
      }
      $0.action("do nothing") { _, _ in }
    }.run(seeds: 1...40)
    #expect(summary.histories == 40)
    #expect(summary.checks > 5_000)
    #expect(summary.idleActions == ["do nothing"])
    #expect(summary.description.contains("  do nothing: 0"))
  }

  @Test func `an action's weight says how often it is done`() throws {
    let summary = try Fuzz(Counters()) {
      $0.edit("play") { edit, _ in edit.plays.increment() }
      $0.edit("name", weight: 9) { edit, _ in edit.names.insert("fog") }
    }.run(seeds: 1...40)
    #expect(summary.actions[1].changed > 3 * summary.actions[0].changed)
  }
}
