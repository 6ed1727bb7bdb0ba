// SPDX-License-Identifier: Apache-2.0

/// How often each symbol of the number code occurs in each column of a section.
struct SectionCounts {
  /// By column, empty where a column has no number; then by symbol.
  private var counts = [[Int]](repeating: [], count: SectionColumn.allCases.count)

  /// The counts of a column.
  subscript(column: SectionColumn) -> [Int] {
    get { counts[Int(column.rawValue)] }
    set { counts[Int(column.rawValue)] = newValue }
  }

  /// The columns that have numbers.
  var columns: [SectionColumn] { SectionColumn.allCases.filter { !self[$0].isEmpty } }

  mutating func add(_ number: UInt64, _ column: SectionColumn) {
    let place = Int(column.rawValue)
    if counts[place].isEmpty {
      counts[place] = [Int](repeating: 0, count: NumberCode.symbolCount)
    }
    counts[place][NumberCode.symbol(of: number)] += 1
  }

  /// The numbers of all columns.
  var total: Int { counts.reduce(0) { $0 + $1.reduce(0, +) } }

  /// How many bytes the numbers take as varints.
  var rowByteCount: Int {
    counts.reduce(0) { sum, counts in
      counts.enumerated().reduce(sum) { $0 + $1.element * NumberCode.varintBytes(of: $1.offset) }
    }
  }

  /// How many bytes the numbers take in columns, with what tells which columns there are.
  var columnsByteCount: Int {
    var sum = Varint.byteCount(of: mask)
    for column in columns {
      let counts = self[column]
      let code = NumberCode(counts: counts)
      sum += Varint.byteCount(of: UInt64(counts.reduce(0, +))) + code.byteCount
      sum += (code.bitCount(counts: counts) + 7) / 8
    }
    return sum
  }

  /// The columns that have numbers, a bit for each, that of the first lowest.
  var mask: UInt64 {
    columns.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
  }
}

extension Varint {
  /// How many bytes a number takes.
  static func byteCount(of value: UInt64) -> Int {
    max(1, (70 - value.leadingZeroBitCount) / 7)
  }
}
