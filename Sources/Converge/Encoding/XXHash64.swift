// SPDX-License-Identifier: Apache-2.0

/// The 64-bit hash XXH64, fast and not cryptographic.
///
/// - SeeAlso: Collet: "xxHash fast digest algorithm", specification 0.2.0,
///   <https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md> (section "XXH64 algorithm
///   description").
enum XXHash64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// Returns the hash of all the bytes.
  ///
  /// - Complexity: O(*n*), *n* the bytes.
  static func hash(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
    hash(bytes, in: 0..<bytes.count, seed: seed)
  }

  /// Returns the hash of some of the bytes.
  ///
  /// - Complexity: O(*n*), *n* the bytes.
  /// - Precondition: The range lies within the array.
  static func hash(_ bytes: [UInt8], in range: Range<Int>, seed: UInt64 = 0) -> UInt64 {
    var offset = range.lowerBound
    let end = range.upperBound
    var hash = end - offset >= 32 ? stripes(bytes, &offset, end, seed) : seed &+ prime5
    hash &+= UInt64(range.count)
    while end - offset >= 8 {
      hash ^= round(0, bytes.word(at: offset))
      hash = rotate(hash, 27) &* prime1 &+ prime4
      offset += 8
    }
    if end - offset >= 4 {
      hash ^= bytes.halfWord(at: offset) &* prime1
      hash = rotate(hash, 23) &* prime2 &+ prime3
      offset += 4
    }
    while offset < end {
      hash ^= UInt64(bytes[offset]) &* prime5
      hash = rotate(hash, 11) &* prime1
      offset += 1
    }
    hash = (hash ^ (hash &>> 33)) &* prime2
    hash = (hash ^ (hash &>> 29)) &* prime3
    return hash ^ (hash &>> 32)
  }

  /// Hashes the whole stripes of 32 bytes, moves the offset behind them and joins the four lanes.
  private static func stripes(
    _ bytes: [UInt8], _ offset: inout Int, _ end: Int, _ seed: UInt64
  ) -> UInt64 {
    var lane1 = seed &+ prime1 &+ prime2
    var lane2 = seed &+ prime2
    var lane3 = seed
    var lane4 = seed &- prime1
    while end - offset >= 32 {
      lane1 = round(lane1, bytes.word(at: offset))
      lane2 = round(lane2, bytes.word(at: offset + 8))
      lane3 = round(lane3, bytes.word(at: offset + 16))
      lane4 = round(lane4, bytes.word(at: offset + 24))
      offset += 32
    }
    var hash = rotate(lane1, 1) &+ rotate(lane2, 7) &+ rotate(lane3, 12) &+ rotate(lane4, 18)
    hash = (hash ^ round(0, lane1)) &* prime1 &+ prime4
    hash = (hash ^ round(0, lane2)) &* prime1 &+ prime4
    hash = (hash ^ round(0, lane3)) &* prime1 &+ prime4
    hash = (hash ^ round(0, lane4)) &* prime1 &+ prime4
    return hash
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotate(lane &+ word &* prime2, 31) &* prime1
  }

  @inline(__always)
  private static func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    (value &<< bits) | (value &>> (64 &- bits))
  }
}
