// SPDX-License-Identifier: Apache-2.0

extension ValueBytes {
  /// Returns whether bytes are the canonical ones of a value.
  ///
  /// - Complexity: O(*n*), *n* the bytes; it calls itself at most `depthLimit` deep.
  package static func validate(
    _ bytes: [UInt8], depthLimit: Int = ValueBytes.maximumDepth
  ) -> Bool {
    isCanonical(bytes, in: 0..<bytes.count, depthLimit: min(depthLimit, maximumDepth))
  }

  /// Returns whether a part of an array is the canonical bytes of a value.
  ///
  /// A depth limit above `maximumDepth` counts as `maximumDepth`, and a part that reaches past the
  /// array is not canonical.
  ///
  /// - Complexity: O(*n*), *n* the bytes of the part; it calls itself at most `depthLimit` deep.
  package static func validate(
    _ bytes: [UInt8], in range: Range<Int>, depthLimit: Int = ValueBytes.maximumDepth
  ) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return false }
    return isCanonical(bytes, in: range, depthLimit: min(depthLimit, maximumDepth))
  }

  private static func isCanonical(
    _ bytes: [UInt8], in range: Range<Int>, depthLimit: Int
  ) -> Bool {
    guard !range.isEmpty else { return false }
    let tag = bytes[range.lowerBound]
    let rest = range.lowerBound + 1..<range.upperBound
    switch tag {
    case Tag.null, Tag.false, Tag.true: return rest.isEmpty
    case Tag.integers: return isCanonicalInteger(tag: tag, bytes, in: rest)
    case Tag.double: return isCanonicalDouble(bytes, in: rest)
    case Tag.string: return UTF8Validation.isValid(bytes, in: rest)
    case Tag.bytes: return true
    case Tag.date:
      guard !rest.isEmpty else { return false }
      let number = rest.lowerBound + 1..<rest.upperBound
      return isCanonicalInteger(tag: bytes[rest.lowerBound], bytes, in: number)
    case Tag.uuid: return rest.count == 16
    case Tag.array: return isCanonicalArray(bytes, in: rest, depthLimit: depthLimit)
    case Tag.map: return isCanonicalMap(bytes, in: rest, depthLimit: depthLimit)
    default: return tag >= Tag.firstUnknown
    }
  }

  private static func isCanonicalInteger(
    tag: UInt8, _ bytes: [UInt8], in range: Range<Int>
  ) -> Bool {
    guard Tag.integers.contains(tag) else { return false }
    let isNegative = tag < Tag.zero
    let byteCount = Int(isNegative ? Tag.zero &- tag : tag &- Tag.zero)
    guard range.count == byteCount else { return false }
    guard byteCount > 0 else { return true }
    let first = bytes[range.lowerBound]
    if byteCount == 8, (first >= 0x80) != isNegative { return false }
    return isNegative ? byteCount == 1 || first != 0xFF : first != 0
  }

  private static func isCanonicalDouble(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    guard range.count == 8 else { return false }
    let double = double(bits: bigEndian(bytes[range]))
    return !double.isNaN || double.bitPattern == canonicalNaN
  }

  private static func isCanonicalArray(
    _ bytes: [UInt8], in range: Range<Int>, depthLimit: Int
  ) -> Bool {
    guard depthLimit > 0 else { return false }
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard let item = part(of: bytes, at: &offset, end: range.upperBound),
        isCanonical(bytes, in: item, depthLimit: depthLimit - 1)
      else { return false }
    }
    return true
  }

  private static func isCanonicalMap(
    _ bytes: [UInt8], in range: Range<Int>, depthLimit: Int
  ) -> Bool {
    guard depthLimit > 0 else { return false }
    var offset = range.lowerBound
    var previous: Range<Int>?
    while offset < range.upperBound {
      guard let key = part(of: bytes, at: &offset, end: range.upperBound),
        UTF8Validation.isValid(bytes, in: key),
        let value = part(of: bytes, at: &offset, end: range.upperBound),
        isCanonical(bytes, in: value, depthLimit: depthLimit - 1)
      else { return false }
      if let previous, !bytes[previous].lexicographicallyPrecedes(bytes[key]) { return false }
      previous = key
    }
    return true
  }
}
