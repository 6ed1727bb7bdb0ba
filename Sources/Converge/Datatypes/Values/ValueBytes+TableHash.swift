// SPDX-License-Identifier: Apache-2.0

extension ValueBytes {
  /// What `ValueRows` finds a value by.
  ///
  /// Folded products, after Wang Yi's wyhash (https://github.com/wangyi-fudan/wyhash). The keys
  /// in it are those of this run of the program, so that nobody outside can choose values that
  /// collide. It is never seen in bytes or in an order.
  var tableHash: Int {
    let keys = TableKeys.drawn
    if let number = shortNumber {
      let high = UInt64(truncatingIfNeeded: number &>> 64)
      let low = UInt64(truncatingIfNeeded: number)
      return Int(truncatingIfNeeded: Self.folded(high ^ keys.first, low ^ keys.second))
    }
    let bytes = bytes
    let last = bytes.count - 8
    var hash = UInt64(truncatingIfNeeded: bytes.count) ^ keys.first
    var index = 0
    while index < last {
      hash = Self.folded(hash ^ bytes.word(at: index), keys.second)
      index += 8
    }
    // The last eight bytes; some of them a second time.
    hash = Self.folded(hash ^ bytes.word(at: last), keys.second)
    return Int(truncatingIfNeeded: Self.folded(hash, keys.second))
  }

  @inline(__always)
  private static func folded(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let (high, low) = first.multipliedFullWidth(by: second)
    return high ^ low
  }
}

/// What table hashes differ by from run to run.
private struct TableKeys {
  let first: UInt64
  let second: UInt64

  /// Drawn as the standard library draws its own: each hasher starts from them.
  static let drawn = TableKeys(first: draw(1), second: draw(2) | 1)

  private static func draw(_ number: Int) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(number)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
