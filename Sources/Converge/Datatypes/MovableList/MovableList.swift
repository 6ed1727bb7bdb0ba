// SPDX-License-Identifier: Apache-2.0

/// A list whose elements can be moved and replaced: equal values are fine.
///
/// Elements are named by their insert. Place and value are last-writer-wins, apart from each
/// other, so that moving and replacing one element at the same time do both. A removal is final:
/// it beats concurrent moves and replacements. After Martin Kleppmann, "Moving Elements in List
/// CRDTs", PaPoC 2020, https://martin.kleppmann.com/papers/list-move-papoc20.pdf, with removals as
/// in its section 4 decided for the removal.
///
/// Elements that do not read as `Element` are kept, not shown, and not counted.
public struct MovableList<Element: ReplicatedValue>: Sendable {
  private let shared: Shared<ListState>
  private let foreign: ForeignIndices

  init(_ shared: Shared<ListState>) {
    self.shared = shared
    foreign = ForeignIndices(shared.state.kinds, Element.self) {
      shared.look { $0.shownValues }
    }
  }

  /// The elements in order.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  @inlinable public var elements: [Element] { values.decoded(as: Element.self) }

  @usableFromInline var values: [Value] { shared.look { $0.shownValues }.values }

  /// Where a new element must hang to stand at an index.
  func placement(at index: Int, _ placing: PlacingContext) -> Placement {
    shared.look { $0.placement(at: foreign.whole(index), placing) }
  }

  /// The name of the element at an index.
  func name(at index: Int) -> LocalDot { shared.look { $0.element(at: foreign.whole(index)) } }

  /// Where the element at an index must hang to stand at another.
  func placement(moving source: Int, to target: Int, _ placing: PlacingContext) -> Placement {
    let position = MoveIndex.position(
      moving: foreign.whole(source), to: foreign.whole(moving: source, to: target))
    return shared.look { $0.placement(at: position, placing) }
  }
}

extension MovableList: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }

  /// The number of elements.
  public var endIndex: Int { shared.look { $0.count } - foreign.count }

  // The one that every collection has goes a long way to find it.
  /// The number of elements.
  public var count: Int { endIndex }

  /// The element at an index.
  ///
  /// - Complexity: O(log *n*) in the number of slots.
  /// - Precondition: The index is from 0 up to, not including, `count`.
  public subscript(index: Int) -> Element {
    let stored = shared.look { $0.value(at: foreign.whole(index)) }
    guard let element = stored.decoded(as: Element.self) else {
      preconditionFailure("A value read as its type once and does not now.")
    }
    return element
  }
}

extension MovableList: ReplicatedDatatype, StartsEmpty {
  /// The number that stands for the datatype in bytes.
  public static var datatype: DatatypeTag { .movableList }

  /// Creates what a field shows.
  public init(_ field: StoredField) {
    guard case .list(let shared) = field.state else {
      self.init(Shared(ListState()))
      return
    }
    self.init(shared)
  }
}
