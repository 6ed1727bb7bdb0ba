// SPDX-License-Identifier: Apache-2.0

/// Reads the numbers of a column in their code, all at once.
struct ColumnReader {
  private let bytes: [UInt8]
  /// The place of the next byte that is not in `word` yet, and of the end.
  private var place: Int
  private let end: Int
  /// The next bits, the first in the highest place, and how many of them are from bytes; zeros
  /// follow.
  private var word: UInt64 = 0
  private var bitCount = 0

  private init(_ reader: ByteReader) {
    bytes = reader.bytes
    place = reader.offset
    end = reader.end
  }

  /// Reads a column of no more numbers than the limit, and adds them to others.
  ///
  /// - Returns: How often each symbol occurs.
  static func read(
    _ reader: inout ByteReader, limit: Int, into numbers: inout [UInt64]
  ) throws(WireError) -> [Int] {
    let start = reader.offset
    let count = try reader.readVarint()
    guard count <= UInt64(limit) else { throw .truncated(offset: start) }
    let code = try NumberCode.read(&reader)
    var column = ColumnReader(reader)
    let counts = try column.read(Int(count), in: code, into: &numbers)
    // The code is the best for these numbers, which it could not be for none.
    guard code == NumberCode(counts: counts) else { throw .notCanonical(offset: start) }
    // Whole bytes that were looked at but not needed are given back.
    let unused = column.bitCount & 7
    column.place -= column.bitCount / 8
    guard unused == 0 || column.word >> UInt64(64 - unused) == 0 else {
      throw .notCanonical(offset: column.place - 1)
    }
    _ = try reader.readRange(count: column.place - reader.offset)
    return counts
  }

  private mutating func read(
    _ count: Int, in code: NumberCode, into numbers: inout [UInt64]
  ) throws(WireError) -> [Int] {
    let table = code.table
    let shift = UInt64(code.symbols.count == 1 ? 64 : 64 - NumberCode.lengthLimit)
    var counts = [Int](repeating: 0, count: NumberCode.symbolCount)
    for _ in 0..<count {
      if bitCount < NumberCode.lengthLimit { refill() }
      let entry = table[Int(word >> shift)]
      let symbol = Int(entry >> 4)
      let length = Int(entry & 15)
      guard length <= bitCount else { throw .truncated(offset: place) }
      word &<<= UInt64(length)
      bitCount -= length
      counts[symbol] += 1
      if symbol < NumberCode.exactLimit {
        numbers.append(UInt64(symbol))
      } else {
        numbers.append(try readOpen(NumberCode.openBits(of: symbol)))
      }
    }
    return counts
  }

  /// Reads the bits below a number's highest.
  private mutating func readOpen(_ count: Int) throws(WireError) -> UInt64 {
    var number: UInt64 = 1
    var remaining = count
    while remaining > 0 {
      let step = min(remaining, 32)
      if bitCount < step { refill() }
      guard step <= bitCount else { throw .truncated(offset: place) }
      number = number &<< UInt64(step) | word &>> UInt64(64 - step)
      word &<<= UInt64(step)
      bitCount -= step
      remaining -= step
    }
    return number
  }

  /// Takes in bytes until there are more than 56 bits, or none left.
  private mutating func refill() {
    while bitCount <= 56, place < end {
      word |= UInt64(bytes[place]) << UInt64(56 - bitCount)
      bitCount += 8
      place += 1
    }
  }
}
