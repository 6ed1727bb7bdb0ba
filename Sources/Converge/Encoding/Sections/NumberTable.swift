// SPDX-License-Identifier: Apache-2.0

/// Keys that are numbered from 0 in the order of their first mention.
struct NumberTable<Key: Hashable> {
  /// Above this many keys a dictionary pays; below, comparing is quicker than hashing.
  private static var scanLimit: Int { 8 }

  /// Keys that most tables of small documents do not exceed.
  private static var usualCount: Int { 4 }

  private var keys: [Key] = []
  private var numbers: [Key: Int] = [:]

  var count: Int { keys.count }

  subscript(number: Int) -> Key { keys[number] }

  /// The number of a key, given to it now when it is new.
  mutating func insert(_ key: Key) -> (number: Int, isNew: Bool) {
    let known = keys.count > Self.scanLimit ? numbers[key] : keys.firstIndex(of: key)
    if let known { return (known, false) }
    if keys.isEmpty { keys.reserveCapacity(Self.usualCount) }
    keys.append(key)
    if keys.count == Self.scanLimit + 1 {
      for (number, key) in keys.enumerated() { numbers[key] = number }
    } else if keys.count > Self.scanLimit {
      numbers[key] = keys.count - 1
    }
    return (keys.count - 1, true)
  }

  /// Forgets all keys, but keeps the room for them.
  mutating func removeAll() {
    if !keys.isEmpty { keys.removeAll(keepingCapacity: true) }
    if !numbers.isEmpty { numbers = [:] }
  }
}
