// SPDX-License-Identifier: Apache-2.0

/// Why bytes from a store or a peer were refused.
///
/// Each case carries the offset, from the start of the bytes, of the item that is at fault.
public enum WireError: Error, Hashable, Sendable {
  /// The item needs more bytes than are left.
  case truncated(offset: Int)

  /// Bytes are left after the last item.
  case trailingBytes(offset: Int)

  /// The bytes do not open as this format does.
  case wrongFormat(offset: Int)

  /// The bytes are of a version of the format that cannot be read.
  case unsupportedVersion(UInt8)

  /// The checksum at the offset is not that of the bytes.
  case checksumMismatch(offset: Int)

  /// The bytes are those of another document; of which, only a snapshot tells.
  case otherDocument(expected: DocumentID, found: DocumentID?)

  /// The item is not in its one canonical form: a longer number, or entries out of order.
  case notCanonical(offset: Int)

  /// The item is not valid UTF-8.
  case invalidText(offset: Int)

  /// The item is not a value in canonical form.
  case invalidValue(offset: Int)

  /// The item is a kind, number or flag that cannot stand here.
  case invalidItem(offset: Int)

  /// The item refers to a replica, field or place that is not there.
  case invalidReference(offset: Int)

  /// The item exceeds one of the limits for decoding.
  case limitExceeded(DecodingLimits.Limit, value: UInt64, offset: Int)
}
