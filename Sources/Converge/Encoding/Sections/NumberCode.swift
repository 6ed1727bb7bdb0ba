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
struct NumberCode: Equatable, Sendable {
  /// How many symbols there are: the numbers below 16, and the lengths from 5 to 64 bits.
  static let symbolCount = 76
  /// The most bits of a code.
  ///
  /// A table by the next bits so has 2,048 entries. Codes of up to 15 bits made no measured section
  /// more than 0.04 % smaller.
  static let lengthLimit = 11
  /// The numbers below this are symbols themselves.
  static let exactLimit: UInt64 = 16

  /// The bits of each symbol's code; 0 for one that does not occur, and for an only one.
  private(set) var lengths: [UInt8]
  /// The symbols that occur, ascending.
  private(set) var symbols: [Int]

  /// The best code for symbols that occur as often as given.
  init(counts: [Int]) {
    symbols = counts.indices.filter { counts[$0] > 0 }
    lengths = [UInt8](repeating: 0, count: Self.symbolCount)
    guard symbols.count > 1 else { return }
    var weights = symbols.map { counts[$0] }
    var depths = Self.depths(weights)
    while depths.contains(where: { $0 > Self.lengthLimit }) {
      // Evened out, so that the rarest come nearer to the rest.
      weights = weights.map { ($0 + 1) / 2 }
      depths = Self.depths(weights)
    }
    for (symbol, depth) in zip(symbols, depths) { lengths[symbol] = UInt8(depth) }
  }

  /// The code of symbols whose codes have the given lengths, or nil when there is none.
  init?(symbols: [Int], lengths: [UInt8]) {
    self.symbols = symbols
    self.lengths = [UInt8](repeating: 0, count: Self.symbolCount)
    guard symbols.count > 1 else { return }
    var room = 1 << Self.lengthLimit
    for (symbol, length) in zip(symbols, lengths) {
      guard length > 0, length <= Self.lengthLimit else { return nil }
      self.lengths[symbol] = length
      room -= 1 << (Self.lengthLimit - Int(length))
    }
    guard room == 0 else { return nil }
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

  /// For each beginning of `lengthLimit` bits the symbol that it codes, above four bits for the
  /// length of its code; one entry when there is one symbol only.
  var table: [UInt16] {
    guard symbols.count > 1 else { return symbols.map { UInt16($0) << 4 } }
    var table = [UInt16](repeating: 0, count: 1 << Self.lengthLimit)
    let codes = codes
    for symbol in symbols {
      let free = Self.lengthLimit - Int(lengths[symbol])
      let first = Int(codes[symbol]) << free
      for place in first..<first + 1 << free {
        table[place] = UInt16(symbol) << 4 | UInt16(lengths[symbol])
      }
    }
    return table
  }

  /// The bits of all numbers of a column.
  func bitCount(counts: [Int]) -> Int {
    symbols.reduce(0) { $0 + counts[$1] * (Int(lengths[$1]) + Self.openBits(of: $1)) }
  }

  /// How deep each weight lies in the tree of least weighted depth.
  ///
  /// Of equal weights the one of the lesser symbol is taken first, a symbol before a sum, an
  /// earlier sum before a later one.
  private static func depths(_ weights: [Int]) -> [Int] {
    let leaves = weights.indices.sorted { (weights[$0], $0) < (weights[$1], $1) }
    var sums: [Int] = []
    var parents = [Int](repeating: 0, count: weights.count * 2 - 1)
    var (nextLeaf, nextSum) = (0, 0)
    func take() -> (node: Int, weight: Int) {
      let isLeaf =
        nextLeaf < leaves.count
        && (nextSum == sums.count || weights[leaves[nextLeaf]] <= sums[nextSum])
      if isLeaf {
        nextLeaf += 1
        return (leaves[nextLeaf - 1], weights[leaves[nextLeaf - 1]])
      }
      nextSum += 1
      return (weights.count + nextSum - 1, sums[nextSum - 1])
    }
    while sums.count < weights.count - 1 {
      let (first, second) = (take(), take())
      parents[first.node] = weights.count + sums.count
      parents[second.node] = weights.count + sums.count
      sums.append(first.weight + second.weight)
    }
    var depths = [Int](repeating: 0, count: parents.count)
    for node in (0..<parents.count - 1).reversed() { depths[node] = depths[parents[node]] + 1 }
    return Array(depths[..<weights.count])
  }
}
