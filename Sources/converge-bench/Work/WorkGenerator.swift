// SPDX-License-Identifier: Apache-2.0

/// The random numbers of the workloads: SplitMix64, drawn from as they define it.
///
/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014,
/// https://doi.org/10.1145/2660193.2660195. A number below a bound is a remainder here, so that
/// programs in other languages draw the same.
struct WorkGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// A number from 0 up to a bound, which must be positive.
  mutating func below(_ bound: Int) -> Int {
    Int(next() % UInt64(bound))
  }

  /// Letters from a to z; how many is drawn first, where there is a choice.
  mutating func word(_ lengths: ClosedRange<Int>) -> [UInt8] {
    let count =
      lengths.count == 1 ? lengths.lowerBound : lengths.lowerBound + below(lengths.count)
    return (0..<count).map { _ in UInt8(ascii: "a") + UInt8(below(26)) }
  }
}
