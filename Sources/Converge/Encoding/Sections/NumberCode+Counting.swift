// SPDX-License-Identifier: Apache-2.0

extension NumberCode {
  /// Below this sum of weights no code is longer than the limit.
  ///
  /// A code of *n* bits takes weights whose sum is at least the Fibonacci number *n* + 2: one of 12
  /// bits 377.
  private static let shortSum = 377

  /// How many bytes a column takes that has its symbols so often: their number, the code and the
  /// numbers in it.
  ///
  /// The code is not made where its lengths need not be known. Which symbols occur is told by the
  /// bits of a number; room for weights is given.
  static func byteCount(
    ofColumn counts: ArraySlice<UInt32>, symbols: UInt128, _ weights: inout [Int]
  ) -> Int {
    weights.removeAll(keepingCapacity: true)
    var (total, openBits, codeBytes, next) = (0, 0, 1, 0)
    var rest = symbols
    while rest != 0 {
      let symbol = rest.trailingZeroBitCount
      rest &= rest &- 1
      let count = Int(counts[counts.startIndex + symbol])
      weights.append(count)
      total += count
      openBits += count * Self.openBits(of: symbol)
      codeBytes += (symbol - next) / 16 + 1
      next = symbol + 1
    }
    // An only symbol is named alone.
    if weights.count == 1 { codeBytes = 2 }
    let head = Varint.byteCount(of: UInt64(total))
    guard total < shortSum else {
      let code = NumberCode(counts: counts)
      return head + code.byteCount + (code.bitCount(counts: counts) + 7) / 8
    }
    return head + codeBytes + (openBits + leastBits(&weights) + 7) / 8
  }

  /// The bits that the best code takes for all symbols of these weights: the sum of all the sums
  /// that Huffman's algorithm makes.
  private static func leastBits(_ weights: inout [Int]) -> Int {
    guard weights.count > 1 else { return 0 }
    weights.sort()
    var bits = 0
    var next = 0
    // Sums come in ascending order, so each goes in behind those made before; equal ones first.
    while next + 1 < weights.count {
      let sum = weights[next] + weights[next + 1]
      bits += sum
      next += 2
      var place = next
      while place < weights.count, weights[place] < sum {
        weights[place - 1] = weights[place]
        place += 1
      }
      weights[place - 1] = sum
      next -= 1
    }
    return bits
  }
}
