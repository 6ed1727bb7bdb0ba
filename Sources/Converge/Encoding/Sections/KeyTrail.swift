// SPDX-License-Identifier: Apache-2.0

/// The last of some ascending keys written or read, with whose first bytes the next may begin.
struct KeyTrail {
  private(set) var last: [UInt8] = []

  /// How many first bytes a key shares with the last one.
  func sharedLength(of key: [UInt8]) -> Int {
    let end = min(last.count, key.count)
    var length = 0
    while length < end, last[length] == key[length] { length += 1 }
    return length
  }

  mutating func follow(_ key: [UInt8]) {
    last = key
  }
}

extension SectionWriter {
  /// Appends a key that comes after the last one: what it shares with that, and the rest.
  mutating func append(_ key: ValueBytes, after trail: inout KeyTrail) {
    let shared = trail.sharedLength(of: key.bytes)
    append(shared, .sharedLength)
    append(key.bytes[shared...])
    trail.follow(key.bytes)
  }
}

extension SectionReader {
  /// Reads a key that comes after the last one.
  mutating func key(after trail: inout KeyTrail) throws(WireError) -> ValueBytes {
    let start = offset
    let last = trail.last
    let shared = try number(.sharedLength, below: last.count + 1)
    let rest = self[try bytes()]
    // Ascending, and all that is shared is said to be.
    guard let first = rest.first, shared == last.count || first > last[shared] else {
      throw .notCanonical(offset: start)
    }
    let bytes = Array(last[..<shared] + rest)
    trail.follow(bytes)
    return try checked(bytes, start)
  }
}
