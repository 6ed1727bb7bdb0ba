// SPDX-License-Identifier: Apache-2.0

/// A clock near wall time whose timestamps always exceed all that it has given or seen.
///
/// A wall clock that was set back never makes it go back: it then counts on from where it was.
///
/// - SeeAlso: Kulkarni, Demirbas, Madappa, Avva, Leone: "Logical Physical Clocks", OPODIS 2014,
///   <https://doi.org/10.1007/978-3-319-14472-6_2> (figure 5, with section 6.2 for the packing into
///   64 bits). We depart in `observe`, which is the plain maximum and no event of its own, so that
///   it is idempotent and free of order, and in the counter's overflow, which carries into the
///   milliseconds.
public struct HybridLogicalClock: Hashable, Sendable {
  /// The greatest timestamp that the clock has given or seen.
  public private(set) var last: HybridTimestamp

  /// Creates a clock that stands at the given timestamp.
  public init(_ last: HybridTimestamp = .zero) {
    self.last = last
  }

  /// Returns the timestamp of a new change, greater than all before it.
  ///
  /// A wall clock that does not fit 48 bits (before 1970, or past the year 10889) is ignored.
  ///
  /// - Complexity: O(1).
  /// - Throws: `ClockError.exhausted` if the clock stands at the very last timestamp; the clock
  ///   stays as it was.
  public mutating func send(wall: Int64) throws(ClockError) -> HybridTimestamp {
    if let wall = Self.milliseconds(ofWall: wall), wall > last.milliseconds {
      last = HybridTimestamp(packed: wall &<< 16)
    } else {
      // The counter's carry is that of the packed sum.
      guard last < .maximum else { throw .exhausted }
      last = HybridTimestamp(packed: last.packed &+ 1)
    }
    return last
  }

  /// Takes note of a timestamp from elsewhere: the clock becomes the greater of both.
  ///
  /// - Complexity: O(1).
  public mutating func observe(_ remote: HybridTimestamp) {
    last = max(last, remote)
  }

  /// Takes note of a timestamp from elsewhere unless it lies too far in the future.
  ///
  /// A timestamp exactly `maximumDrift` milliseconds ahead of the wall clock is taken. For a wall
  /// clock that does not fit 48 bits the clock's own milliseconds stand in; a negative drift is 0.
  ///
  /// - Complexity: O(1).
  /// - Throws: `ClockError.drift` if the timestamp lies past the bound; the clock stays as it was.
  public mutating func observe(
    _ remote: HybridTimestamp, wall: Int64, maximumDrift: Int64
  ) throws(ClockError) {
    let now = Self.milliseconds(ofWall: wall) ?? last.milliseconds
    // Below 2^48 + 2^63: no overflow.
    let limit = min(now + UInt64(max(0, maximumDrift)), HybridTimestamp.maximumMilliseconds)
    guard remote.milliseconds <= limit else { throw .drift(remote: remote, limit: limit) }
    observe(remote)
  }

  /// Returns the milliseconds of a wall clock, or nil when they do not fit 48 bits.
  private static func milliseconds(ofWall wall: Int64) -> UInt64? {
    guard let milliseconds = UInt64(exactly: wall),
      milliseconds <= HybridTimestamp.maximumMilliseconds
    else { return nil }
    return milliseconds
  }
}
