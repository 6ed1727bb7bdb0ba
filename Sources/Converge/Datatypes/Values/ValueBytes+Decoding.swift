// SPDX-License-Identifier: Apache-2.0

extension ValueBytes {
  /// The value with these bytes.
  ///
  /// - Complexity: O(*n*), *n* the bytes.
  package var value: Value {
    if let scalar { return scalar }
    let bytes = bytes
    // The invariant leaves no other bytes; were there any, they would be kept as they are.
    return Self.decoded(bytes, in: 0..<bytes.count, depthLimit: Self.maximumDepth)
      ?? .unknown(bytes)
  }

  /// Returns what the bytes are as a replicated value of a type, or nil when they are of another.
  package func decoded<Decoded: ReplicatedValue>(as type: Decoded.Type) -> Decoded? {
    Decoded(replicatedValue: value)
  }

  /// The value, when it is one that needs no array of bytes.
  private var scalar: Value? {
    guard let content = shortContent else { return nil }
    let bits = UInt64(truncatingIfNeeded: content &>> 56)
    switch UInt8(truncatingIfNeeded: content &>> 120) {
    case Tag.null: return .null
    case Tag.false: return .bool(false)
    case Tag.true: return .bool(true)
    case Tag.double: return .double(Self.double(bits: bits))
    case Tag.string: return .string(String(topOf: content, in: 1..<byteCount))
    case let tag where Tag.integers.contains(tag):
      // The bits above the bytes are those of the sign.
      let unused = 64 - 8 * (byteCount - 1)
      let sign = tag < Tag.zero ? ~(UInt64.max >> unused) : 0
      return .integer(Int64(bitPattern: bits >> unused | sign))
    default: return nil
    }
  }

  private static func decoded(
    _ bytes: [UInt8], in range: Range<Int>, depthLimit: Int
  ) -> Value? {
    guard let tag = bytes[range].first else { return nil }
    let rest = range.lowerBound + 1..<range.upperBound
    switch tag {
    case Tag.null: return .null
    case Tag.false: return .bool(false)
    case Tag.true: return .bool(true)
    case Tag.integers: return .integer(integer(tag: tag, bytes[rest]))
    case Tag.double: return .double(double(bits: bigEndian(bytes[rest])))
    case Tag.string: return .string(String(decoding: bytes[rest], as: UTF8.self))
    case Tag.bytes: return .bytes(Array(bytes[rest]))
    case Tag.date:
      guard let size = bytes[rest].first else { return nil }
      return .date(milliseconds: integer(tag: size, bytes[rest].dropFirst()))
    case Tag.uuid:
      return .uuid(high: bigEndian(bytes[rest].prefix(8)), low: bigEndian(bytes[rest].suffix(8)))
    case Tag.array: return array(bytes, in: rest, depthLimit: depthLimit)
    case Tag.map: return map(bytes, in: rest, depthLimit: depthLimit)
    default: return .unknown(Array(bytes[range]))
    }
  }

  private static func array(_ bytes: [UInt8], in range: Range<Int>, depthLimit: Int) -> Value? {
    guard depthLimit > 0 else { return nil }
    var items: [Value] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard let part = part(of: bytes, at: &offset, end: range.upperBound),
        let item = decoded(bytes, in: part, depthLimit: depthLimit - 1)
      else { return nil }
      items.append(item)
    }
    return .array(items)
  }

  private static func map(_ bytes: [UInt8], in range: Range<Int>, depthLimit: Int) -> Value? {
    guard depthLimit > 0 else { return nil }
    var entries: [ValueMap.Entry] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard let key = part(of: bytes, at: &offset, end: range.upperBound),
        let part = part(of: bytes, at: &offset, end: range.upperBound),
        let value = decoded(bytes, in: part, depthLimit: depthLimit - 1)
      else { return nil }
      let text = String(decoding: bytes[key], as: UTF8.self)
      entries.append(ValueMap.Entry(key: text, value: value))
    }
    return .map(ValueMap(ascending: entries))
  }

  /// Returns where the bytes behind a length stand, and moves the offset behind them.
  static func part(of bytes: [UInt8], at offset: inout Int, end: Int) -> Range<Int>? {
    guard let length = try? Varint.read(bytes, at: &offset, end: end),
      length <= UInt64(end - offset)
    else { return nil }
    let start = offset
    offset += Int(length)
    return start..<offset
  }

  /// Returns the integer of big-endian bytes, the ones above them being those of its sign.
  private static func integer(tag: UInt8, _ bytes: ArraySlice<UInt8>) -> Int64 {
    var bits: UInt64 = tag < Tag.zero ? .max : 0
    for byte in bytes { bits = (bits &<< 8) | UInt64(byte) }
    return Int64(bitPattern: bits)
  }

  /// Returns the number of eight big-endian bytes.
  static func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { ($0 &<< 8) | UInt64($1) }
  }

  /// Returns the floating-point number of bits in their sortable form.
  static func double(bits: UInt64) -> Double {
    Double(bitPattern: bits &>> 63 == 1 ? bits & ~(1 &<< 63) : ~bits)
  }
}

extension [ValueBytes] {
  /// The values with these bytes, in order.
  var values: [Value] { map(\.value) }
}

extension [Value] {
  /// Returns what the values are as those of a type, in order, without those of another type.
  ///
  /// Inlinable, as what views show of many elements at once: elsewhere what stands for a type is
  /// looked up at each element.
  @inlinable
  func decoded<Decoded: ReplicatedValue>(as type: Decoded.Type) -> [Decoded] {
    // Values read as values are these.
    if Decoded.self == Value.self, let values = self as? [Decoded] { return values }
    var result: [Decoded] = []
    result.reserveCapacity(count)
    for value in self {
      if let decoded = Decoded(replicatedValue: value) { result.append(decoded) }
    }
    return result
  }
}
