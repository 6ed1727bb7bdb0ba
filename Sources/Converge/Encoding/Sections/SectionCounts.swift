// SPDX-License-Identifier: Apache-2.0

/// How often each symbol of the number code occurs in each column of a section.
struct SectionCounts {
  /// The counts of all symbols, column after column; empty before the first number.
  private var counts: [UInt32] = []
  /// The symbols that occur in each column, a bit for each.
  private var symbols: [UInt128] = []
  /// The columns that have numbers, a bit for each, that of the first lowest.
  private(set) var mask: UInt64 = 0
  /// The numbers of all columns.
  private(set) var total = 0
  /// How many bytes the numbers take as varints.
  private(set) var rowByteCount = 0

  /// The counts of a column, by symbol.
  subscript(column: SectionColumn) -> ArraySlice<UInt32> {
    has(column) ? counts[start(of: column)..<start(of: column) + NumberCode.symbolCount] : []
  }

  /// The columns that have numbers.
  var columns: [SectionColumn] { SectionColumn.allCases.filter(has) }

  mutating func add(_ number: UInt64, _ column: SectionColumn) {
    if counts.isEmpty {
      let columnCount = SectionColumn.allCases.count
      counts = [UInt32](repeating: 0, count: columnCount * NumberCode.symbolCount)
      symbols = [UInt128](repeating: 0, count: columnCount)
    }
    let symbol = NumberCode.symbol(of: number)
    let place = start(of: column) + symbol
    if counts[place] == 0 { symbols[Int(column.rawValue)] |= 1 &<< UInt128(symbol) }
    counts[place] += 1
    mask |= 1 << UInt64(column.rawValue)
    total += 1
    rowByteCount += NumberCode.varintBytes(of: symbol)
  }

  /// Forgets all numbers, but keeps the room: only what was counted is made zero.
  mutating func removeAll() {
    guard mask != 0 else { return }
    for column in SectionColumn.allCases where has(column) {
      var rest = symbols[Int(column.rawValue)]
      while rest != 0 {
        counts[start(of: column) + rest.trailingZeroBitCount] = 0
        rest &= rest &- 1
      }
      symbols[Int(column.rawValue)] = 0
    }
    (mask, total, rowByteCount) = (0, 0, 0)
  }

  /// How many bytes the numbers take in columns, with what tells which columns there are; nil when
  /// that is not below a limit.
  func columnsByteCount(below limit: Int) -> Int? {
    var sum = Varint.byteCount(of: mask)
    var weights: [Int] = []
    weights.reserveCapacity(NumberCode.symbolCount)
    for column in SectionColumn.allCases where has(column) {
      sum += NumberCode.byteCount(
        ofColumn: self[column], symbols: symbols[Int(column.rawValue)], &weights)
      guard sum < limit else { return nil }
    }
    return sum < limit ? sum : nil
  }

  private func has(_ column: SectionColumn) -> Bool { mask >> UInt64(column.rawValue) & 1 == 1 }

  private func start(of column: SectionColumn) -> Int {
    Int(column.rawValue) * NumberCode.symbolCount
  }
}

extension Varint {
  /// How many bytes a number takes.
  static func byteCount(of value: UInt64) -> Int {
    max(1, (70 - value.leadingZeroBitCount) / 7)
  }
}
