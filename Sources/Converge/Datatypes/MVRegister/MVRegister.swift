// SPDX-License-Identifier: Apache-2.0

/// A multi-value register (MV register): the values of all writes that no other write has seen.
///
/// Marc Shapiro et al., "A Comprehensive Study of Convergent and Commutative Replicated Data
/// Types", 2011, https://inria.hal.science/inria-00555588, section 3.2.2.
public struct MVRegister<Element: ReplicatedValue>: Sendable {
  private let state: RegisterState

  init(_ state: RegisterState) {
    self.state = state
  }

  /// The values, ascending by their canonical bytes: one, or several after concurrent writes of
  /// different values.
  ///
  /// - Complexity: O(*n* log *n*) in the number of values.
  @inlinable public var values: [Element] { distinctValues.decoded(as: Element.self) }

  @usableFromInline var distinctValues: [Value] {
    let written = state.writes.all.map(\.payload)
    return (written.count > 1 ? Set(written).sorted() : written).values
  }
}

extension MVRegister: ReplicatedDatatype, StartsEmpty {
  /// The number that stands for the datatype in bytes.
  public static var datatype: DatatypeTag { .mvRegister }

  /// Creates what a field shows.
  public init(_ field: StoredField) {
    guard case .mvRegister(let state) = field.state else {
      self.init(RegisterState())
      return
    }
    self.init(state)
  }
}
