// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct ReplicaIDTests {
  @Test func `an id is its sixteen bytes`() throws {
    let bytes = (1...16).map { UInt8($0) }
    let id = try #require(ReplicaID(bytes: bytes))
    #expect(id.high == 0x0102_0304_0506_0708)
    #expect(id.low == 0x090A_0B0C_0D0E_0F10)
    #expect(id.bytes == bytes)
    #expect(ReplicaID(high: id.high, low: id.low) == id)
  }

  @Test func `no other number of bytes is an id`() {
    for count in [0, 1, 15, 17, 32] {
      #expect(ReplicaID(bytes: [UInt8](repeating: 7, count: count)) == nil)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func `ids are ordered as their bytes`(seed: UInt64) {
    var generator = ValueGenerator(seed: seed)
    for _ in 0..<100 {
      let high = generator.next()
      let left = ReplicaID(high: high, low: generator.next())
      let right = ReplicaID(
        high: generator.next() & 1 == 0 ? high : high ^ 1, low: generator.next())
      #expect((left < right) == left.bytes.lexicographicallyPrecedes(right.bytes))
    }
  }

  @Test func `an id is described by all its hexadecimal digits`() {
    #expect(ReplicaID(high: 0xAB, low: 1).description == "00000000000000ab0000000000000001")
  }

  @Test func `a random id is the generator's next sixteen bytes`() {
    var first = ValueGenerator(seed: 3)
    var second = ValueGenerator(seed: 3)
    let id = ReplicaID.random(using: &first)
    #expect(id == ReplicaID(high: second.next(), low: second.next()))
    #expect(id != ReplicaID.random(using: &first))
  }
}
