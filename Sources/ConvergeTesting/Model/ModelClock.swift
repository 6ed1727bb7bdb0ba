// SPDX-License-Identifier: Apache-2.0

/// The hybrid logical clock of DESIGN section 3, written a second time on one packed number.
///
/// Packed as `milliseconds << 16 | counter`, the next timestamp is simply one more: a counter that
/// overflows carries into the milliseconds by itself.
package struct ModelClock: Sendable, Equatable {
  /// The greatest timestamp seen.
  package var last: Stamp

  /// A clock that has seen this timestamp.
  package init(last: Stamp = Stamp(packed: 0)) {
    self.last = last
  }

  /// The timestamp of the next change, or nil when there is none after the last.
  package mutating func send(wall: Int64) -> Stamp? {
    let isUsable = (0..<1 << 48).contains(wall)
    let physical = isUsable ? UInt64(wall) << 16 : 0
    if physical >> 16 > last.milliseconds {
      last = Stamp(packed: physical)
    } else {
      guard last.packed < UInt64.max else { return nil }
      last = Stamp(packed: last.packed + 1)
    }
    return last
  }

  /// Takes in a timestamp that was seen on a change.
  package mutating func observe(_ remote: Stamp) {
    last = max(last, remote)
  }

  /// Takes in a timestamp unless it is more than `maximumDrift` milliseconds ahead of the wall.
  ///
  /// - Returns: whether it was taken in.
  package mutating func observe(_ remote: Stamp, wall: Int64, maximumDrift: Int64) -> Bool {
    guard Int64(remote.milliseconds) - wall <= maximumDrift else { return false }
    observe(remote)
    return true
  }
}
