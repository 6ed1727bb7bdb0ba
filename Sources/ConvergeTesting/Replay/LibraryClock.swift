// SPDX-License-Identifier: Apache-2.0

import Converge

/// The library's hybrid logical clock, as the clock vectors see it.
struct LibraryClock: ClockSubject {
  /// What the clock is called in messages.
  static var name: String { "library" }

  private var clock: HybridLogicalClock

  /// A clock that has seen this timestamp.
  init(last: Stamp) {
    clock = HybridLogicalClock(HybridTimestamp(packed: last.packed))
  }

  /// The greatest timestamp seen.
  var last: Stamp { Stamp(clock.last) }

  /// The next timestamp, or nil when it is refused.
  mutating func send(wall: Int64) -> Stamp? {
    do {
      return Stamp(try clock.send(wall: wall))
    } catch {
      return nil
    }
  }

  /// Takes in a timestamp without a bound.
  mutating func observe(_ remote: Stamp) {
    clock.observe(HybridTimestamp(packed: remote.packed))
  }

  /// Takes in a timestamp within a bound; false when it is refused.
  mutating func observe(_ remote: Stamp, wall: Int64, maximumDrift: Int64) -> Bool {
    do {
      try clock.observe(
        HybridTimestamp(packed: remote.packed), wall: wall, maximumDrift: maximumDrift)
      return true
    } catch {
      return false
    }
  }
}
