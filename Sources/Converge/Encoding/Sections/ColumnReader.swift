// SPDX-License-Identifier: Apache-2.0

/// Reads columns one after another: the numbers of each in their code, all at once.
///
/// What one column needed room for serves the next: sections of small documents have a dozen
/// columns of a few numbers.
struct ColumnReader {
  /// Symbols that most columns of small documents do not exceed.
  private static let usualSymbolCount = 12

  /// How many numbers were read, and how many bytes they would be as varints.
  private(set) var numberCount = 0
  private(set) var varintByteCount = 0

  // Of the column's code: the symbols ascending, the lengths of their codes, how often they occur.
  private var symbols: [Int] = []
  private var lengths: [UInt8] = []
  private var counts: [Int] = []
  /// For each beginning of as many bits as the longest code has the place of the symbol that it
  /// codes, above four bits for the length of its code; one entry when there is one symbol only.
  private var table: [UInt16] = []
  private var longest = 0
  private var tree = HuffmanTree()

  /// Reads a column of no more numbers than the limit, and adds them to others.
  mutating func read(
    _ reader: inout ByteReader, limit: Int, into numbers: inout [UInt64]
  ) throws(WireError) {
    let start = reader.offset
    let count = try reader.readVarint()
    guard count <= UInt64(limit) else { throw .truncated(offset: start) }
    try readCode(&reader)
    makeTable()
    var bits = ColumnBits(reader)
    try read(Int(count), from: &bits, into: &numbers)
    guard isBestCode() else { throw .notCanonical(offset: start) }
    _ = try reader.readRange(count: try bits.end() - reader.offset)
    for (symbol, count) in zip(symbols, counts) {
      varintByteCount += count * NumberCode.varintBytes(of: symbol)
    }
    numberCount += Int(count)
  }

  /// Reads a code, which is sound but perhaps not the best for what follows.
  private mutating func readCode(_ reader: inout ByteReader) throws(WireError) {
    symbols.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    symbols.reserveCapacity(Self.usualSymbolCount)
    lengths.reserveCapacity(Self.usualSymbolCount)
    let start = reader.offset
    let count = try reader.readIndex(below: NumberCode.symbolCount + 1)
    if count == 1 {
      symbols.append(try reader.readIndex(below: NumberCode.symbolCount))
      lengths.append(0)
      return
    }
    var next = 0
    var room = 1 << NumberCode.lengthLimit
    while symbols.count < count {
      let byte = try reader.readByte()
      next += byte == 0 ? 16 : Int(byte >> 4)
      guard next < NumberCode.symbolCount else { throw .invalidItem(offset: start) }
      guard byte != 0 else { continue }
      let length = Int(byte & 15)
      guard length > 0, length <= NumberCode.lengthLimit else {
        throw .invalidItem(offset: start)
      }
      symbols.append(next)
      lengths.append(byte & 15)
      room -= 1 << (NumberCode.lengthLimit - length)
      next += 1
    }
    guard room == 0 else { throw .invalidItem(offset: start) }
  }

  /// In canonical order codes ascend, so that the table is filled from its start to its end.
  private mutating func makeTable() {
    table.removeAll(keepingCapacity: true)
    longest = Int(lengths.max() ?? 0)
    table.reserveCapacity(1 << longest)
    guard longest > 0 else {
      table.append(0)
      return
    }
    for length in 1...longest {
      for (place, other) in lengths.enumerated() where Int(other) == length {
        table += repeatElement(
          UInt16(place) << 4 | UInt16(length), count: 1 << (longest - length))
      }
    }
  }

  private mutating func read(
    _ count: Int, from bits: inout ColumnBits, into numbers: inout [UInt64]
  ) throws(WireError) {
    counts.removeAll(keepingCapacity: true)
    counts += repeatElement(0, count: symbols.count)
    for _ in 0..<count {
      let entry = table[bits.next(longest)]
      let place = Int(entry >> 4)
      try bits.drop(Int(entry & 15))
      counts[place] += 1
      let symbol = symbols[place]
      if symbol < NumberCode.exactLimit {
        numbers.append(UInt64(symbol))
      } else {
        numbers.append(try bits.readOpen(NumberCode.openBits(of: symbol)))
      }
    }
  }

  /// Whether the code is the best for the numbers that were read, which it could not be for none.
  private mutating func isBestCode() -> Bool {
    guard !counts.contains(0) else { return false }
    // Of one symbol or two there is no other code.
    guard counts.count > 2 else { return true }
    tree.measure(counts, limit: NumberCode.lengthLimit)
    return lengths.indices.allSatisfy { Int(lengths[$0]) == tree.depths[$0] }
  }
}

/// The bits of a column, the highest of a byte first.
private struct ColumnBits {
  private let bytes: [UInt8]
  /// The place of the next byte that is not in `word` yet, and where the bytes end.
  private var place: Int
  private let limit: Int
  /// The next bits, the first in the highest place, and how many of them are from bytes; zeros
  /// follow.
  private var word: UInt64 = 0
  private var bitCount = 0

  init(_ reader: ByteReader) {
    bytes = reader.bytes
    place = reader.offset
    limit = reader.end
  }

  /// The next bits as a number, with zeros for those that are not there.
  mutating func next(_ count: Int) -> Int {
    if bitCount < count { refill() }
    return Int(word >> UInt64(64 - count))
  }

  mutating func drop(_ count: Int) throws(WireError) {
    guard count <= bitCount else { throw .truncated(offset: place) }
    word &<<= UInt64(count)
    bitCount -= count
  }

  /// Reads the bits below a number's highest.
  mutating func readOpen(_ count: Int) throws(WireError) -> UInt64 {
    var number: UInt64 = 1
    var remaining = count
    while remaining > 0 {
      let step = min(remaining, 32)
      number = number &<< UInt64(step) | UInt64(next(step))
      try drop(step)
      remaining -= step
    }
    return number
  }

  /// Takes in bytes until there are more than 56 bits, or none left.
  private mutating func refill() {
    while bitCount <= 56, place < limit {
      word |= UInt64(bytes[place]) << UInt64(56 - bitCount)
      bitCount += 8
      place += 1
    }
  }

  /// Where the column ends: whole bytes that were looked at but not needed are given back.
  func end() throws(WireError) -> Int {
    let unused = bitCount & 7
    let end = place - bitCount / 8
    guard unused == 0 || word >> UInt64(64 - unused) == 0 else {
      throw .notCanonical(offset: end - 1)
    }
    return end
  }
}
