// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct SectionHostileTests {
  /// A replica whose fields hold something of many datatypes.
  private static func replica(seed: UInt64, steps: Int) -> SectionSimulation.Replica {
    var simulation = SectionSimulation(replicas: 3, seed: seed)
    simulation.run(steps: steps)
    simulation.settle()
    return simulation.replicas[0]
  }

  @Test func `bytes cut short are refused`() {
    let replica = Self.replica(seed: 1, steps: 40)
    let bytes = replica.encoded()
    for count in bytes.indices {
      #expect(throws: WireError.self) { try replica.decoded(Array(bytes[..<count])) }
    }
  }

  /// Sequences of one run, each of which claims more than there is.
  private static let claims: [(SectionColumn, UInt64)] = [
    (.count, 1 << 40),  // runs
    (.runLength, 1 << 30),  // slots to be shown
    (.runLength, .max),
    (.runHook, 3 << 40),  // runs passed over
    (.runHook, .max),
    (.runDot, .max),
  ]

  @Test(arguments: [DatatypeTag.movableList, .orderedORSet, .orderedORMap, .replicatedText])
  func `what cannot be there is refused before room is made for it`(datatype: DatatypeTag) {
    let items: [(SectionColumn, UInt64)] = [
      (.stampCount, 0), (.count, 1), (.runHead, 0b1101), (.runLength, 0), (.runHook, 6),
      (.runDot, 2),
    ]
    var table = ReplicaTable()
    _ = table.insert(ReplicaID(high: 1, low: 1))
    let known = LocalVersionVector([LocalDot.maximumCounter])
    let decoder = SectionDecoder(replicas: table, versionVector: known, limits: .default)
    for (column, value) in Self.claims {
      let changed = items.map {
        SectionWriter.Item(value: $0.0 == column ? value : $0.1, column: $0.0)
      }
      var writer = ByteWriter()
      var counts = SectionCounts()
      SectionWriter.layOut(changed, [], &counts, into: &writer)
      #expect(throws: WireError.self) {
        var reader = ByteReader(writer.bytes)
        return try decoder.decodeField(datatype, &reader, depth: 0)
      }
    }
  }

  @Test(arguments: 1...20)
  func `changed bytes are refused, or are a state of their own`(seed: UInt64) throws {
    var random = ValueGenerator(seed: seed)
    // Some small, so that each byte is hit, some with sections in columns.
    let steps = seed % 5 == 0 ? 60 : 4 + random.number(below: 16)
    let replica = Self.replica(seed: seed, steps: steps)
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

  @Test(arguments: 1...20)
  func `changed numbers are refused, or are a state of their own`(seed: UInt64) throws {
    var random = ValueGenerator(seed: seed)
    let replica = Self.replica(seed: seed, steps: 40)
    let decoder = replica.decoder()
    let numbers = replica.table.ids.map { decoder.replicas.number(of: $0) ?? -1 }
    let encoder = SectionEncoder(numbers: numbers, replicas: replica.table)
    let copier = SectionEncoder(
      numbers: Array(decoder.replicas.ids.indices), replicas: decoder.replicas)
    var counts = SectionCounts()
    for entry in replica.fields.entries where !entry.state.isVacant {
      var section = SectionWriter(replicaCount: decoder.replicas.count)
      encoder.encode(entry.state, &section)
      let items = section.settledItems()
      for _ in 0..<100 {
        // Laid out anew, so that only what the numbers mean can be wrong.
        var writer = ByteWriter()
        SectionWriter.layOut(
          Self.changed(items, &random), section.bytes, &counts, into: &writer)
        var reader = ByteReader(writer.bytes)
        guard let copy = try? decoder.decodeField(entry.key.datatype, &reader, depth: 0) else {
          continue
        }
        copy.checkInvariants()
        var again = ByteWriter()
        copier.encodeField(copy, into: &again)
        #expect(again.bytes == writer.bytes)
      }
    }
  }

  private static func changed(
    _ items: [SectionWriter.Item], _ random: inout ValueGenerator
  ) -> [SectionWriter.Item] {
    var items = items
    for _ in 0...random.number(below: 3) {
      let place = random.number(below: items.count)
      guard items[place].column != .length else { continue }
      switch random.number(below: 6) {
      case 0: items[place].value &+= 1
      case 1: items[place].value &-= 1
      case 2: items[place].value = UInt64(random.number(below: 6))
      case 3: items[place].value ^= 1 << UInt64(random.number(below: 64))
      case 4: items[place].value = items[random.number(below: items.count)].value
      default: items[place].value = random.next() >> UInt64(random.number(below: 64))
      }
    }
    return items
  }
}
