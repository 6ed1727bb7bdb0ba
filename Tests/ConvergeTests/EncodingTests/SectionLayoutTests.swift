// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// The bytes of small sections one by one, and the form of large ones.
struct SectionLayoutTests {
  private static let time = HybridTimestamp(milliseconds: 300, counter: 2)

  /// A replica that did a few things to one field.
  private static func section(
    of datatype: DatatypeTag, _ operations: [Operation], replicas: Int = 1
  ) -> (bytes: [UInt8], decoder: SectionDecoder) {
    var simulation = SectionSimulation(replicas: replicas, seed: 1)
    let target = Target(field: FieldKey("field", datatype))
    for operation in operations {
      simulation.write(operation, to: target, at: 0, timestamp: time.packed)
    }
    let replica = simulation.replicas[0]
    var writer = ByteWriter()
    let encoder = SectionEncoder(numbers: [0], replicas: replica.table)
    if let state = replica.fields[target.field] { encoder.encodeField(state, into: &writer) }
    return (writer.bytes, replica.decoder())
  }

  private static func decode(
    _ datatype: DatatypeTag, _ bytes: [UInt8], _ decoder: SectionDecoder
  ) throws(WireError) -> FieldState {
    var reader = ByteReader(bytes)
    return try decoder.decodeField(datatype, &reader, depth: 0)
  }

  @Test func `a register set once`() {
    let bytes = Self.section(of: .lwwRegister, [.set(ValueBytes("dark"))]).bytes
    #expect(
      bytes == [
        0,  // in a row
        1, 0, 1, 0, 0xB1, 0x09, 4,  // one stamp, of replica 0: counter 1, 300 ms, counter 2
        1,  // one write, which bears the next stamp
        5, 0x28, 0x64, 0x61, 0x72, 0x6B,  // "dark"
      ])
  }

  @Test func `a text typed in two goes, with a letter between`() {
    let between = Placement(parent: LocalDot(replica: 0, counter: 2), side: .left)
    let bytes = Self.section(
      of: .replicatedText,
      [
        .insertText(TextPiece("ac"), SectionSimulation.start),
        .insertText(TextPiece("b"), between),
      ]
    ).bytes
    #expect(
      bytes == [
        0, 0,  // in a row, no stamps
        3,  // three runs
        0b0101,  // down, visible from here on
        0b1000,  // down, passing one over
        0b0010,  // back, going on with its parent
        0, 0, 0,  // one slot each
        2, 4,  // counter 1, counter 1 + 2
        3, 0x61, 0x62, 0x63,  // "abc"
      ])
  }

  @Test func `a set of two members`() {
    let members = ["ab", "ac"].map { Operation.insertMember(ValueBytes($0)) }
    #expect(
      Self.section(of: .orSet, members).bytes == [
        0, 0,  // in a row, no stamps
        2,  // two members
        0, 3, 0x28, 0x61, 0x62, 2, 2,  // "ab", one dot, counter 1
        2, 1, 0x63, 2, 2,  // two bytes shared, "c", one dot, counter 1 + 1
      ])
  }

  @Test func `many numbers stand in columns, and are refused in a row`() throws {
    let members = (1...100).map { Operation.insertMember(ValueBytes($0)) }
    let (bytes, decoder) = Self.section(of: .orSet, members)
    #expect(bytes.first == SectionForm.columns.rawValue)
    _ = try Self.decode(.orSet, bytes, decoder)
    var row = ByteWriter()
    row.append(contentsOf: [0, 0, 100, 0, 2, 0x11, 1, 2, 2] as [UInt8])
    for number in 2...100 as ClosedRange<UInt8> {
      row.append(contentsOf: [1, 1, number, 2, 2] as [UInt8])
    }
    #expect(throws: WireError.notCanonical(offset: 0)) {
      try Self.decode(.orSet, row.bytes, decoder)
    }
  }

  @Test func `numbers that take no room are limited`() throws {
    // 1,000 slots put before one another and removed, all in one pattern: nothing but equal
    // numbers, which must not stand for any amount of memory.
    var operations: [Operation] = []
    for counter in 0..<1_000 as Range<UInt64> {
      let first = LocalDot(replica: 0, counter: counter)
      let placement =
        counter == 0 ? SectionSimulation.start : Placement(parent: first, side: .left)
      operations.append(.insertText(TextPiece("a"), placement))
    }
    operations.append(
      .removeText([DotRange(first: LocalDot(replica: 0, counter: 1), count: 1_000)]))
    let (bytes, decoder) = Self.section(of: .replicatedText, operations)
    #expect(bytes.first == SectionForm.row.rawValue)
    #expect(bytes.count < 4_000)
    _ = try Self.decode(.replicatedText, bytes, decoder)
  }
}
