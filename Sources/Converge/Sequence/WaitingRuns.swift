// SPDX-License-Identifier: Apache-2.0

/// Runs that wait in a traversal, each perhaps open: its left children are done.
struct WaitingRuns {
  /// The lowest ones, so that small trees need no memory for theirs; the others lie above.
  private var lowest = SIMD8<UInt64>()
  private var others: [UInt64] = []
  private var count = 0

  mutating func push(_ run: UInt32, isOpen: Bool) {
    let entry = UInt64(run) << 1 | (isOpen ? 1 : 0)
    if count < lowest.scalarCount { lowest[count] = entry } else { others.append(entry) }
    count += 1
  }

  mutating func pop() -> (run: UInt32, isOpen: Bool)? {
    guard count > 0 else { return nil }
    count -= 1
    let entry = count < lowest.scalarCount ? lowest[count] : others.removeLast()
    return (UInt32(truncatingIfNeeded: entry >> 1), entry & 1 == 1)
  }
}
