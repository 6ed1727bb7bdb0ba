// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// Records that are created anew, and records in records.
struct FreshRecordTests {
  private struct Plans: Schema {
    let plans = Field("plans", ORMap<String, Plan>.self)
  }

  /// Replicas that show one record with every field written.
  private static func filled(_ count: Int = 2) -> Replicas<Plans> {
    var replicas = Replicas(Plans(), count)
    replicas.edit(0) { $0.plans["a"].fill("x") }
    replicas.exchange()
    return replicas
  }

  private func line(_ replicas: Replicas<Plans>, _ replica: Int = 0) -> String? {
    replicas[replica].plans["a"]?.line
  }

  private static let full =
    "x owners:x votes:5 done tags:x shelf:x steps:x note:x x(x) x[x]"

  @Test func `a key created anew starts empty`() {
    var replicas = Self.filled()
    #expect(line(replicas, 1) == Self.full)
    replicas.edit(0) { $0.plans.remove("a") }
    replicas.edit(0) { $0.plans["a"].owners.set("y") }
    replicas.exchange()
    #expect(line(replicas) == "owners:y" && line(replicas, 1) == "owners:y")
  }

  @Test func `a key created anew names the fields written since, and no others`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0.plans.remove("a") }
    replicas.edit(0) { $0.plans["a"].owners.set("y") }
    replicas.exchange()
    #expect(replicas[0].plans["a"]?.fieldNames.map(\.name) == ["owners"])
  }

  @Test func `each field can be the first that is written anew, and only the first is fresh`() {
    var replicas = Self.filled()
    replicas.edit(0) {
      $0.plans.remove("a")
      $0.plans["a"].fill("y")
    }
    let expected = Self.full.replacing("x", with: "y")
    #expect(line(replicas) == expected)
    replicas.exchange()
    #expect(line(replicas, 1) == expected)
    let writes: [(RecordEditor<Plan>, String) -> Void] = [
      { $0.title.set($1) }, { $0.owners.set($1) }, { record, _ in record.votes.increment() },
      { record, _ in record.done.enable() }, { $0.tags.insert($1) }, { $0.shelf.append($1) },
      { $0.steps.append($1) }, { $0.note.append($1) }, { $0.parts[$1].tags.insert($1) },
      { $0.chapters.append($1) }, { $0.chapters[key: $1].note.append($1) },
    ]
    for (number, write) in writes.enumerated() {
      var replicas = Self.filled()
      replicas.edit(0) { $0.plans.remove("a") }
      replicas.edit(0) { write($0.plans["a"], "z") }
      replicas.edit(0) { write($0.plans["a"], "w") }
      replicas.exchange()
      let shown = line(replicas, 1) ?? ""
      #expect(!shown.contains("x") && !shown.isEmpty, "write \(number)")
      #expect(!shown.contains("5"), "write \(number)")
    }
  }

  @Test func `a fresh write clears what it saw, and what it did not see stays`() {
    var replicas = Self.filled()
    replicas.edit(0) {
      $0.plans.remove("a")
      $0.plans["a"].title.set("new")
    }
    replicas.edit(1) {
      let record = $0.plans["a"]
      record.votes.increment(by: 2)
      record.tags.insert("t")
      record.shelf.insert("s", at: 0)
      record.steps.insert("q", at: 0)
      record.note.append("n")
      record.parts["p"].title.set("p")
      record.chapters[key: "c"].title.set("c")
    }
    replicas.exchange()
    #expect(line(replicas) == "new votes:2 tags:t shelf:s steps:q note:n p(p) c[c]")
  }

  @Test func `counters are cleared exactly`() {
    var replicas = Replicas(Plans(), 3)
    replicas.edit(0) { $0.plans["a"].votes.increment(by: 1) }
    replicas.exchange()
    // One goes on counting while another has seen a part of that.
    replicas.edit(0) { $0.plans["a"].votes.increment(by: 10) }
    replicas.pull(2, from: 0)
    replicas.edit(0) { $0.plans["a"].votes.increment(by: 100) }
    replicas.edit(1) { $0.plans["a"].votes.decrement(by: 3) }
    replicas.edit(2) { $0.plans.remove("a") }
    replicas.edit(2) { $0.plans["a"].votes.increment(by: 1_000) }
    replicas.exchange()
    #expect(replicas[0].plans["a"]?.votes.value == 1_097)
  }

  @Test func `two that create a key anew at the same time clear nothing of each other`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0.plans.remove("a") }
    replicas.exchange()
    replicas.edit(0) { $0.plans["a"].title.set("one") }
    replicas.edit(1) { $0.plans["a"].votes.increment(by: 2) }
    replicas.exchange()
    #expect(line(replicas) == "one votes:2")
  }

  @Test func `removed and created anew on both sides, only what is new stays`() {
    var replicas = Self.filled()
    for replica in 0..<2 {
      replicas.edit(replica) { $0.plans.remove("a") }
      replicas.edit(replica) { $0.plans["a"].tags.insert("\(replica)") }
    }
    replicas.exchange()
    #expect(line(replicas) == "tags:01")
  }

  @Test func `text written anew stands together, beside what others typed into the old`() {
    var replicas = Replicas(Plans())
    replicas.edit(0) { $0.plans["a"].note.append("abcd") }
    replicas.exchange()
    replicas.edit(0) {
      $0.plans.remove("a")
      $0.plans["a"].note.append("new")
    }
    replicas.edit(1) { $0.plans["a"].note.insert("XY", at: 2) }
    replicas.exchange()
    #expect(line(replicas) == "note:newXY")
    replicas.edit(1) { $0.plans["a"].note.append("!") }
    replicas.exchange()
    #expect(line(replicas) == "note:newXY!")
  }

  @Test func `a member that only a concurrent insert keeps stands where it stood`() {
    var replicas = Replicas(Plans())
    replicas.edit(0) { $0.plans["a"].shelf.insert(contentsOf: ["p", "q", "r"], at: 0) }
    replicas.exchange()
    replicas.edit(0) {
      $0.plans.remove("a")
      $0.plans["a"].shelf.append("n")
    }
    // Found present: the inserts give no place of their own.
    replicas.edit(1) { $0.plans["a"].shelf.insert(contentsOf: ["r", "p"], at: 0) }
    replicas.exchange()
    #expect(line(replicas) == "shelf:npr")
    replicas.edit(1) { $0.plans["a"].shelf.move("p", to: 0) }
    replicas.exchange()
    #expect(line(replicas) == "shelf:pnr")
  }

  @Test func `a list element that another moves or replaces at the same time is cleared too`() {
    var replicas = Replicas(Plans())
    replicas.edit(0) { $0.plans["a"].steps.insert(contentsOf: ["p", "q"], at: 0) }
    replicas.exchange()
    replicas.edit(0) {
      $0.plans.remove("a")
      $0.plans["a"].steps.append("n")
    }
    replicas.edit(1) {
      $0.plans["a"].steps.move(from: 0, to: 1)
      $0.plans["a"].steps.replace(at: 0, with: "Q")
    }
    replicas.exchange()
    // The elements' inserts were seen and are as if never made.
    #expect(line(replicas) == "steps:n")
  }
}
