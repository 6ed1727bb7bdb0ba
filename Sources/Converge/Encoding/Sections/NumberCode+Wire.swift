// SPDX-License-Identifier: Apache-2.0

extension NumberCode {
  /// How many bytes `write(into:)` appends.
  var byteCount: Int {
    guard symbols.count > 1 else { return 2 }
    var count = 1
    var next = 0
    for symbol in symbols {
      count += (symbol - next) / 16 + 1
      next = symbol + 1
    }
    return count
  }

  /// Writes how many symbols there are and which, with the lengths of their codes.
  ///
  /// An only one has no length. Else a byte for each: four bits for the symbols left out before
  /// it, four for the length. A zero byte before it leaves out sixteen.
  func write(into writer: inout ByteWriter) {
    writer.appendVarint(symbols.count)
    guard symbols.count > 1 else {
      for symbol in symbols { writer.appendVarint(symbol) }
      return
    }
    var next = 0
    for symbol in symbols {
      while symbol - next >= 16 {
        writer.appendByte(0)
        next += 16
      }
      writer.appendByte(UInt8(symbol - next) << 4 | lengths[symbol])
      next = symbol + 1
    }
  }
}
