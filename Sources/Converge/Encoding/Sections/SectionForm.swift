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

  /// The most numbers that a byte of a section in columns may stand for.
  ///
  /// A column of equal numbers takes no room at all, yet what is read from it does: this keeps a
  /// decoder's memory in proportion to its input. Recorded texts have one number or two in a byte
  /// of their columns, a map of settings has one.
  static let numbersPerByte = 8

  /// The form in which a section of so many numbers and other bytes is smaller.
  init(_ counts: SectionCounts, byteCount: Int) {
    self = .row
    guard counts.total >= Self.leastNumbers,
      let columns = counts.columnsByteCount(below: counts.rowByteCount)
    else { return }
    self.init(
      numberCount: counts.total, varintByteCount: counts.rowByteCount, columnsByteCount: columns,
      byteCount: byteCount)
  }

  /// The same where the size in either form is known.
  init(numberCount: Int, varintByteCount: Int, columnsByteCount: Int, byteCount: Int) {
    let isAmple = numberCount <= Self.numbersPerByte * (1 + columnsByteCount + byteCount)
    let isSmaller = columnsByteCount < varintByteCount
    self = numberCount >= Self.leastNumbers && isSmaller && isAmple ? .columns : .row
  }
}
