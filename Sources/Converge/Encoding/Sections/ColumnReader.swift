// SPDX-License-Identifier: Apache-2.0

/// Reads the numbers of a column in their code, all at once.
struct ColumnReader {
  private let bytes: [UInt8]
  /// The place of the next bit, and of the first past the end.
  private var bit: Int
  private let end: Int

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
    var column = ColumnReader(
      bytes: reader.bytes, bit: reader.offset * 8, end: reader.end * 8)
    let counts = try column.read(Int(count), in: code, into: &numbers)
    // The code is the best for these numbers, which it could not be for none.
    guard code == NumberCode(counts: counts) else { throw .notCanonical(offset: start) }
    let unused = -column.bit & 7
    guard unused == 0 || column.peek() >> UInt64(64 - unused) == 0 else {
      throw .notCanonical(offset: column.bit / 8)
    }
    _ = try reader.readRange(count: (column.bit + 7) / 8 - reader.offset)
    return counts
  }

  private mutating func read(
    _ count: Int, in code: NumberCode, into numbers: inout [UInt64]
  ) throws(WireError) -> [Int] {
    let table = code.table
    let shift = UInt64(code.symbols.count == 1 ? 64 : 64 - NumberCode.lengthLimit)
    var counts = [Int](repeating: 0, count: NumberCode.symbolCount)
    numbers.reserveCapacity(numbers.count + count)
    for _ in 0..<count {
      let word = peek()
      let entry = table[Int(word >> shift)]
      let symbol = Int(entry >> 4)
      let length = Int(entry & 15)
      let open = NumberCode.openBits(of: symbol)
      guard length + open <= end - bit else { throw .truncated(offset: bit / 8) }
      bit += length
      counts[symbol] += 1
      numbers.append(open == 0 ? UInt64(symbol) : readOpen(open))
    }
    return counts
  }

  /// Reads the bits below a number's highest.
  private mutating func readOpen(_ count: Int) -> UInt64 {
    let high = min(count, 32)
    var number = (1 << UInt64(high)) | peek() >> UInt64(64 - high)
    bit += high
    if count > high {
      number = number << UInt64(count - high) | peek() >> UInt64(64 - count + high)
      bit += count - high
    }
    return number
  }

  /// The next bits, at least 57 of them, the first in the highest place; zeros after the end.
  private func peek() -> UInt64 {
    let first = bit >> 3
    var word: UInt64 = 0
    if first + 8 <= end >> 3 {
      for place in first..<first + 8 { word = word << 8 | UInt64(bytes[place]) }
    } else {
      for place in first..<first + 8 {
        word = word << 8 | (place < end >> 3 ? UInt64(bytes[place]) : 0)
      }
    }
    return word << UInt64(bit & 7)
  }
}
