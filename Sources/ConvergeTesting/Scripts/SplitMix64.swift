// SPDX-License-Identifier: Apache-2.0

/// A small random number generator whose output is fixed for ever by its seed.
///
/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014,
/// https://doi.org/10.1145/2660193.2660195. The standard library promises no such thing for its
/// own: how `Int.random(in:using:)` draws may change, so ranges are drawn here too.
package struct SplitMix64: Sendable {
  private var state: UInt64

  /// A generator that gives one sequence for one seed.
  package init(seed: UInt64) {
    state = seed
  }

  /// The next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// A number from 0 up to a bound, which must be positive.
  package mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number of a range.
  package mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// True in so many of a hundred cases.
  package mutating func chance(_ percent: Int) -> Bool {
    below(100) < percent
  }
}
