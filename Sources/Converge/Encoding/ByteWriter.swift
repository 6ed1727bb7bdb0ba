// SPDX-License-Identifier: Apache-2.0

/// Bytes under construction, in the primitives of the format.
struct ByteWriter {
  /// The bytes written so far.
  var bytes: [UInt8]

  init(capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// The number of bytes written so far.
  var byteCount: Int { bytes.count }

  /// Forgets what was written, but keeps the room for it unless it is much.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.count <= Self.keptCapacity)
  }

  /// A page: more than nearly all transactions write.
  private static let keptCapacity = 4096

  mutating func appendByte(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func append(contentsOf other: some Sequence<UInt8>) {
    bytes.append(contentsOf: other)
  }

  mutating func append(_ slice: ArraySlice<UInt8>) {
    bytes.append(contentsOf: slice)
  }

  @inline(__always)
  mutating func append(_ short: ShortBytes) {
    bytes.append(topOf: short.top, count: short.count)
  }

  mutating func append(contentsOf other: [UInt8]) {
    bytes.append(contentsOf: other)
  }

  /// Appends a number as an unsigned LEB128 in its shortest form.
  mutating func appendVarint(_ value: UInt64) {
    Varint.append(value, to: &bytes)
  }

  /// Appends a count, length or index.
  ///
  /// - Precondition: It is not negative.
  mutating func appendVarint(_ value: Int) {
    Varint.append(UInt64(value), to: &bytes)
  }

  /// Appends a signed number as a varint: 0, -1, 1, -2, … are 0, 1, 2, 3, ….
  mutating func appendZigzag(_ value: Int64) {
    Varint.append(UInt64(bitPattern: (value &<< 1) ^ (value &>> 63)), to: &bytes)
  }

  /// Appends four bytes, the least significant first.
  mutating func appendUInt32(_ value: UInt32) {
    for shift in stride(from: 0 as UInt32, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value &>> shift))
    }
  }

  /// Appends eight bytes, the least significant first.
  mutating func appendUInt64(_ value: UInt64) {
    bytes.append(word: value)
  }

  /// Appends a text's UTF-8 after its length.
  mutating func appendString(_ text: String) {
    let utf8 = text.utf8
    appendVarint(utf8.count)
    bytes.append(contentsOf: utf8)
  }

  /// Appends bytes after their length.
  mutating func appendBlob(_ blob: [UInt8]) {
    appendVarint(blob.count)
    bytes.append(contentsOf: blob)
  }

  /// Appends bytes after their length.
  mutating func appendBlob(_ blob: ArraySlice<UInt8>) {
    appendVarint(blob.count)
    bytes.append(contentsOf: blob)
  }

  /// Appends a value's canonical bytes after their length.
  mutating func appendValue(_ value: ValueBytes) {
    appendVarint(value.byteCount)
    append(value)
  }

  /// Appends a value's canonical bytes.
  mutating func append(_ value: ValueBytes) {
    value.append(to: &bytes)
  }

  /// Appends a replica id's sixteen bytes.
  mutating func appendReplicaID(_ replica: ReplicaID) {
    let bytes = UInt128(replica.high) &<< 64 | UInt128(replica.low)
    self.bytes.append(topOf: bytes, count: ReplicaID.byteCount)
  }

  /// Appends what the body writes after its length.
  mutating func appendSection<Failure: Error>(
    _ body: (inout ByteWriter) throws(Failure) -> Void
  ) throws(Failure) {
    let start = beginSection()
    do {
      try body(&self)
    } catch {
      bytes.removeSubrange((start - 1)...)
      throw error
    }
    endSection(start)
  }

  /// Begins a section: what is appended until its end will stand behind its length.
  ///
  /// - Returns: Where it starts, for `endSection`.
  mutating func beginSection() -> Int {
    // Room for the length, which mostly takes one byte: so the section is written where it stays.
    bytes.append(0)
    return bytes.count
  }

  /// Ends the section that starts at a place.
  mutating func endSection(_ start: Int) {
    let count = UInt64(bytes.count - start)
    guard count >= 0x80 else {
      bytes[start - 1] = UInt8(truncatingIfNeeded: count)
      return
    }
    var length: [UInt8] = []
    Varint.append(count, to: &length)
    bytes.replaceSubrange(start - 1..<start, with: length)
  }
}
