// SPDX-License-Identifier: Apache-2.0

/// The identity of one document, eight bytes that its replicas share.
///
/// Bytes that carry another document's id are refused, never mixed in.
public struct DocumentID: Hashable, Sendable {
  /// The number of bytes of an id.
  public static let byteCount = 8

  /// The id as a number.
  public let value: UInt64

  /// Creates the id with the given number.
  public init(_ value: UInt64) {
    self.value = value
  }
}

extension DocumentID: CustomStringConvertible {
  /// The id as sixteen hexadecimal digits.
  public var description: String { value.hexadecimal }
}
