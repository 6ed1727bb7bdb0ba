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

  /// Short values stand in the value itself: most keys, elements and numbers do.
  private enum Storage: Sendable {
    /// Up to fourteen bytes.
    case short(InlineBytes)
    /// Fifteen bytes.
    case full(InlineBytes)
    /// Sixteen bytes or more.
    case long([UInt8])
  }

  private let storage: Storage

  /// Wraps bytes that are known to be canonical.
  package init(unchecked bytes: [UInt8]) {
    if bytes.count > InlineBytes.maximumCount {
      self.init(storage: .long(bytes))
    } else {
      self.init(unchecked: bytes[...])
    }
  }

  /// Copies bytes that are known to be canonical.
  package init(unchecked bytes: ArraySlice<UInt8>) {
    guard bytes.count <= InlineBytes.maximumCount else {
      self.init(storage: .long(Array(bytes)))
      return
    }
    self.init(content: Self.content(of: bytes), count: bytes.count)
  }

  /// Copies bytes of an array that are known to be canonical.
  init(unchecked bytes: [UInt8], in range: Range<Int>) {
    guard range.count <= InlineBytes.maximumCount, range.lowerBound <= bytes.count - 16 else {
      self.init(unchecked: bytes[range])
      return
    }
    let high = UInt128(bytes.word(at: range.lowerBound).byteSwapped)
    let low = UInt128(bytes.word(at: range.lowerBound + 8).byteSwapped)
    let others = UInt128.max &>> UInt128(8 &* range.count)
    self.init(top: (high &<< 64 | low) & ~others, count: range.count)
  }

  /// The number that up to fifteen bytes are, the first the most significant.
  @inline(__always)
  static func content(of bytes: some Sequence<UInt8>) -> UInt128 {
    // In words of eight bytes: shifting both at each byte is three times the work.
    var (high, low): (UInt64, UInt64) = (0, 0)
    var count = 0
    for byte in bytes {
      if count == 8 { (high, low) = (low, 0) }
      low = low &<< 8 | UInt64(byte)
      count &+= 1
    }
    return UInt128(high) &<< UInt128(8 &* Swift.max(count &- 8, 0)) | UInt128(low)
  }

  /// Wraps bytes, or returns nil when they are not the canonical ones of a value.
  ///
  /// - Complexity: O(*n*), *n* the bytes.
  package init?(validating bytes: [UInt8], depthLimit: Int = ValueBytes.maximumDepth) {
    guard Self.validate(bytes, depthLimit: depthLimit) else { return nil }
    self.init(unchecked: bytes)
  }

  /// Creates the value of up to fifteen bytes, which are a number's lowest ones.
  init(content: UInt128, count: Int) {
    self.init(top: content << (128 - 8 * count), count: count)
  }

  /// Creates the value of up to fifteen bytes, which are a number's highest ones.
  private init(top content: UInt128, count: Int) {
    let inline = InlineBytes(top: content, count: count)
    self.init(storage: count == InlineBytes.maximumCount ? .full(inline) : .short(inline))
  }

  private init(storage: Storage) {
    self.storage = storage
  }
}

// MARK: Bytes

extension ValueBytes {
  /// How many bytes there are.
  package var byteCount: Int {
    switch storage {
    case .short(let inline): Int(inline.last)
    case .full: InlineBytes.maximumCount
    case .long(let bytes): bytes.count
    }
  }

  /// The first byte, which says the form of the value.
  var tag: UInt8 {
    switch storage {
    case .short(let inline), .full(let inline):
      UInt8(truncatingIfNeeded: inline.number(mark: 0) &>> 120)
    case .long(let bytes): bytes[0]
    }
  }

  /// The bytes as an array.
  ///
  /// - Complexity: O(1) where they are kept in one, else O(*n*) and an allocation.
  package var bytes: [UInt8] {
    if case .long(let bytes) = storage { return bytes }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    append(to: &bytes)
    return bytes
  }

  /// Appends the bytes to others.
  ///
  /// - Complexity: O(*n*), *n* the bytes.
  package func append(to bytes: inout [UInt8]) {
    guard let content = shortContent else {
      if case .long(let own) = storage { bytes.append(contentsOf: own) }
      return
    }
    bytes.append(topOf: content, count: byteCount)
  }

  /// The bytes at the top of a number, when there are no more than fifteen; zeros follow.
  var shortContent: UInt128? {
    switch storage {
    case .short(let inline): inline.number(mark: 0) & ~0xFF
    case .full(let inline):
      inline.number(mark: 0) & ~0xFF | UInt128(inline.last) &<< 8
    case .long: nil
    }
  }

  /// A number that is in the order of short values, and differs where they do; nil for long ones.
  var shortNumber: UInt128? {
    switch storage {
    case .short(let inline): inline.number(mark: 0)
    case .full(let inline): inline.number(mark: Self.fullMark)
    case .long: nil
    }
  }

  /// The same of the first fifteen bytes of a long value.
  private static func leadingNumber(_ bytes: [UInt8]) -> UInt128 {
    var content: UInt128 = 0
    for index in 0..<InlineBytes.maximumCount { content = (content &<< 8) | UInt128(bytes[index]) }
    return InlineBytes(top: content &<< 8, count: InlineBytes.maximumCount).number(mark: fullMark)
  }

  private static let fullMark: UInt64 = 0x100
}

extension ValueBytes: Hashable {
  /// Returns whether both are the same bytes.
  package static func == (lhs: ValueBytes, rhs: ValueBytes) -> Bool {
    switch (lhs.storage, rhs.storage) {
    case (.long(let left), .long(let right)): left == right
    case (.long, _), (_, .long): false
    default: lhs.shortNumber == rhs.shortNumber
    }
  }

  /// Feeds the bytes to a hasher, eight at a time.
  package func hash(into hasher: inout Hasher) {
    if let number = shortNumber {
      hasher.combine(UInt64(truncatingIfNeeded: number &>> 64))
      hasher.combine(UInt64(truncatingIfNeeded: number))
      return
    }
    guard case .long(let bytes) = storage else { return }
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
    switch (lhs.storage, rhs.storage) {
    case (.long(let left), .long(let right)):
      let (leftNumber, rightNumber) = (leadingNumber(left), leadingNumber(right))
      return leftNumber != rightNumber
        ? leftNumber < rightNumber : left.lexicographicallyPrecedes(right)
    case (.long(let left), _):
      // What goes on where the other ends comes after it.
      return leadingNumber(left) < rhs.shortNumber ?? 0
    case (_, .long(let right)):
      return lhs.shortNumber ?? 0 <= leadingNumber(right)
    default:
      return lhs.shortNumber ?? 0 < rhs.shortNumber ?? 0
    }
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
