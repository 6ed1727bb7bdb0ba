// SPDX-License-Identifier: Apache-2.0

/// A last-writer-wins register (LWW register): one value, that of the greatest write.
///
/// Greatest by hybrid timestamp, then replica id. Paul R. Johnson and Robert H. Thomas, "The
/// Maintenance of Duplicate Databases", RFC 677, 1975; Marc Shapiro et al., "A Comprehensive Study
/// of Convergent and Commutative Replicated Data Types", 2011,
/// https://inria.hal.science/inria-00555588, section 3.2.1. It departs from both in keeping the
/// values of concurrent writes, so that an app can show what lost a conflict.
public struct LWWRegister<Element: ReplicatedValue>: Sendable {
  private let state: RegisterState
  private let replicas: ReplicaTable
  @usableFromInline let fallback: Value?

  init(_ state: RegisterState, _ replicas: ReplicaTable, default fallback: Value?) {
    self.state = state
    self.replicas = replicas
    self.fallback = fallback
  }

  /// The value; the field's default where nothing is set, or a value of another type.
  @inlinable
  public var value: Element {
    if let set = winner, let value = Element(replicatedValue: set) { return value }
    guard let value = Element(replicatedValue: fallback ?? .null) else {
      preconditionFailure("A register's default does not read back as its type.")
    }
    return value
  }

  @usableFromInline var winner: Value? { state.writes.winner?.payload.value }

  /// Whether a value was ever set, if only to nothing.
  public var isSet: Bool { !state.writes.isEmpty }

  /// The values of writes made at the same time as the winner by replicas that had not seen it,
  /// the greatest first.
  ///
  /// - Complexity: O(*n* log *n*) in the number of such writes.
  public var conflicts: [Element] {
    if state.writes.rivals.isEmpty { return [] }
    return state.writes.descending(replicas).dropFirst()
      .compactMap { $0.payload.decoded(as: Element.self) }
  }
}

extension LWWRegister: ReplicatedDatatype {
  /// The number that stands for the datatype in bytes.
  public static var datatype: DatatypeTag { .lwwRegister }

  /// Creates what a field shows.
  public init(_ field: StoredField) {
    guard case .lwwRegister(let state) = field.state else {
      self.init(RegisterState(), field.replicas, default: field.defaultValue)
      return
    }
    self.init(state, field.replicas, default: field.defaultValue)
  }
}

extension LWWRegister: StartsEmpty where Element: ExpressibleByNilLiteral {}
