// SPDX-License-Identifier: Apache-2.0

extension Array: ReplicatedValue where Element: ReplicatedValue {
  /// The array in a document. (Bytes are far smaller as `Bytes`.)
  public var replicatedValue: Value { .array(map(\.replicatedValue)) }

  /// Creates an array, or nil when the document's value is none or an item is of another type.
  public init?(replicatedValue: Value) {
    guard case .array(let items) = replicatedValue else { return nil }
    self = []
    reserveCapacity(items.count)
    for item in items {
      guard let element = Element(replicatedValue: item) else { return nil }
      append(element)
    }
  }
}
