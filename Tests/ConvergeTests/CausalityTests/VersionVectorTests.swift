// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct VersionVectorTests {
  private let a = ReplicaID(high: 0, low: 1)
  private let b = ReplicaID(high: 0, low: 2)
  private let c = ReplicaID(high: 1, low: 0)

  private func random(_ generator: inout ValueGenerator) -> VersionVector {
    var vector = VersionVector()
    for _ in 0..<generator.number(below: 12) {
      let id = ReplicaID(high: UInt64(generator.number(below: 2)), low: generator.next() % 5)
      vector[id] = generator.next() % 4
    }
    return vector
  }

  private func counters(_ vector: VersionVector) -> [ReplicaID: UInt64] {
    Dictionary(uniqueKeysWithValues: vector.map { ($0.replica, $0.counter) })
  }

  @Test func `an absent replica stands at zero`() {
    var vector = VersionVector()
    #expect(vector[a] == 0)
    #expect(vector.isEmpty)
    #expect(!vector.contains(Dot(replica: a, counter: 1)))
    vector[a] = 0
    #expect(vector.isEmpty)
  }

  @Test func `setting a counter to zero removes the entry`() {
    var vector: VersionVector = [a: 3, b: 2]
    vector[a] = 0
    #expect(vector == [b: 2])
    #expect(vector.hashValue == ([b: 2] as VersionVector).hashValue)
  }

  @Test func `entries come ascending by replica`() {
    let vector: VersionVector = [c: 1, a: 2, b: 3]
    var seen: [(ReplicaID, UInt64)] = []
    for (replica, counter) in vector { seen.append((replica, counter)) }
    #expect(seen.map(\.0) == [a, b, c])
    #expect(seen.map(\.1) == [2, 3, 1])
    #expect(vector.count == 3)
  }

  @Test func `a vector contains the dots up to its counter`() {
    let vector: VersionVector = [a: 3]
    #expect((1...3).allSatisfy { vector.contains(Dot(replica: a, counter: $0)) })
    #expect(!vector.contains(Dot(replica: a, counter: 4)))
    #expect(!vector.contains(Dot(replica: b, counter: 1)))
  }

  @Test func `of several entries for one replica the greatest counts`() {
    let entries = [(replica: a, counter: 2 as UInt64), (a, 5), (b, 0), (a, 3)]
    #expect(VersionVector(entries) == [a: 5])
  }

  @Test func `dots that do not ascend or are zero make no vector`() {
    let dots = [Dot(replica: a, counter: 2), Dot(replica: b, counter: 1)]
    #expect(VersionVector(ascending: dots) == [a: 2, b: 1])
    #expect(VersionVector(ascending: dots.reversed()) == nil)
    #expect(VersionVector(ascending: [dots[0], dots[0]]) == nil)
    #expect(VersionVector(ascending: [Dot(replica: a, counter: 0)]) == nil)
    #expect(VersionVector(ascending: []) == VersionVector())
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `the join is the greater counter of each replica`(seed: UInt64) {
    var generator = ValueGenerator(seed: seed)
    for _ in 0..<50 {
      let left = random(&generator)
      let right = random(&generator)
      let joined = left.merging(right)
      #expect(counters(joined) == counters(left).merging(counters(right)) { max($0, $1) })
      #expect(VersionVector(ascending: joined.dots) == joined)
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `the join is commutative, associative and idempotent`(seed: UInt64) {
    var generator = ValueGenerator(seed: seed)
    let x = random(&generator)
    let y = random(&generator)
    let z = random(&generator)
    #expect(x.merging(y) == y.merging(x))
    #expect(x.merging(y).merging(z) == x.merging(y.merging(z)))
    #expect(x.merging(x) == x)
    #expect(x.merging(y).merging(y) == x.merging(y))
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `a subset is what a join does not change`(seed: UInt64) {
    var generator = ValueGenerator(seed: seed)
    for _ in 0..<50 {
      let left = random(&generator)
      let right = random(&generator)
      #expect(left.isSubset(of: right) == (left.merging(right) == right))
      #expect(left.isSubset(of: left.merging(right)))
    }
  }
}
