// SPDX-License-Identifier: Apache-2.0

/// The kinds of values that a collection has ever held, as a set of first bytes.
///
/// A collection of strings may come to hold a number, from another version of the app or from a
/// hostile peer. It must not be shown then, and must not be lost. As long as this set says that
/// there is none, nobody has to look for one.
struct ValueKinds: Hashable, Sendable {
  private var bits: UInt64 = 0

  init() {}

  private init(tags: some Sequence<UInt8>) {
    for tag in tags { bits |= 1 << UInt64(tag) }
  }

  mutating func insert(_ value: ValueBytes) {
    // Values of later versions share the last bit.
    bits |= 1 &<< UInt64(Swift.min(value.tag, ValueBytes.Tag.firstUnknown - 1))
  }

  mutating func formUnion(_ other: ValueKinds) {
    bits |= other.bits
  }

  /// Whether every value of these kinds reads as a type, by its kind alone.
  func allRead(as type: (some ReplicatedValue).Type) -> Bool {
    if type == Value.self { return true }
    guard let readable = Self.readable(as: type) else { return bits == 0 }
    return bits & ~readable.bits == 0
  }

  /// The kinds of which every value reads as a type; nil when that depends on the value.
  private static func readable(as type: (some ReplicatedValue).Type) -> ValueKinds? {
    if type == String.self { return strings }
    if type == Int64.self || type == Int.self { return integers }
    if type == Bool.self { return booleans }
    if type == Double.self { return doubles }
    if type == Bytes.self { return bytes }
    if type == Instant.self { return dates }
    if type == UniqueID.self { return uuids }
    return nil
  }

  private static let strings = ValueKinds(tags: [ValueBytes.Tag.string])
  private static let integers = ValueKinds(tags: ValueBytes.Tag.integers)
  private static let booleans = ValueKinds(tags: [ValueBytes.Tag.false, ValueBytes.Tag.true])
  private static let doubles = ValueKinds(tags: [ValueBytes.Tag.double])
  private static let bytes = ValueKinds(tags: [ValueBytes.Tag.bytes])
  private static let dates = ValueKinds(tags: [ValueBytes.Tag.date])
  private static let uuids = ValueKinds(tags: [ValueBytes.Tag.uuid])
}
