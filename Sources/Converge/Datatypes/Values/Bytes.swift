// SPDX-License-Identifier: Apache-2.0

/// Bytes as a replicated value.
public struct Bytes: Hashable, Sendable {
  /// The bytes.
  public var bytes: [UInt8]

  /// Creates the value of the given bytes.
  public init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }
}

extension Bytes: ReplicatedValue {
  /// The bytes in a document.
  public var replicatedValue: Value { .bytes(bytes) }

  /// Creates bytes, or nil when the document's value is none.
  public init?(replicatedValue: Value) {
    guard case .bytes(let bytes) = replicatedValue else { return nil }
    self.init(bytes)
  }
}
