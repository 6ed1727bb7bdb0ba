// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct ByteReaderTests {
  @Test func `what was written is read`() throws {
    let id = ReplicaID(high: 0x0102, low: .max)
    var writer = ByteWriter()
    writer.appendByte(7)
    writer.appendVarint(300 as UInt64)
    writer.appendZigzag(.min)
    writer.appendUInt32(0x0102_0304)
    writer.appendUInt64(0x0102_0304_0506_0708)
    writer.appendString("é🌿")
    writer.appendBlob([1, 2])
    writer.appendReplicaID(id)
    writer.appendValue(ValueBytes("x"))
    writer.appendSection { $0.appendVarint(5) }
    var reader = ByteReader(writer.bytes)
    #expect(try reader.readByte() == 7)
    #expect(try reader.readVarint() == 300)
    #expect(try reader.readZigzag() == .min)
    #expect(try reader.readUInt32() == 0x0102_0304)
    #expect(try reader.readUInt64() == 0x0102_0304_0506_0708)
    #expect(try reader.readString() == "é🌿")
    #expect(try reader.readBlob() == [1, 2])
    #expect(try reader.readReplicaID() == id)
    #expect(try reader.readValue() == ValueBytes("x"))
    var section = try reader.readSection()
    #expect(try section.readVarint() == 5)
    try section.expectEnd()
    try reader.expectEnd()
    #expect(reader.isAtEnd && reader.nextByte == nil && reader.remaining == 0)
  }

  @Test func `a read past the end throws and the reader stays`() {
    var reader = ByteReader([0x05, 1, 2])
    #expect(throws: WireError.truncated(offset: 0)) { try reader.readUInt32() }
    #expect(throws: WireError.truncated(offset: 0)) { try reader.readUInt64() }
    #expect(throws: WireError.truncated(offset: 0)) { try reader.readReplicaID() }
    #expect(throws: WireError.truncated(offset: 0)) { try reader.readBlob() }
    #expect(throws: WireError.truncated(offset: 0)) { try reader.readString() }
    #expect(throws: WireError.truncated(offset: 0)) { try reader.readSection() }
    #expect(throws: WireError.truncated(offset: 0)) { try reader.readValue() }
    #expect(throws: WireError.truncated(offset: 0)) { try reader.readBytes(count: 4) }
    #expect(throws: WireError.truncated(offset: 0)) { try reader.readBytes(count: -1) }
    #expect(reader.offset == 0)
    var empty = ByteReader([])
    #expect(throws: WireError.truncated(offset: 0)) { try empty.readByte() }
    #expect(throws: WireError.truncated(offset: 0)) { try empty.readVarint() }
  }

  @Test func `a varint in a longer form is refused`() {
    var reader = ByteReader([0x07, 0x80, 0x00])
    #expect(throws: Never.self) { try reader.readByte() }
    #expect(throws: WireError.notCanonical(offset: 1)) { try reader.readVarint() }
    #expect(reader.offset == 1)
  }

  @Test func `a count that the bytes left cannot hold is refused`() throws {
    var reader = ByteReader([4, 0, 0, 0, 0])
    #expect(throws: WireError.truncated(offset: 0)) { try reader.readCount(minimumBytesEach: 2) }
    #expect(throws: WireError.limitExceeded(.changes, value: 4, offset: 0)) {
      try reader.readCount(limit: 3, named: .changes)
    }
    #expect(try reader.readCount() == 4)
    var huge = ByteReader([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01])
    #expect(throws: WireError.truncated(offset: 0)) { try huge.readCount(minimumBytesEach: 0) }
    #expect(throws: WireError.invalidReference(offset: 0)) { try huge.readIndex(below: .max) }
  }

  @Test func `an index must lie below its bound`() throws {
    var reader = ByteReader([3])
    #expect(throws: WireError.invalidReference(offset: 0)) { try reader.readIndex(below: 3) }
    #expect(try reader.readIndex(below: 4) == 3)
  }

  @Test func `text and values are checked`() {
    var text = ByteReader([2, 0xC3, 0x28])
    #expect(throws: WireError.invalidText(offset: 0)) { try text.readString() }
    #expect(throws: WireError.limitExceeded(.nameBytes, value: 2, offset: 0)) {
      try text.readString(limitBytes: 1)
    }
    var value = ByteReader([2, 0x11, 0])
    #expect(throws: WireError.invalidValue(offset: 0)) { try value.readValue() }
    let limits = DecodingLimits(maximumNestingDepth: 0, maximumValueBytes: 3)
    var long = ByteReader([4, 0x28, 1, 2, 3])
    #expect(throws: WireError.limitExceeded(.valueBytes, value: 4, offset: 0)) {
      try long.readValue(limits: limits)
    }
    var deep = ByteReader([1, 0x2C])
    #expect(throws: WireError.invalidValue(offset: 0)) { try deep.readValue(limits: limits) }
    #expect(text.offset == 0 && value.offset == 0 && long.offset == 0 && deep.offset == 0)
  }

  @Test func `a section ends where its length says, with offsets of the whole`() throws {
    var reader = ByteReader([9, 2, 0x80, 0x80, 1])
    #expect(try reader.readByte() == 9)
    var section = try reader.readSection()
    #expect(section.offset == 2 && section.end == 4)
    #expect(throws: WireError.truncated(offset: 2)) { try section.readVarint() }
    #expect(throws: WireError.trailingBytes(offset: 2)) { try section.expectEnd() }
    #expect(try reader.readByte() == 1)
  }

  @Test func `a part that reaches past the array is cut`() {
    #expect(ByteReader([1, 2, 3], in: 1..<9).remaining == 2)
    #expect(ByteReader([1, 2, 3], in: 7..<9).remaining == 0)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `any reads of any bytes end within them or leave the reader`(seed: UInt64) {
    var generator = ValueGenerator(seed: seed)
    for _ in 0..<500 {
      var reader = ByteReader(generator.bytes(below: 40).map { $0 & 0x8F })
      for _ in 0..<10 {
        let before = reader.offset
        let didRead = (try? read(generator.number(below: 10), from: &reader)) != nil
        #expect(didRead ? reader.offset > before : reader.offset == before)
        #expect(reader.offset <= reader.end)
      }
    }
  }

  private func read(_ kind: Int, from reader: inout ByteReader) throws(WireError) {
    switch kind {
    case 0: _ = try reader.readByte()
    case 1: _ = try reader.readVarint()
    case 2: _ = try reader.readZigzag()
    case 3: _ = try reader.readCount(minimumBytesEach: 3)
    case 4: _ = try reader.readUInt32()
    case 5: _ = try reader.readString()
    case 6: _ = try reader.readValue()
    case 7: _ = try reader.readReplicaID()
    case 8: _ = try reader.readSection()
    default: _ = try reader.readIndex(below: 5)
    }
  }
}
