// SPDX-License-Identifier: Apache-2.0

/// An add-wins set (observed-remove set, OR-set): an element is a member when some insert of it was
/// not seen by any removal.
///
/// Annette Bieniusa et al., "An Optimized Conflict-free Replicated Set", 2012,
/// https://arxiv.org/abs/1210.3368: no tombstones. Elements are told apart by their canonical
/// bytes: `"\u{E9}"` and `"e\u{301}"` are two.
public struct ORSet<Element: ReplicatedValue>: Sendable {
  private let shared: Shared<SetState>

  init(_ shared: Shared<SetState>) {
    self.shared = shared
  }

  /// The number of members that read as `Element`.
  ///
  /// - Complexity: O(1) for the library's own value types as long as all members are of it, else
  ///   O(*n* log *n*).
  public var count: Int {
    shared.state.kinds.allRead(as: Element.self) ? shared.look { $0.count } : elements.count
  }

  /// Whether there is no member that reads as `Element`.
  ///
  /// - Complexity: That of `count`.
  public var isEmpty: Bool { count == 0 }

  /// Whether an element is a member.
  ///
  /// - Complexity: O(1) on average.
  public func contains(_ element: Element) -> Bool {
    shared.look { $0.contains(ValueBytes(of: element)) }
  }

  /// The members, ascending: integers by number, strings by their UTF-8 bytes, else by canonical
  /// bytes.
  ///
  /// Those of another type than `Element` are left out.
  ///
  /// - Complexity: O(*n* log *n*) in the number of members.
  @inlinable public var elements: [Element] { values.decoded(as: Element.self) }

  @usableFromInline var values: [Value] { shared.look { $0.sortedMembers }.values }
}

extension ORSet: Sequence {
  /// Returns an iterator over the members, ascending.
  public func makeIterator() -> IndexingIterator<[Element]> {
    elements.makeIterator()
  }
}

extension ORSet: ReplicatedDatatype, StartsEmpty {
  /// The number that stands for the datatype in bytes.
  public static var datatype: DatatypeTag { .orSet }

  /// Creates what a field shows.
  public init(_ field: StoredField) {
    guard case .set(let shared) = field.state else {
      self.init(Shared(SetState()))
      return
    }
    self.init(shared)
  }
}
