// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

extension SectionSimulation.Replica {
  /// The replicas of a snapshot: those that wrote anything, ascending.
  var snapshotTable: ReplicaTable {
    var sorted = ReplicaTable()
    let ids = table.ids.enumerated().filter { versionVector[$0.offset] > 0 }.map(\.element)
    for id in ids.sorted() { _ = sorted.insert(id) }
    return sorted
  }

  /// The fields as bytes.
  func encoded() -> [UInt8] {
    let sorted = snapshotTable
    let numbers = table.ids.map { sorted.number(of: $0) ?? -1 }
    var writer = ByteWriter()
    SectionEncoder(numbers: numbers, replicas: table).encodeFields(fields, into: &writer)
    return writer.bytes
  }

  /// What decodes the fields of this replica.
  func decoder() -> SectionDecoder {
    let sorted = snapshotTable
    var covered = LocalVersionVector()
    for (number, id) in sorted.ids.enumerated() {
      covered[number] = table.number(of: id).map { versionVector[$0] } ?? 0
    }
    return SectionDecoder(replicas: sorted, versionVector: covered, limits: .default)
  }

  /// The replica that another document becomes when it reads the bytes.
  func decoded(_ bytes: [UInt8]) throws(WireError) -> SectionSimulation.Replica {
    let decoder = decoder()
    var reader = ByteReader(bytes)
    var replica = self
    replica.fields = try decoder.decodeFields(&reader, depth: 0)
    try reader.expectEnd()
    replica.table = decoder.replicas
    replica.versionVector = decoder.versionVector
    return replica
  }
}

struct SectionRoundTripTests {
  @Test(arguments: 1...24)
  func `what was encoded is decoded, and encodes to the same bytes`(seed: UInt64) throws {
    var simulation = SectionSimulation(replicas: 3, seed: seed)
    for _ in 0..<5 {
      simulation.run(steps: 30)
      for replica in simulation.replicas {
        let bytes = replica.encoded()
        let copy = try replica.decoded(bytes)
        copy.fields.checkInvariants()
        #expect(copy.encoded() == bytes)
      }
    }
  }

  @Test(arguments: 1...24)
  func `replicas that heard the same have the same bytes`(seed: UInt64) {
    var simulation = SectionSimulation(replicas: 3, seed: seed)
    simulation.run(steps: 150)
    simulation.settle()
    let bytes = simulation.replicas.map { $0.encoded() }
    #expect(bytes[0] == bytes[1])
    #expect(bytes[0] == bytes[2])
  }
}
