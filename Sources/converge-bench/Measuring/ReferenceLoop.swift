// SPDX-License-Identifier: Apache-2.0

/// Work that has nothing to do with the library, to compare other times with.
enum ReferenceLoop {
  private static let rounds = 4_000_000
  static func run() -> UInt64 {
    var generator = WorkGenerator(seed: 1)
    var sum: UInt64 = 0
    for _ in 0..<rounds { sum ^= generator.next() }
    return sum
  }
}
