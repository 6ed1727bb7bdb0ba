// SPDX-License-Identifier: Apache-2.0

extension Dictionary: ReplicatedValue where Key == String, Value: ReplicatedValue {
  /// The map in a document.
  public var replicatedValue: Converge.Value {
    .map(ValueMap(lazy.map { ($0.key, $0.value.replicatedValue) }))
  }

  /// Creates a dictionary, or nil when the document's value is no map or one of its values is of
  /// another type.
  ///
  /// Of keys that Swift's `==` takes for equal though their bytes differ, the last by bytes counts.
  public init?(replicatedValue: Converge.Value) {
    guard case .map(let map) = replicatedValue else { return nil }
    self.init(minimumCapacity: map.count)
    for entry in map {
      guard let value = Value(replicatedValue: entry.value) else { return nil }
      if updateValue(value, forKey: entry.key) != nil {
        // The key that was there stayed, with its other bytes.
        removeValue(forKey: entry.key)
        self[entry.key] = value
      }
    }
  }
}
