// SPDX-License-Identifier: Apache-2.0

/// An add-wins set in the user's order: favourites, a playlist without repeats.
///
/// Membership as in `ORSet`. An element stands at the greatest of all places ever given to it, by
/// an insert that found it absent or by a move: so it never stands twice, whatever is inserted and
/// moved at the same time. After Martin Kleppmann, "Moving Elements in List CRDTs", PaPoC 2020,
/// https://martin.kleppmann.com/papers/list-move-papoc20.pdf.
///
/// Members that do not read as `Element` are kept, not shown, and not counted.
public struct OrderedORSet<Element: ReplicatedValue>: Sendable {
  private let shared: Shared<OrderedSetState>
  private let foreign: ForeignIndices

  init(_ shared: Shared<OrderedSetState>) {
    self.shared = shared
    foreign = ForeignIndices(shared.state.kinds, Element.self) {
      shared.look { $0.members }
    }
  }

  /// The members in order.
  ///
  /// - Complexity: O(*n*) in the number of members.
  @inlinable public var elements: [Element] { values.decoded(as: Element.self) }

  @usableFromInline var values: [Value] { shared.look { $0.members }.values }

  /// Whether an element is a member.
  ///
  /// - Complexity: O(1) on average.
  public func contains(_ element: Element) -> Bool {
    shared.look { $0.contains(ValueBytes(of: element)) }
  }

  /// The index of an element, or nil when it is no member.
  ///
  /// - Complexity: O(log *n*) in the number of slots.
  public func index(of element: Element) -> Int? {
    shared.look { $0.index(of: ValueBytes(of: element)) }.flatMap(foreign.shown)
  }

  /// Where a new element must hang to stand at an index.
  func placement(at index: Int, _ placing: PlacingContext) -> Placement {
    shared.look { $0.placement(at: foreign.whole(index), placing) }
  }

  /// Where the element at an index must hang to stand at another.
  func placement(moving source: Int, to target: Int, _ placing: PlacingContext) -> Placement {
    let position = MoveIndex.position(
      moving: foreign.whole(source), to: foreign.whole(moving: source, to: target))
    return shared.look { $0.placement(at: position, placing) }
  }
}

extension OrderedORSet: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }

  /// The number of members.
  public var endIndex: Int { shared.look { $0.count } - foreign.count }

  // The one that every collection has goes a long way to find it.
  /// The number of members.
  public var count: Int { endIndex }

  /// The element at an index.
  ///
  /// - Complexity: O(log *n*) in the number of slots.
  /// - Precondition: The index is from 0 up to, not including, `count`.
  public subscript(index: Int) -> Element {
    let stored = shared.look { $0.member(at: foreign.whole(index)) }
    guard let element = stored.decoded(as: Element.self) else {
      preconditionFailure("A value read as its type once and does not now.")
    }
    return element
  }
}

extension OrderedORSet: ReplicatedDatatype, StartsEmpty {
  /// The number that stands for the datatype in bytes.
  public static var datatype: DatatypeTag { .orderedORSet }

  /// Creates what a field shows.
  public init(_ field: StoredField) {
    guard case .orderedSet(let shared) = field.state else {
      self.init(Shared(OrderedSetState()))
      return
    }
    self.init(shared)
  }
}
