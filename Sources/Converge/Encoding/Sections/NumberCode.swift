// SPDX-License-Identifier: Apache-2.0

/// A prefix code for numbers, made for how often each magnitude occurs in a column.
///
/// A number is a symbol and the bits that the symbol leaves open:
///
/// ```
/// 0 … 15          symbol 0 … 15           no more bits
/// n bits, n > 4   symbol 11 + n           the n - 1 bits below the highest
/// ```
///
/// The symbols' codes are those of David Huffman, "A Method for the Construction of
/// Minimum-Redundancy Codes" (1952, https://doi.org/10.1109/JRPROC.1952.273898), in the canonical
/// order of Deflate (RFC 1951, section 3.2.2, https://www.rfc-editor.org/rfc/rfc1951): shorter
/// codes first, those of one length ascending by symbol. A column in which all numbers have one
/// symbol needs no bits for it.
struct NumberCode: Sendable {
  /// How many symbols there are: the numbers below 16, and the lengths from 5 to 64 bits.
  static let symbolCount = 76
  /// The most bits of a code.
  ///
  /// A table by the next bits so has 2,048 entries at most. Codes of up to 15 bits made no measured
  /// section more than 0.04 % smaller.
  static let lengthLimit = 11
  /// The numbers below this are symbols themselves.
  static let exactLimit: UInt64 = 16

  /// The bits of each symbol's code; 0 for one that does not occur, and for an only one.
  private(set) var lengths: [UInt8]
  /// The symbols that occur, ascending.
  private(set) var symbols: [Int]

  /// The best code for symbols that occur as often as given.
  init(counts: ArraySlice<UInt32>) {
    var tree = HuffmanTree()
    self.init(counts: counts, &tree)
  }

  /// The same with the room of other codes' trees.
  init(counts: ArraySlice<UInt32>, _ tree: inout HuffmanTree) {
    symbols = []
    lengths = [UInt8](repeating: 0, count: Self.symbolCount)
    var weights: [Int] = []
    for (symbol, count) in counts.enumerated() where count > 0 {
      symbols.append(symbol)
      weights.append(Int(count))
    }
    guard symbols.count > 1 else { return }
    tree.measure(weights, limit: Self.lengthLimit)
    for (place, symbol) in symbols.enumerated() { lengths[symbol] = UInt8(tree.depths[place]) }
  }

  static func symbol(of number: UInt64) -> Int {
    number < exactLimit ? Int(number) : 75 - number.leadingZeroBitCount
  }

  /// How many bits follow a symbol's code.
  static func openBits(of symbol: Int) -> Int { symbol < 16 ? 0 : symbol - 12 }

  /// How many bytes a symbol's numbers take as varints.
  static func varintBytes(of symbol: Int) -> Int { symbol < 16 ? 1 : (symbol - 5) / 7 }

  /// Each symbol's code, in its lowest bits.
  var codes: [UInt32] {
    var codes = [UInt32](repeating: 0, count: Self.symbolCount)
    var code: UInt32 = 0
    for length in 1...Self.lengthLimit {
      for symbol in symbols where lengths[symbol] == length {
        codes[symbol] = code
        code += 1
      }
      code <<= 1
    }
    return codes
  }

  /// The bits of all numbers of a column.
  func bitCount(counts: ArraySlice<UInt32>) -> Int {
    symbols.reduce(0) { sum, symbol in
      sum + Int(counts[counts.startIndex + symbol])
        * (Int(lengths[symbol]) + Self.openBits(of: symbol))
    }
  }
}
