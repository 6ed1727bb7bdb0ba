// SPDX-License-Identifier: Apache-2.0

/// The numbers of a column in its code, bit by bit, the highest bit of a byte first.
struct ColumnWriter {
  let code: NumberCode
  private let codes: [UInt32]
  private(set) var bytes: [UInt8] = []
  /// Bits that do not fill a byte yet, the last in the lowest place; fewer than eight.
  private var pending: UInt64 = 0
  private var pendingCount = 0

  init(_ code: NumberCode) {
    self.code = code
    codes = code.codes
  }

  mutating func append(_ number: UInt64) {
    let symbol = NumberCode.symbol(of: number)
    append(UInt64(codes[symbol]), bitCount: Int(code.lengths[symbol]))
    let open = NumberCode.openBits(of: symbol)
    if open > 32 { append(number >> 32 & (1 << UInt64(open - 32) - 1), bitCount: open - 32) }
    let low = min(open, 32)
    append(number & (1 << UInt64(low) - 1), bitCount: low)
  }

  /// Fills the last byte with zeros.
  mutating func finish() -> [UInt8] {
    if pendingCount > 0 { append(0, bitCount: 8 - pendingCount) }
    return bytes
  }

  private mutating func append(_ bits: UInt64, bitCount: Int) {
    pending = pending << UInt64(bitCount) | bits
    pendingCount += bitCount
    while pendingCount >= 8 {
      pendingCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: pending >> UInt64(pendingCount)))
    }
    pending &= 0xFF
  }
}
