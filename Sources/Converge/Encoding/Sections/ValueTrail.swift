// SPDX-License-Identifier: Apache-2.0

/// The last value read, with whose first bytes the next may begin.
struct ValueTrail {
  /// The most bytes that a value is said to share.
  ///
  /// What is shared takes no room in the bytes, but it does in memory. Longer beginnings in common
  /// are rare, and repeated then.
  static let sharedLimit = 127

  private(set) var last: [UInt8] = []

  /// Goes on to the value of so many first bytes of the last one and further bytes.
  ///
  /// - Returns: Whether it shares as much as is to be said, and whether it comes after the last
  ///   one.
  mutating func follow(
    sharing shared: Int, _ rest: ArraySlice<UInt8>
  ) -> (isLongest: Bool, isAfter: Bool) {
    let isAfter: Bool
    let isLongest: Bool
    if shared == last.count {
      (isLongest, isAfter) = (shared <= Self.sharedLimit, !rest.isEmpty)
    } else if let first = rest.first {
      isLongest =
        shared == Self.sharedLimit || shared < Self.sharedLimit && first != last[shared]
      isAfter = last[shared...].lexicographicallyPrecedes(rest)
    } else {
      (isLongest, isAfter) = (shared <= Self.sharedLimit, false)
    }
    last.replaceSubrange(shared..., with: rest)
    return (isLongest, isAfter)
  }
}

extension SectionWriter {
  /// Appends a value: how much it shares with the last one, which it becomes, and the rest.
  mutating func append(_ value: ValueBytes, after last: inout ValueBytes?) {
    let shared = last.map { value.sharedLength(with: $0, limit: ValueTrail.sharedLimit) } ?? 0
    append(shared, .sharedLength)
    append(value, from: shared)
    last = value
  }
}

extension ValueBytes {
  /// How many first bytes are those of another value, up to a limit.
  fileprivate func sharedLength(with other: ValueBytes, limit: Int) -> Int {
    let end = min(byteCount, other.byteCount, limit)
    if let mine = shortContent, let theirs = other.shortContent {
      return min(end, (mine ^ theirs).leadingZeroBitCount / 8)
    }
    let (mine, theirs) = (bytes, other.bytes)
    var length = 0
    while length < end, mine[length] == theirs[length] { length += 1 }
    return length
  }
}

extension SectionReader {
  /// Reads a value that may begin as the last one does.
  mutating func value(after trail: inout ValueTrail) throws(WireError) -> ValueBytes {
    try next(&trail).value
  }

  /// Reads a value that comes after the last one.
  mutating func key(after trail: inout ValueTrail) throws(WireError) -> ValueBytes {
    let start = offset
    let (value, isAfter) = try next(&trail)
    guard isAfter else { throw .notCanonical(offset: start) }
    return value
  }

  private mutating func next(
    _ trail: inout ValueTrail
  ) throws(WireError) -> (value: ValueBytes, isAfter: Bool) {
    let start = offset
    let shared = try number(.sharedLength, below: trail.last.count + 1)
    let range = try bytes()
    let (isLongest, isAfter) = trail.follow(sharing: shared, allBytes[range])
    guard isLongest else { throw .notCanonical(offset: start) }
    return (try checked(trail.last, start), isAfter)
  }
}
