// SPDX-License-Identifier: Apache-2.0

extension Int: ReplicatedValue {
  /// The whole number in a document.
  public var replicatedValue: Value { .integer(Int64(self)) }

  /// Creates a whole number, or nil when the document's value is none or does not fit.
  public init?(replicatedValue: Value) { self.init(integerIn: replicatedValue) }
}

extension Int8: ReplicatedValue {
  /// The whole number in a document.
  public var replicatedValue: Value { .integer(Int64(self)) }

  /// Creates a whole number, or nil when the document's value is none or does not fit.
  public init?(replicatedValue: Value) { self.init(integerIn: replicatedValue) }
}

extension Int16: ReplicatedValue {
  /// The whole number in a document.
  public var replicatedValue: Value { .integer(Int64(self)) }

  /// Creates a whole number, or nil when the document's value is none or does not fit.
  public init?(replicatedValue: Value) { self.init(integerIn: replicatedValue) }
}

extension Int32: ReplicatedValue {
  /// The whole number in a document.
  public var replicatedValue: Value { .integer(Int64(self)) }

  /// Creates a whole number, or nil when the document's value is none or does not fit.
  public init?(replicatedValue: Value) { self.init(integerIn: replicatedValue) }
}

extension Int64: ReplicatedValue {
  /// The whole number in a document.
  public var replicatedValue: Value { .integer(Int64(self)) }

  /// Creates a whole number, or nil when the document's value is none or does not fit.
  public init?(replicatedValue: Value) { self.init(integerIn: replicatedValue) }
}

extension UInt8: ReplicatedValue {
  /// The whole number in a document.
  public var replicatedValue: Value { .integer(Int64(self)) }

  /// Creates a whole number, or nil when the document's value is none or does not fit.
  public init?(replicatedValue: Value) { self.init(integerIn: replicatedValue) }
}

extension UInt16: ReplicatedValue {
  /// The whole number in a document.
  public var replicatedValue: Value { .integer(Int64(self)) }

  /// Creates a whole number, or nil when the document's value is none or does not fit.
  public init?(replicatedValue: Value) { self.init(integerIn: replicatedValue) }
}

extension UInt32: ReplicatedValue {
  /// The whole number in a document.
  public var replicatedValue: Value { .integer(Int64(self)) }

  /// Creates a whole number, or nil when the document's value is none or does not fit.
  public init?(replicatedValue: Value) { self.init(integerIn: replicatedValue) }
}

extension FixedWidthInteger {
  /// Creates the whole number in a value, or nil when there is none or it does not fit.
  fileprivate init?(integerIn value: Value) {
    guard case .integer(let integer) = value else { return nil }
    self.init(exactly: integer)
  }
}
