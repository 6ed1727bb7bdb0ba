// SPDX-License-Identifier: Apache-2.0

extension ValueBytes {
  /// Creates the canonical bytes of a value.
  ///
  /// - Complexity: O(*n* · *d*), *n* the bytes and *d* the depth of arrays and maps.
  /// - Precondition: Arrays and maps nest at most `maximumDepth` deep.
  package init(_ value: Value) {
    bytes = Self.encoded(value, depthLimit: Self.maximumDepth)
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
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1 + utf8.count)
    bytes.append(Tag.string)
    bytes.append(contentsOf: utf8)
    self.bytes = bytes
  }

  /// Creates the canonical bytes of a whole number.
  package init(_ integer: Int64) {
    var bytes: [UInt8] = []
    Self.append(integer, to: &bytes)
    self.bytes = bytes
  }

  /// Creates the bytes by which values are compared, also those too deep to be written.
  init(ofAnyDepth value: Value) {
    bytes = Self.encoded(value, depthLimit: .max)
  }

  private static func encoded(_ value: Value, depthLimit: Int) -> [UInt8] {
    switch value {
    case .null: return [Tag.null]
    case .bool(let bool): return [bool ? Tag.true : Tag.false]
    case .integer(let integer): return ValueBytes(integer).bytes
    case .double(let double): return [Tag.double] + bigEndian(sortable(double))
    case .string(let text): return ValueBytes(text).bytes
    case .bytes(let bytes): return [Tag.bytes] + bytes
    case .date(let milliseconds): return [Tag.date] + ValueBytes(milliseconds).bytes
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

  private static func append(_ integer: Int64, to bytes: inout [UInt8]) {
    // A negative number is measured by its complement: -256 still fits one byte, as 0x00.
    let magnitude = UInt64(bitPattern: integer < 0 ? ~integer : integer)
    let bitCount = UInt64.bitWidth - magnitude.leadingZeroBitCount
    let byteCount = integer == -1 ? 1 : (bitCount + 7) / 8
    bytes.reserveCapacity(1 + byteCount)
    let size = UInt8(truncatingIfNeeded: byteCount)
    bytes.append(integer < 0 ? Tag.zero &- size : Tag.zero &+ size)
    var shift = Int64(byteCount) &* 8
    while shift > 0 {
      shift &-= 8
      bytes.append(UInt8(truncatingIfNeeded: integer &>> shift))
    }
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
