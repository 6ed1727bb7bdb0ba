// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct SectionHostileTests {
  /// A replica whose fields hold something of every datatype.
  private static func replica(seed: UInt64, steps: Int) -> SectionSimulation.Replica {
    var simulation = SectionSimulation(replicas: 3, seed: seed)
    simulation.run(steps: steps)
    simulation.settle()
    return simulation.replicas[0]
  }

  @Test func `bytes cut short are refused`() {
    let replica = Self.replica(seed: 1, steps: 100)
    let bytes = replica.encoded()
    for count in bytes.indices {
      #expect(throws: WireError.self) { try replica.decoded(Array(bytes[..<count])) }
    }
  }

  @Test(arguments: 1...20)
  func `changed bytes are refused, or are a state of their own`(seed: UInt64) throws {
    var random = ValueGenerator(seed: seed)
    let replica = Self.replica(seed: seed, steps: 20 + random.number(below: 150))
    let original = replica.encoded()
    for _ in 0..<1_000 {
      var bytes = original
      for _ in 0...random.number(below: 2) { Self.change(&bytes, &random) }
      guard let copy = try? replica.decoded(bytes) else { continue }
      copy.fields.checkInvariants()
      #expect(copy.encoded() == bytes)
    }
  }

  private static func change(_ bytes: inout [UInt8], _ random: inout ValueGenerator) {
    let place = random.number(below: bytes.count)
    switch random.number(below: 5) {
    case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
    case 1: bytes[place] ^= 1 << UInt8(random.number(below: 8))
    case 2: bytes[place] &+= random.number(below: 2) == 0 ? 1 : 255
    case 3: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
    default: bytes.remove(at: place)
    }
  }
}
