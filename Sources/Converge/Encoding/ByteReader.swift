// SPDX-License-Identifier: Apache-2.0

/// A place in bytes from outside, which checks every read and never traps.
///
/// Offsets count from the start of the whole array, also in a section's reader. A read that throws
/// leaves the reader where it was.
///
/// Invariant: 0 <= `offset` <= `end` <= the array's count.
struct ByteReader {
  /// The whole array that the reader stands in.
  let bytes: [UInt8]

  /// Where the next read begins.
  private(set) var offset: Int

  /// Where the reader's part of the array ends.
  let end: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    offset = 0
    end = bytes.count
  }

  /// Creates a reader of a part of an array; what lies outside the array is left out.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    let range = range.clamped(to: 0..<bytes.count)
    self.bytes = bytes
    offset = range.lowerBound
    end = range.upperBound
  }

  /// The number of bytes not yet read.
  var remaining: Int { end - offset }

  var isAtEnd: Bool { offset == end }

  /// The next byte, or nil at the end.
  var nextByte: UInt8? { offset < end ? bytes[offset] : nil }

  /// Goes back to where the reader was before.
  ///
  /// - Precondition: The offset is no further on than it is now.
  mutating func rewind(to offset: Int) {
    precondition(offset <= self.offset, "A reader is rewound forwards.")
    self.offset = offset
  }

  mutating func readByte() throws(WireError) -> UInt8 {
    guard offset < end else { throw .truncated(offset: offset) }
    let byte = bytes[offset]
    offset += 1
    return byte
  }

  /// Reads a number as an unsigned LEB128 in its shortest form, of at most 64 bits.
  mutating func readVarint() throws(WireError) -> UInt64 {
    if offset < end {
      let byte = bytes[offset]
      if byte < 0x80 {
        offset += 1
        return UInt64(byte)
      }
    }
    return try readLongVarint()
  }

  private mutating func readLongVarint() throws(WireError) -> UInt64 {
    do {
      return try Varint.read(bytes, at: &offset, end: end)
    } catch {
      switch error {
      case .truncated: throw .truncated(offset: offset)
      case .notCanonical: throw .notCanonical(offset: offset)
      }
    }
  }

  mutating func readZigzag() throws(WireError) -> Int64 {
    let value = try readVarint()
    return Int64(bitPattern: (value &>> 1) ^ (0 &- (value & 1)))
  }

  /// Reads a varint that is a count of items still to come, each of so many bytes or more.
  ///
  /// - Throws: `WireError.truncated` if the bytes left cannot hold as many, so that room for them
  ///   may be made at once.
  mutating func readCount(minimumBytesEach: Int = 1) throws(WireError) -> Int {
    let start = offset
    let count = try readVarint()
    guard count <= UInt64(remaining / max(1, minimumBytesEach)) else {
      offset = start
      throw .truncated(offset: start)
    }
    return Int(count)
  }

  /// Reads a count as `readCount(minimumBytesEach:)` does, within a limit.
  mutating func readCount(
    minimumBytesEach: Int = 1, limit: Int, named name: DecodingLimits.Limit
  ) throws(WireError) -> Int {
    let start = offset
    let count = try readCount(minimumBytesEach: minimumBytesEach)
    guard count <= limit else {
      offset = start
      throw .limitExceeded(name, value: UInt64(count), offset: start)
    }
    return count
  }

  /// Reads a varint below a bound: an index into a table of so many entries.
  ///
  /// - Throws: `WireError.invalidReference` if the number is not below the bound.
  mutating func readIndex(below bound: Int) throws(WireError) -> Int {
    let start = offset
    let index = try readVarint()
    guard let index = Int(exactly: index), index < bound else {
      offset = start
      throw .invalidReference(offset: start)
    }
    return index
  }

  mutating func readUInt32() throws(WireError) -> UInt32 {
    UInt32(truncatingIfNeeded: bytes.halfWord(at: try readRange(count: 4).lowerBound))
  }

  mutating func readUInt64() throws(WireError) -> UInt64 {
    bytes.word(at: try readRange(count: 8).lowerBound)
  }

  /// Passes over so many bytes and returns where they stand in the whole array.
  mutating func readRange(count: Int) throws(WireError) -> Range<Int> {
    guard count >= 0, count <= remaining else { throw .truncated(offset: offset) }
    let start = offset
    offset = start + count
    return start..<offset
  }

  mutating func readBytes(count: Int) throws(WireError) -> [UInt8] {
    Array(bytes[try readRange(count: count)])
  }

  /// Passes over bytes behind their length and returns where they stand in the whole array.
  mutating func readBlobRange() throws(WireError) -> Range<Int> {
    let count = try readCount()
    return offset..<advance(by: count)
  }

  /// Reads bytes behind their length.
  mutating func readBlob() throws(WireError) -> [UInt8] {
    Array(bytes[try readBlobRange()])
  }

  /// Reads bytes behind their length, of at most so many.
  mutating func readBlob(
    limit: Int, named name: DecodingLimits.Limit
  ) throws(WireError) -> [UInt8] {
    let count = try readCount(limit: limit, named: name)
    return Array(bytes[offset..<advance(by: count)])
  }

  /// Returns a reader of the bytes behind their length, and passes over them.
  mutating func readSection() throws(WireError) -> ByteReader {
    ByteReader(bytes, in: try readBlobRange())
  }

  /// Reads a text as UTF-8 behind its length.
  mutating func readString(limitBytes: Int = .max) throws(WireError) -> String {
    let start = offset
    let count = try readCount(limit: limitBytes, named: .nameBytes)
    let range = offset..<advance(by: count)
    guard UTF8Validation.isValid(bytes, in: range) else {
      offset = start
      throw .invalidText(offset: start)
    }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// Reads a value's canonical bytes behind their length, and checks them.
  mutating func readValue(limits: DecodingLimits = .default) throws(WireError) -> ValueBytes {
    let start = offset
    let count = try readCount(limit: limits.maximumValueBytes, named: .valueBytes)
    let range = offset..<advance(by: count)
    guard ValueBytes.validate(bytes, in: range, depthLimit: limits.maximumNestingDepth) else {
      offset = start
      throw .invalidValue(offset: start)
    }
    return ValueBytes(unchecked: bytes, in: range)
  }

  mutating func readReplicaID() throws(WireError) -> ReplicaID {
    let start = try readRange(count: ReplicaID.byteCount).lowerBound
    return ReplicaID(
      high: bytes.word(at: start).byteSwapped, low: bytes.word(at: start + 8).byteSwapped)
  }

  /// Checks that everything was read.
  ///
  /// - Throws: `WireError.trailingBytes` if it was not.
  func expectEnd() throws(WireError) {
    guard offset == end else { throw .trailingBytes(offset: offset) }
  }

  /// Passes over bytes that were checked to be there.
  private mutating func advance(by count: Int) -> Int {
    offset += count
    return offset
  }
}
