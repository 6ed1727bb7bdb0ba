// SPDX-License-Identifier: Apache-2.0

extension Optional: ReplicatedValue where Wrapped: ReplicatedValue {
  /// The wrapped value in a document, or `null`.
  public var replicatedValue: Value { self?.replicatedValue ?? .null }

  /// Creates nothing from `null`, else the wrapped value, or fails when that is of another type.
  public init?(replicatedValue: Value) {
    if case .null = replicatedValue {
      self = .none
    } else if let wrapped = Wrapped(replicatedValue: replicatedValue) {
      self = .some(wrapped)
    } else {
      return nil
    }
  }
}
