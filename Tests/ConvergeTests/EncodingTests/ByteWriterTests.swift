// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct ByteWriterTests {
  @Test func `each primitive has the bytes that the format says`() {
    var writer = ByteWriter(capacity: 64)
    writer.appendVarint(300 as Int)
    writer.appendZigzag(-1)
    writer.appendZigzag(1)
    writer.appendUInt32(1)
    writer.appendUInt64(0x0200_0000_0000_0001)
    writer.appendString("é")
    writer.appendBlob([9, 8][1...])
    writer.append(contentsOf: [5, 6])
    writer.append(contentsOf: repeatElement(3, count: 2))
    let bytes: [UInt8] = [
      0xAC, 0x02, 1, 2, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 2, 0xC3, 0xA9, 1, 8, 5, 6, 3, 3,
    ]
    #expect(writer.bytes == bytes)
    #expect(writer.byteCount == bytes.count)
  }

  @Test func `a section stands behind its length and passes its error on`() throws {
    var writer = ByteWriter()
    writer.appendSection { $0.appendString("ab") }
    #expect(writer.bytes == [3, 2, 0x61, 0x62])
    #expect(throws: WireError.checksumMismatch(offset: 1)) {
      try writer.appendSection { (_: inout ByteWriter) throws(WireError) in
        throw .checksumMismatch(offset: 1)
      }
    }
    #expect(writer.bytes.count == 4)
    let long = [UInt8](repeating: 9, count: 300)
    writer.appendSection { $0.append(contentsOf: long) }
    #expect(Array(writer.bytes[4...]) == [0xAC, 0x02] + long)
  }

  @Test func `small signed numbers are small`() throws {
    for number in -64...63 as ClosedRange<Int64> {
      var writer = ByteWriter()
      writer.appendZigzag(number)
      #expect(writer.byteCount == 1)
      var reader = ByteReader(writer.bytes)
      #expect(try reader.readZigzag() == number)
    }
  }
}
