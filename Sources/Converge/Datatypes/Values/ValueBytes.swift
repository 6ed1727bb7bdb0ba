// SPDX-License-Identifier: Apache-2.0

/// The canonical bytes of a value, which are its identity.
///
/// One value has one byte string, and the order of byte strings is the order in which sets are
/// shown: integers by number, doubles by number, strings by their UTF-8 bytes. The bytes do not
/// hold their own length; what contains them does.
///
///     00 null    01 false    02 true
///     08 … 18    integer: 10 is zero, 10 + n a positive one of n bytes, 10 - n a negative one
///     20         double: 8 bytes, big-endian; a positive one with its sign bit set, a negative
///                one with all its bits flipped; the only NaN is 7FF8 0000 0000 0000
///     28         string: UTF-8
///     29         bytes
///     2A         date: the milliseconds as an integer, with its own first byte
///     2B         UUID: 16 bytes
///     2C         array: of each item the length and the bytes
///     2D         map: of each entry the key's length, its UTF-8, the value's length, its bytes;
///                keys strictly ascending by their bytes
///     40 … FF    a value of a later version, kept as it came
///
/// A positive integer is its shortest big-endian form. A negative one is the low n bytes of its
/// two's complement, big-endian, n the least for which it is -256^n or more (-1 is 0F FF, -256 is
/// 0F 00, -257 is 0E FE FF): a longer one is less and has the lesser first byte.
///
/// Invariant: `validate(_:)` accepts the bytes.
package struct ValueBytes: Sendable {
  /// The greatest depth of arrays and maps within each other.
  package static let maximumDepth = 64

  /// The bytes.
  package let bytes: [UInt8]

  /// Wraps bytes that are known to be canonical.
  package init(unchecked bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Wraps bytes, or returns nil when they are not the canonical ones of a value.
  ///
  /// - Complexity: O(*n*), *n* the bytes.
  package init?(validating bytes: [UInt8], depthLimit: Int = ValueBytes.maximumDepth) {
    guard Self.validate(bytes, depthLimit: depthLimit) else { return nil }
    self.bytes = bytes
  }
}

extension ValueBytes: Hashable {
  /// Returns whether both are the same bytes.
  package static func == (lhs: ValueBytes, rhs: ValueBytes) -> Bool {
    lhs.bytes == rhs.bytes
  }

  /// Feeds the bytes to a hasher, eight at a time.
  package func hash(into hasher: inout Hasher) {
    var index = 0
    let count = bytes.count
    hasher.combine(count)
    while index < count {
      var word: UInt64 = 0
      let end = min(index + 8, count)
      while index < end {
        word = (word &<< 8) | UInt64(bytes[index])
        index += 1
      }
      hasher.combine(word)
    }
  }
}

extension ValueBytes: Comparable {
  /// Returns whether the left bytes come first, compared byte by byte.
  package static func < (lhs: ValueBytes, rhs: ValueBytes) -> Bool {
    let count = min(lhs.bytes.count, rhs.bytes.count)
    var index = 0
    while index < count {
      let left = lhs.bytes[index]
      let right = rhs.bytes[index]
      if left != right { return left < right }
      index += 1
    }
    return lhs.bytes.count < rhs.bytes.count
  }
}

extension ValueBytes {
  /// The first bytes of the forms of values.
  enum Tag {
    static let null: UInt8 = 0x00
    static let `false`: UInt8 = 0x01
    static let `true`: UInt8 = 0x02
    static let zero: UInt8 = 0x10
    static let integers: ClosedRange<UInt8> = 0x08...0x18
    static let double: UInt8 = 0x20
    static let string: UInt8 = 0x28
    static let bytes: UInt8 = 0x29
    static let date: UInt8 = 0x2A
    static let uuid: UInt8 = 0x2B
    static let array: UInt8 = 0x2C
    static let map: UInt8 = 0x2D
    static let firstUnknown: UInt8 = 0x40
  }

  /// The bits of the only NaN.
  static let canonicalNaN: UInt64 = 0x7FF8_0000_0000_0000
}
