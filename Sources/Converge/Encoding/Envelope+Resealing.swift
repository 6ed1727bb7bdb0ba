// SPDX-License-Identifier: Apache-2.0

extension Envelope {
  /// The bytes with their last four made a checksum that fits, so that a decoder looks inside.
  ///
  /// For whoever fuzzes a decoder, who would otherwise fuzz the checksum.
  package static func resealed(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 4 else { return bytes }
    var writer = ByteWriter(capacity: bytes.count)
    writer.append(contentsOf: bytes.dropLast(4))
    writer.appendUInt32(UInt32(truncatingIfNeeded: XXHash64.hash(writer.bytes)))
    return writer.bytes
  }
}
