// SPDX-License-Identifier: Apache-2.0

/// The numbers of a column, read in its code.
struct ColumnReader {
  private let code: NumberCode
  /// For each of the next bits of a code's greatest length the symbol and its code's length.
  private var table: [UInt16]
  private let bytes: [UInt8]
  private let start: Int
  private let end: Int
  /// The place of the next bit.
  private var bit: Int
  private(set) var counts = [Int](repeating: 0, count: NumberCode.symbolCount)

  /// Opens the column that is all of a reader.
  init(_ reader: ByteReader) throws(WireError) {
    var reader = reader
    start = reader.offset
    code = try NumberCode.read(&reader)
    bytes = reader.bytes
    end = reader.end * 8
    bit = reader.offset * 8
    let size = 1 << NumberCode.lengthLimit
    table = [UInt16](repeating: UInt16(code.symbols[0]) << 4, count: code.symbols.count == 1 ? 1 : size)
    guard code.symbols.count > 1 else { return }
    let codes = code.codes
    for symbol in code.symbols {
      let length = Int(code.lengths[symbol])
      let first = Int(codes[symbol]) << (NumberCode.lengthLimit - length)
      for place in first..<first + 1 << (NumberCode.lengthLimit - length) {
        table[place] = UInt16(symbol << 4 | length)
      }
    }
  }

  /// The byte that the next bit stands in, for errors.
  var offset: Int { bit / 8 }

  mutating func next() throws(WireError) -> UInt64 {
    let entry = table[table.count == 1 ? 0 : Int(peek() >> (64 - UInt64(NumberCode.lengthLimit)))]
    let symbol = Int(entry >> 4)
    let length = Int(entry & 15)
    let open = NumberCode.openBits(of: symbol)
    guard length + open <= end - bit else { throw .truncated(offset: offset) }
    bit += length
    counts[symbol] += 1
    guard open > 0 else { return UInt64(symbol) }
    let high = min(open, 32)
    var number = (1 << UInt64(high)) | peek() >> UInt64(64 - high)
    bit += high
    if open > high {
      number = number << UInt64(open - high) | peek() >> UInt64(64 - open + high)
      bit += open - high
    }
    return number
  }

  /// Checks that all was read, and that the code is the best for it.
  func expectEnd() throws(WireError) {
    guard end - bit < 8 else { throw .trailingBytes(offset: offset) }
    guard end == bit || peek() == 0 else { throw .notCanonical(offset: offset) }
    guard code == NumberCode(counts: counts) else { throw .notCanonical(offset: start) }
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
