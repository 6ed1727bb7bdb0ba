// SPDX-License-Identifier: Apache-2.0

extension ValueBytes {
  /// Creates the canonical bytes of a value.
  ///
  /// - Complexity: O(*n* · *d*), *n* the bytes and *d* the depth of arrays and maps.
  /// - Precondition: Arrays and maps nest at most `maximumDepth` deep.
  package init(_ value: Value) {
    switch value {
    case .null: self.init(tag: Tag.null)
    case .bool(let bool): self.init(tag: bool ? Tag.true : Tag.false)
    case .integer(let integer): self.init(integer)
    case .double(let double):
      self.init(content: UInt128(Tag.double) &<< 64 | UInt128(Self.sortable(double)), count: 9)
    case .string(let text): self.init(text)
    case .date(let milliseconds):
      let (content, count) = Self.content(of: milliseconds)
      self.init(content: UInt128(Tag.date) << (8 * count) | content, count: count + 1)
    case .uuid, .bytes, .array, .map, .unknown:
      self.init(unchecked: Self.encoded(value, depthLimit: Self.maximumDepth))
    }
  }

  /// Creates the canonical bytes of what a replicated value is as a value.
  ///
  /// - Precondition: Arrays and maps nest at most `maximumDepth` deep.
  package init(of value: some ReplicatedValue) {
    self.init(value.replicatedValue)
  }

  /// Creates the canonical bytes of a text.
  package init(_ text: String) {
    let utf8 = text.utf8
    let count = 1 + utf8.count
    guard count > InlineBytes.maximumCount else {
      let tag = UInt128(Tag.string) &<< UInt128(8 * utf8.count)
      // Byte by byte out of the string itself, each is looked up anew: seven times the work.
      let content = utf8.withContiguousStorageIfAvailable { Self.content(of: $0) }
      self.init(content: tag | (content ?? Self.content(of: utf8)), count: count)
      return
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    bytes.append(Tag.string)
    bytes.append(contentsOf: utf8)
    self.init(unchecked: bytes)
  }

  /// Creates the canonical bytes of a whole number.
  package init(_ integer: Int64) {
    let (content, count) = Self.content(of: integer)
    self.init(content: content, count: count)
  }

  private init(tag: UInt8) {
    self.init(content: UInt128(tag), count: 1)
  }

  /// Creates the bytes by which values are compared, also those too deep to be written.
  init(ofAnyDepth value: Value) {
    self.init(unchecked: Self.encoded(value, depthLimit: .max))
  }

  private static func encoded(_ value: Value, depthLimit: Int) -> [UInt8] {
    switch value {
    case .null, .bool, .integer, .double, .string, .date: return ValueBytes(value).bytes
    case .bytes(let bytes): return [Tag.bytes] + bytes
    case .uuid(let high, let low): return [Tag.uuid] + bigEndian(high) + bigEndian(low)
    case .unknown(let bytes):
      guard let tag = bytes.first, tag >= Tag.firstUnknown else { return [Tag.bytes] + bytes }
      return bytes
    case .array(let items):
      precondition(depthLimit > 0, "a value must nest arrays and maps at most 64 deep")
      var bytes = [Tag.array]
      for item in items {
        append(encoded(item, depthLimit: depthLimit - 1), to: &bytes)
      }
      return bytes
    case .map(let map):
      precondition(depthLimit > 0, "a value must nest arrays and maps at most 64 deep")
      var bytes = [Tag.map]
      for entry in map {
        let utf8 = entry.key.utf8
        Varint.append(UInt64(utf8.count), to: &bytes)
        bytes.append(contentsOf: utf8)
        append(encoded(entry.value, depthLimit: depthLimit - 1), to: &bytes)
      }
      return bytes
    }
  }

  private static func append(_ blob: [UInt8], to bytes: inout [UInt8]) {
    Varint.append(UInt64(blob.count), to: &bytes)
    bytes.append(contentsOf: blob)
  }

  /// Returns the bytes of a whole number as the lowest of a number, and how many they are.
  private static func content(of integer: Int64) -> (UInt128, count: Int) {
    // A negative number is measured by its complement: -256 still fits one byte, as 0x00.
    let magnitude = UInt64(bitPattern: integer < 0 ? ~integer : integer)
    let bitCount = UInt64.bitWidth - magnitude.leadingZeroBitCount
    let byteCount = integer == -1 ? 1 : (bitCount + 7) / 8
    let size = UInt8(truncatingIfNeeded: byteCount)
    let tag = integer < 0 ? Tag.zero &- size : Tag.zero &+ size
    let bits = UInt64(bitPattern: integer) & ~(UInt64.max << (8 * byteCount))
    return (UInt128(tag) << (8 * byteCount) | UInt128(bits), 1 + byteCount)
  }

  /// Returns the bits of a number such that their order is that of numbers.
  private static func sortable(_ double: Double) -> UInt64 {
    let bits = double.isNaN ? canonicalNaN : double.bitPattern
    return bits &>> 63 == 0 ? bits | 1 &<< 63 : ~bits
  }

  private static func bigEndian(_ value: UInt64) -> [UInt8] {
    stride(from: 56 as UInt64, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: value &>> $0)
    }
  }
}
