// SPDX-License-Identifier: Apache-2.0

/// A type whose values replicas exchange: the elements, keys and contents of datatypes.
///
/// Its identity in a document is that of the `Value` it becomes, not that of its own `==`.
/// A type conforms by naming the value that it is, and by reading it back:
///
///     struct Point: ReplicatedValue, Equatable {
///       var x: Int
///       var y: Int
///
///       init(x: Int, y: Int) {
///         self.x = x
///         self.y = y
///       }
///
///       var replicatedValue: Value { [x.replicatedValue, y.replicatedValue] }
///
///       init?(replicatedValue: Value) {
///         guard let numbers = [Int](replicatedValue: replicatedValue), numbers.count == 2 else {
///           return nil
///         }
///         self.init(x: numbers[0], y: numbers[1])
///       }
///     }
///
/// An enumeration with a raw type that conforms has both already.
public protocol ReplicatedValue: Sendable {
  /// The value that this is in a document.
  var replicatedValue: Value { get }

  /// Creates what a document's value stands for, or nil when it is of another type.
  init?(replicatedValue: Value)
}

extension ReplicatedValue where Self: RawRepresentable, RawValue: ReplicatedValue {
  /// The value that the raw value is in a document.
  public var replicatedValue: Value { rawValue.replicatedValue }

  /// Creates the case whose raw value a document's value stands for, or nil when there is none.
  public init?(replicatedValue: Value) {
    guard let rawValue = RawValue(replicatedValue: replicatedValue) else { return nil }
    self.init(rawValue: rawValue)
  }
}

extension Value: ReplicatedValue {
  /// The value itself.
  public var replicatedValue: Value { self }

  /// Creates the value itself.
  @inlinable
  public init(replicatedValue: Value) { self = replicatedValue }
}
