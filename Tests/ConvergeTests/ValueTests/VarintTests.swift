// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct VarintTests {
  private func read(_ bytes: [UInt8]) throws(Varint.Failure) -> UInt64 {
    var offset = 0
    return try Varint.read(bytes, at: &offset, end: bytes.count)
  }

  @Test func `numbers around every power of two survive in the fewest bytes`() throws {
    for shift in 0..<64 as Range<UInt64> {
      for number in [1 << shift, (1 << shift) &- 1, (1 << shift) &+ 1, .max] as [UInt64] {
        var bytes: [UInt8] = []
        Varint.append(number, to: &bytes)
        let bitCount = max(1, UInt64.bitWidth - number.leadingZeroBitCount)
        #expect(bytes.count == (bitCount + 6) / 7)
        #expect(try read(bytes) == number)
      }
    }
  }

  @Test func `a longer form or more than 64 bits is refused`() {
    let nine = [UInt8](repeating: 0xFF, count: 9)
    for bytes in [[0x80, 0x00], [0xFF, 0x80, 0x00], nine + [0x02], nine + [0x81, 0x00]] {
      #expect(throws: Varint.Failure.notCanonical) { try read(bytes) }
    }
  }

  @Test func `a number cut off is refused and the offset stays`() {
    for bytes in [[], [0x80], [UInt8](repeating: 0xFF, count: 9)] as [[UInt8]] {
      var offset = 0
      #expect(throws: Varint.Failure.truncated) {
        try Varint.read(bytes, at: &offset, end: bytes.count)
      }
      #expect(offset == 0)
    }
  }
}
