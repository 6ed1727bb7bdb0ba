// SPDX-License-Identifier: Apache-2.0

/// How a section's numbers and bytes are laid out.
enum SectionForm: UInt8 {
  /// Numbers as varints and bytes, one after another as they were written.
  case row = 0
  /// The numbers of each column together, in a code made for them, and then all bytes.
  case columns = 1

  /// Fewer numbers than this always stand in a row: their codes would cost more than they save,
  /// and small sections need not be counted.
  static let leastNumbers = 64

  /// The most numbers that a byte of a section in columns may stand for. A column of equal numbers
  /// takes no room at all, yet what is read from it does: this keeps a decoder's memory in
  /// proportion to its input. Recorded texts have one or two, a map of settings has one.
  static let numbersPerByte = 8

  /// The form in which a section is smaller; a row when both are as small.
  ///
  /// - Parameters:
  ///   - counts: For each column how often each symbol occurs; none when there are few numbers.
  ///   - byteCount: The bytes beside the numbers.
  init(counts: [[Int]], byteCount: Int) {
    self = .row
    let numberCount = counts.reduce(0) { $0 + $1.reduce(0, +) }
    guard numberCount >= Self.leastNumbers else { return }
    var row = 0
    for symbol in 0..<NumberCode.symbolCount {
      let count = counts.reduce(0) { $0 + $1[symbol] }
      row += count * (symbol < 16 ? 1 : (symbol - 5) / 7)
    }
    var columns = 0
    var present: UInt64 = 0
    for (column, counts) in counts.enumerated() where counts.contains(where: { $0 > 0 }) {
      let code = NumberCode(counts: counts)
      columns += Self.varintByteCount(UInt64(counts.reduce(0, +))) + code.byteCount
      columns += (code.bitCount(counts: counts) + 7) / 8
      present |= 1 << UInt64(column)
    }
    columns += Self.varintByteCount(present)
    let isAmple = numberCount <= Self.numbersPerByte * (1 + columns + byteCount)
    if columns < row, isAmple { self = .columns }
  }

  private static func varintByteCount(_ value: UInt64) -> Int {
    max(1, (70 - value.leadingZeroBitCount) / 7)
  }
}
