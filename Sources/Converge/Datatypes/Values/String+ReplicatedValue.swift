// SPDX-License-Identifier: Apache-2.0

extension String: ReplicatedValue {
  /// The text in a document.
  public var replicatedValue: Value { .string(self) }

  /// Creates a text, or nil when the document's value is none.
  public init?(replicatedValue: Value) {
    guard case .string(let text) = replicatedValue else { return nil }
    self = text
  }
}
