// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct NumberCodeTests {
  private static func counts(_ numbers: [UInt64]) -> ArraySlice<UInt32> {
    var counts = [UInt32](repeating: 0, count: NumberCode.symbolCount)
    for number in numbers { counts[NumberCode.symbol(of: number)] += 1 }
    return counts[...]
  }

  /// The size that a column is told to have, without its code being made where it need not be.
  private static func byteCount(_ counts: ArraySlice<UInt32>) -> Int {
    var symbols: UInt128 = 0
    for (symbol, count) in counts.enumerated() where count > 0 { symbols |= 1 << UInt128(symbol) }
    var weights = [7]
    return NumberCode.byteCount(ofColumn: counts, symbols: symbols, &weights)
  }

  private static func encoded(_ numbers: [UInt64]) -> [UInt8] {
    let code = NumberCode(counts: counts(numbers))
    var writer = ByteWriter()
    writer.appendVarint(numbers.count)
    code.write(into: &writer)
    var column = ColumnWriter(code)
    for number in numbers { column.append(number) }
    writer.append(contentsOf: column.finish())
    return writer.bytes
  }

  private static func decoded(_ bytes: [UInt8], limit: Int = .max) throws(WireError) -> [UInt64] {
    var reader = ByteReader(bytes)
    var numbers: [UInt64] = []
    var columns = ColumnReader()
    try columns.read(&reader, limit: limit, into: &numbers)
    try reader.expectEnd()
    return numbers
  }

  /// Numbers of any magnitude, some of them often.
  private static func numbers(_ random: inout ValueGenerator) -> [UInt64] {
    let shift = UInt64(random.number(below: 64))
    let favourite = random.next() >> shift
    return (0...random.number(below: 300)).map { _ in
      switch random.number(below: 4) {
      case 0: random.next() >> UInt64(random.number(below: 64))
      case 1: random.next() >> shift
      default: favourite
      }
    }
  }

  @Test(arguments: 1...200)
  func `a column is read as it was written`(seed: UInt64) throws {
    var random = ValueGenerator(seed: seed)
    let numbers = Self.numbers(&random)
    let bytes = Self.encoded(numbers)
    #expect(try Self.decoded(bytes) == numbers)
    let code = NumberCode(counts: Self.counts(numbers))
    let bits = code.bitCount(counts: Self.counts(numbers))
    let head = numbers.count < 128 ? 1 : 2
    #expect(bytes.count == head + code.byteCount + (bits + 7) / 8)
    #expect(bytes.count == Self.byteCount(Self.counts(numbers)))
    let cut = random.number(below: bytes.count)
    #expect(throws: WireError.self) { try Self.decoded(Array(bytes[..<cut])) }
  }

  @Test func `every number has a symbol, and its open bits are those below the highest`() {
    #expect((0...15).map { NumberCode.symbol(of: $0) } == Array(0...15))
    #expect(NumberCode.symbol(of: 16) == 16 && NumberCode.openBits(of: 16) == 4)
    #expect(NumberCode.symbol(of: 31) == 16 && NumberCode.symbol(of: 32) == 17)
    #expect(NumberCode.symbol(of: .max) == 75 && NumberCode.openBits(of: 75) == 63)
  }

  @Test func `equal numbers below sixteen take no bits`() throws {
    let bytes = Self.encoded(Array(repeating: 7, count: 100))
    #expect(bytes == [100, 1, 7])
    #expect(throws: WireError.truncated(offset: 0)) { try Self.decoded(bytes, limit: 99) }
  }

  @Test func `no code is longer than the limit, however rare its symbol`() throws {
    var numbers: [UInt64] = []
    var (count, last) = (1, 1)
    for symbol in 0..<20 as Range<UInt64> {
      numbers += repeatElement(symbol < 16 ? symbol : 16 << (symbol - 16), count: count)
      (count, last) = (count + last, count)
    }
    let code = NumberCode(counts: Self.counts(numbers))
    #expect(code.lengths.max() == UInt8(NumberCode.lengthLimit))
    let bytes = Self.encoded(numbers)
    #expect(try Self.decoded(bytes) == numbers)
    #expect(bytes.count == Self.byteCount(Self.counts(numbers)))
  }

  @Test(arguments: 11...16)
  func `the size of a column is known around the least that needs codes of full length`(
    symbolCount: Int
  ) {
    // Fibonacci numbers make the deepest trees.
    var counts = [UInt32](repeating: 0, count: NumberCode.symbolCount)
    var (count, last) = (1, 0) as (UInt32, UInt32)
    for symbol in 0..<symbolCount {
      counts[symbol] = count
      (count, last) = (count + last, count)
    }
    let code = NumberCode(counts: counts[...])
    let bytes = (code.bitCount(counts: counts[...]) + 7) / 8
    let head = Varint.byteCount(of: UInt64(counts.reduce(0, +)))
    #expect(Self.byteCount(counts[...]) == head + code.byteCount + bytes)
  }

  @Test func `another code than the best is refused`() throws {
    // Two symbols, as 0 and 10 instead of as 0 and 1.
    #expect(try Self.decoded([3, 2, 0x01, 0x01, 0b0100_0000]) == [0, 1, 0])
    #expect(throws: WireError.self) { try Self.decoded([3, 2, 0x01, 0x02, 0b0100_0000]) }
    // A third that does not occur.
    #expect(throws: WireError.notCanonical(offset: 0)) {
      try Self.decoded([3, 3, 0x01, 0x02, 0x02, 0b0100_0000])
    }
    // Bits after the last number.
    #expect(throws: WireError.notCanonical(offset: 4)) {
      try Self.decoded([3, 2, 0x01, 0x01, 0b0100_0001])
    }
    // No number at all.
    #expect(throws: WireError.notCanonical(offset: 0)) { try Self.decoded([0, 1, 7]) }
    #expect(throws: WireError.invalidItem(offset: 1)) { try Self.decoded([3, 0]) }
  }
}
