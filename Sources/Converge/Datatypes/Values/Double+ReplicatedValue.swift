// SPDX-License-Identifier: Apache-2.0

extension Double: ReplicatedValue {
  /// The floating-point number in a document.
  public var replicatedValue: Value { .double(self) }

  /// Creates a floating-point number, or nil when the document's value is none.
  public init?(replicatedValue: Value) {
    guard case .double(let double) = replicatedValue else { return nil }
    self = double
  }
}
