// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// Records in records, to the depth of three and beyond.
struct NestedRecordTests {
  private static func filled() -> Replicas<Plan> {
    var replicas = Replicas(Plan())
    replicas.edit(0) {
      $0.parts["a"].title.set("A")
      $0.parts["a"].parts["b"].title.set("B")
      $0.parts["a"].parts["b"].parts["c"].title.set("C")
    }
    replicas.exchange()
    return replicas
  }

  private func line(_ replicas: Replicas<Plan>, _ replica: Int = 0) -> String? {
    replicas[replica].parts["a"]?.line
  }

  @Test func `a write creates the records around it`() {
    var replicas = Replicas(Plan())
    let change = replicas.edit(0) { $0.parts["a"].parts["b"].parts["c"].votes.increment() }
    #expect(change?.operationCount == 1)
    replicas.exchange()
    #expect(line(replicas, 1) == "b(c(votes:1))")
    let ordered = replicas.edit(0) {
      $0.chapters[key: "a"].chapters[key: "b"].parts["c"].votes.increment()
    }
    #expect(ordered?.operationCount == 3)
    replicas.exchange()
    #expect(replicas[1].chapters[key: "a"]?.line == "b[c(votes:1)]")
  }

  @Test func `a write deep inside defends every record around it`() {
    for depth in 1...3 {
      var replicas = Self.filled()
      replicas.edit(0, at: 9_000) {
        switch depth {
        case 1: $0.parts.remove("a")
        case 2: $0.parts["a"].parts.remove("b")
        default: $0.parts["a"].parts["b"].parts.remove("c")
        }
      }
      replicas.edit(1, at: 1) { $0.parts["a"].parts["b"].parts["c"].tags.remove("none") }
      replicas.exchange()
      #expect(line(replicas) == "A b(B c(C))", "depth \(depth)")
    }
  }

  @Test func `removing an inner record is a write to the outer ones`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0.parts.remove("a") }
    replicas.edit(1) { $0.parts["a"].parts["b"].parts.remove("c") }
    replicas.exchange()
    #expect(line(replicas) == "A b(B)")
  }

  @Test func `an outer removal takes inner records with it, and anew they are gone`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0.parts.remove("a") }
    replicas.edit(0) { $0.parts["a"].votes.increment() }
    replicas.exchange()
    #expect(line(replicas) == "votes:1" && line(replicas, 1) == "votes:1")
    replicas.edit(1) { $0.parts["a"].parts["b"].votes.increment() }
    replicas.exchange()
    #expect(line(replicas) == "votes:1 b(votes:1)")
  }

  @Test func `a write through an absent outer record makes all records on the way anew`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0.parts.remove("a") }
    replicas.edit(0) {
      $0.parts["a"].parts["b"].parts["c"].votes.increment()
      $0.parts["a"].parts["b"].parts["c"].votes.increment()
    }
    replicas.exchange()
    #expect(line(replicas, 1) == "b(c(votes:2))")
  }

  @Test func `a fresh write to an inner record clears it alone`() {
    var replicas = Self.filled()
    replicas.edit(0) { $0.parts["a"].parts.remove("b") }
    #expect(line(replicas) == "A")
    replicas.edit(0) { $0.parts["a"].parts["b"].votes.increment() }
    replicas.exchange()
    #expect(line(replicas, 1) == "A b(votes:1)")
  }

  @Test func `an inner record that a fresh outer write did not see stays with what it saw not`() {
    var replicas = Self.filled()
    replicas.edit(0) {
      $0.parts.remove("a")
      $0.parts["a"].votes.increment()
    }
    replicas.edit(1) { $0.parts["a"].parts["b"].parts["d"].title.set("D") }
    replicas.exchange()
    // Old titles were seen; what was written at the same time was not.
    #expect(line(replicas) == "votes:1 b(d(D))")
  }

  @Test func `records of both kinds nest in each other`() {
    var replicas = Replicas(Plan())
    replicas.edit(0) {
      $0.parts["a"].chapters[key: "2"].parts["x"].title.set("X")
      $0.parts["a"].chapters.insert("1", at: 0)
      $0.parts["a"].chapters[key: "3"].note.append("n")
    }
    replicas.exchange()
    #expect(line(replicas, 1) == "1[] 2[x(X)] 3[note:n]")
    replicas.edit(0) { $0.parts["a"].chapters.remove("2") }
    replicas.edit(1) { $0.parts["a"].chapters[key: "2"].parts["x"].parts["y"].title.set("Y") }
    replicas.exchange()
    #expect(line(replicas) == "1[] 2[x(X y(Y))] 3[note:n]")
  }

  @Test func `records nest as deep as the limit allows`() throws {
    var replicas = Replicas(NoSchema())
    let field = Field("r", ORMap<Int, NoSchema>.self)
    let number = Field("n", PNCounter.self)
    replicas.edit(0) {
      var record = $0[field][0]
      for depth in 1..<DecodingLimits.default.maximumNestingDepth - 1 {
        record = record[field][depth]
      }
      record[number].increment()
    }
    replicas.exchange()
    var view = try #require(replicas[1][field][0])
    for depth in 1..<DecodingLimits.default.maximumNestingDepth - 1 {
      view = try #require(view[field][depth])
    }
    #expect(view[number].value == 1)
  }
}
