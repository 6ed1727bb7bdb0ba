// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct PNCounterTests {
  private static let score = Field("score", PNCounter.self)

  @Test func `increments and decrements of all replicas add up`() {
    var replicas = Replicas(NoSchema(), 3)
    #expect(replicas[0][Self.score].value == 0)
    replicas.edit(0) {
      $0[Self.score].increment()
      $0[Self.score].increment(by: 10)
      #expect($0[Self.score].current.value == 11)
    }
    replicas.edit(1) { $0[Self.score].decrement() }
    replicas.edit(2) { $0[Self.score].decrement(by: 4) }
    replicas.exchange()
    #expect(replicas.documents.allSatisfy { $0[Self.score].value == 6 })
    replicas.edit(2) { $0[Self.score].increment(by: -7) }
    replicas.edit(0) { $0[Self.score].decrement(by: -2) }
    replicas.exchange()
    #expect(replicas.documents.allSatisfy { $0[Self.score].value == 1 })
  }

  @Test func `an increment counts once, however it arrives and how often`() {
    var replicas = Replicas(NoSchema(), 3)
    let change = replicas.edit(0) { $0[Self.score].increment(by: 5) }
    replicas.exchange()
    #expect(replicas[1].apply(change) == .alreadyKnown)
    replicas.exchange()
    replicas.pull(2, from: 1)
    #expect(replicas[2][Self.score].value == 5)
  }

  @Test func `the sum wraps, in whatever order it is taken`() {
    var replicas = Replicas(NoSchema(), 3)
    replicas.edit(0) { $0[Self.score].increment(by: .max) }
    replicas.edit(1) { $0[Self.score].increment() }
    replicas.exchange()
    #expect(replicas[0][Self.score].value == .min)
    replicas.edit(2) { $0[Self.score].decrement(by: .min) }
    replicas.exchange()
    #expect(replicas[1][Self.score].value == 0)
    replicas.edit(1) { $0[Self.score].decrement() }
    replicas.exchange()
    #expect(replicas[2][Self.score].value == -1)
  }

  @Test func `an increment by nothing is a change all the same`() {
    var replicas = Replicas(NoSchema())
    #expect(replicas.edit(0) { $0[Self.score].increment(by: 0) }?.operationCount == 1)
    replicas.exchange()
    #expect(replicas[1][Self.score].value == 0)
  }
}
