// SPDX-License-Identifier: Apache-2.0

extension Bool: ReplicatedValue {
  /// The truth value in a document.
  public var replicatedValue: Value { .bool(self) }

  /// Creates a truth value, or nil when the document's value is none.
  public init?(replicatedValue: Value) {
    guard case .bool(let bool) = replicatedValue else { return nil }
    self = bool
  }
}
