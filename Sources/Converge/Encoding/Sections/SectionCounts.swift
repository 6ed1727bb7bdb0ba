// SPDX-License-Identifier: Apache-2.0

/// How often each symbol of the number code occurs in each column of a section.
struct SectionCounts {
  /// The counts of all symbols, column after column; empty before the first number.
  private var counts: [Int] = []
  /// The columns that have numbers, a bit for each, that of the first lowest.
  private(set) var mask: UInt64 = 0
  /// The numbers of all columns.
  private(set) var total = 0
  /// How many bytes the numbers take as varints.
  private(set) var rowByteCount = 0

  /// The counts of a column, by symbol.
  subscript(column: SectionColumn) -> ArraySlice<Int> {
    has(column) ? counts[start(of: column)..<start(of: column) + NumberCode.symbolCount] : []
  }

  /// The columns that have numbers.
  var columns: [SectionColumn] { SectionColumn.allCases.filter(has) }

  mutating func add(_ number: UInt64, _ column: SectionColumn) {
    if counts.isEmpty {
      counts = [Int](
        repeating: 0, count: SectionColumn.allCases.count * NumberCode.symbolCount)
    }
    let symbol = NumberCode.symbol(of: number)
    counts[start(of: column) + symbol] += 1
    mask |= 1 << UInt64(column.rawValue)
    total += 1
    rowByteCount += NumberCode.varintBytes(of: symbol)
  }

  /// How many bytes the numbers take in columns, with what tells which columns there are; nil when
  /// that is not below a limit.
  func columnsByteCount(below limit: Int) -> Int? {
    var sum = Varint.byteCount(of: mask)
    for column in SectionColumn.allCases where has(column) {
      sum += NumberCode.byteCount(ofColumn: self[column])
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
