// SPDX-License-Identifier: Apache-2.0

extension String {
  /// Creates the text that some of the bytes of a number are as UTF-8, the most significant first.
  ///
  /// - Precondition: The number has them.
  @inline(__always)
  init(topOf number: UInt128, in range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= 16, "A number has fewer bytes.")
    // Safety: the bytes of a number are read while it is there, and it has as many.
    self = Swift.withUnsafeBytes(of: number.bigEndian) {
      String(decoding: UnsafeRawBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }
}

extension Array where Element == UInt8 {
  /// The number that eight bytes from an index on are, the least significant first.
  ///
  /// - Precondition: They are there.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    precondition(index >= 0 && index <= count - 8, "A word is outside the bytes.")
    // Safety: the eight bytes were just checked to be there.
    return withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }
  }

  /// The number that four bytes from an index on are, the least significant first.
  ///
  /// - Precondition: They are there.
  @inline(__always)
  func halfWord(at index: Int) -> UInt64 {
    precondition(index >= 0 && index <= count - 4, "A word is outside the bytes.")
    // Safety: the four bytes were just checked to be there.
    return withUnsafeBytes {
      UInt64(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: index, as: UInt32.self)))
    }
  }

  /// The number whose first bytes, the most significant first, are a part of the bytes; zeros
  /// follow.
  ///
  /// - Precondition: The part is of 1 to 16 bytes, and there are 16 up to its end.
  @inline(__always)
  func number(in range: Range<Int>) -> UInt128 {
    let high = word(at: range.upperBound - 16).byteSwapped
    let low = word(at: range.upperBound - 8).byteSwapped
    return (UInt128(high) &<< 64 | UInt128(low)) &<< UInt128(8 * (16 - range.count))
  }

  /// Appends the first bytes of a number, the most significant first.
  ///
  /// - Precondition: They are no more than it has.
  @inline(__always)
  mutating func append(topOf number: UInt128, count: Int) {
    precondition(count >= 0 && count <= 16, "A number has fewer bytes.")
    // Safety: the bytes of a number are read while it is there, and it has as many.
    Swift.withUnsafeBytes(of: number.bigEndian) {
      append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[..<count]))
    }
  }

  /// The same bytes in an array that has no room for more.
  var trimmed: [UInt8] {
    // Safety: the bytes are read while the array is there. A slice of all of it would share it.
    withUnsafeBytes { [UInt8]($0) }
  }

  /// Appends a part of other bytes.
  ///
  /// - Precondition: They have it.
  @inline(__always)
  mutating func append(_ other: [UInt8], in range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= other.count, "A part is outside the bytes.")
    // Safety: the part was just checked to be there, and is read while the other array is there.
    other.withUnsafeBytes { append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// Appends a number as eight bytes, the least significant first.
  @inline(__always)
  mutating func append(word: UInt64) {
    // Safety: the bytes of a number are read while it is there.
    Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) }
  }
}
