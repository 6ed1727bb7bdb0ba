// SPDX-License-Identifier: Apache-2.0

/// A counter that goes up and down (positive-negative counter): the sum of all increments.
///
/// Marc Shapiro et al., "A Comprehensive Study of Convergent and Commutative Replicated Data
/// Types", 2011, https://inria.hal.science/inria-00555588, section 3.1.3. One signed sum a replica
/// stands for the paper's two.
public struct PNCounter: Sendable {
  private let state: CounterState

  init(_ state: CounterState) {
    self.state = state
  }

  /// The sum: 64 bits, wrapping, since saturation would depend on the order.
  ///
  /// - Complexity: O(*n*) in the number of replicas; inside a record, of increments.
  public var value: Int64 { state.sum }
}

extension PNCounter: ReplicatedDatatype, StartsEmpty {
  /// The number that stands for the datatype in bytes.
  public static var datatype: DatatypeTag { .pnCounter }

  /// Creates what a field shows.
  public init(_ field: StoredField) {
    guard case .counter(let state) = field.state else {
      self.init(CounterState())
      return
    }
    self.init(state)
  }
}
