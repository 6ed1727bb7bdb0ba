// SPDX-License-Identifier: Apache-2.0

/// A value that replicas exchange: what registers hold, sets contain and keys are.
///
/// Values are equal when their canonical bytes are. So `é` and `e` + U+0301 differ, `1`, `1.0`,
/// `true` and `"1"` differ, `-0.0` and `0.0` differ, and every NaN is one value.
///
/// A value that is written to a document nests arrays and maps at most 64 deep.
public enum Value: Sendable {
  /// Nothing.
  case null

  /// A truth value.
  case bool(Bool)

  /// A whole number.
  case integer(Int64)

  /// A floating-point number.
  case double(Double)

  /// A text, which is its UTF-8 bytes.
  case string(String)

  /// Bytes.
  case bytes([UInt8])

  /// A moment, in milliseconds since 1970.
  case date(milliseconds: Int64)

  /// A universally unique identifier, its bytes big-endian in two halves.
  case uuid(high: UInt64, low: UInt64)

  /// Values in a row.
  case array([Value])

  /// Values under texts.
  case map(ValueMap)

  /// The canonical bytes of a value that a later version writes, kept as they came.
  ///
  /// The first byte is 0x40 or more. Other bytes are no such value: this version then takes them
  /// for `bytes`.
  case unknown([UInt8])
}

extension Value: Hashable {
  /// Returns whether both values have the same canonical bytes.
  public static func == (lhs: Value, rhs: Value) -> Bool {
    switch (lhs, rhs) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    default: ValueBytes(ofAnyDepth: lhs) == ValueBytes(ofAnyDepth: rhs)
    }
  }

  /// Feeds the canonical bytes to a hasher.
  public func hash(into hasher: inout Hasher) {
    ValueBytes(ofAnyDepth: self).hash(into: &hasher)
  }
}
