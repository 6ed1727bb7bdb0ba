// SPDX-License-Identifier: Apache-2.0

/// What stands around everything that travels or is stored.
///
/// ```
/// byte 0       C0 + version·4 + kind        version 1
/// next 8       document id, little-endian; of changes the 4 bytes of its mark only
/// …            payload
/// last 4       the low half of the XXH64 of all bytes before, little-endian
/// ```
package enum Envelope {
  /// What a payload is.
  enum Kind: UInt8, Sendable {
    case change = 0
    case batch = 1
    case snapshot = 2
  }

  static let version: UInt8 = 1
  private static let magic: UInt8 = 0xC0
  private static let checksumBytes = 4

  /// What stands around a change alone.
  static let bytesAroundChange = 1 + 4 + checksumBytes

  /// Writes an envelope around a payload.
  static func seal(
    _ kind: Kind, _ document: DocumentID, capacity: Int = 0,
    _ payload: (inout ByteWriter) -> Void
  ) -> [UInt8] {
    var writer = ByteWriter(capacity: capacity + 16)
    writer.appendByte(magic | version << 2 | kind.rawValue)
    switch kind {
    case .snapshot: writer.appendUInt64(document.value)
    case .change, .batch: writer.appendUInt32(document.mark)
    }
    payload(&writer)
    writer.appendUInt32(UInt32(truncatingIfNeeded: XXHash64.hash(writer.bytes)))
    return writer.bytes
  }

  /// Checks an envelope, and that it is of a document when one is given.
  ///
  /// - Returns: What is inside, of which document (where the bytes say it whole), and where.
  /// - Throws: `WireError.limitExceeded`, `truncated`, `wrongFormat`, `unsupportedVersion`,
  ///   `checksumMismatch` or `otherDocument`.
  static func open(
    _ bytes: [UInt8], document: DocumentID?, limits: DecodingLimits
  ) throws(WireError) -> (kind: Kind, document: DocumentID?, payload: ByteReader) {
    guard bytes.count <= limits.maximumBytes else {
      throw .limitExceeded(.bytes, value: UInt64(bytes.count), offset: 0)
    }
    var reader = ByteReader(bytes)
    let first = try reader.readByte()
    guard first & 0xF0 == magic else { throw .wrongFormat(offset: 0) }
    guard first >> 2 & 3 == version else { throw .unsupportedVersion(first >> 2 & 3) }
    guard let kind = Kind(rawValue: first & 3) else { throw .wrongFormat(offset: 0) }
    let isWhole = kind == .snapshot
    let id = isWhole ? DocumentID(try reader.readUInt64()) : nil
    let mark = isWhole ? id?.mark : try reader.readUInt32()
    let end = bytes.count - checksumBytes
    guard end >= reader.offset else { throw .truncated(offset: bytes.count) }
    var tail = ByteReader(bytes, in: end..<bytes.count)
    let checksum = try tail.readUInt32()
    guard checksum == UInt32(truncatingIfNeeded: XXHash64.hash(bytes, in: 0..<end)) else {
      throw .checksumMismatch(offset: end)
    }
    if let document, isWhole ? document != id : document.mark != mark {
      throw .otherDocument(expected: document, found: id)
    }
    return (kind, id, ByteReader(bytes, in: reader.offset..<end))
  }
}

extension DocumentID {
  /// What small messages carry of the id, to tell documents apart: four bytes.
  var mark: UInt32 { UInt32(truncatingIfNeeded: value ^ value >> 32) }
}
