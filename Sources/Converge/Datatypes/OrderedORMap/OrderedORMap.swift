// SPDX-License-Identifier: Apache-2.0

/// A map of records in the user's order: a to-do list, a shelf.
///
/// Presence and contents as in `ORMap`, places as in `OrderedORSet`. Inserting a key is a write
/// even without content; writing to an absent key puts it at the end; a move is no write.
///
/// Keys that do not read as `Key` are kept, not shown, and not counted.
public struct OrderedORMap<Key: ReplicatedValue, Record: Schema>: Sendable {
  private let shared: Shared<OrderedMapState>
  private let replicas: ReplicaTable
  private let foreign: ForeignIndices

  init(_ shared: Shared<OrderedMapState>, _ replicas: ReplicaTable) {
    self.shared = shared
    self.replicas = replicas
    foreign = ForeignIndices(shared.state.kinds, Key.self) {
      shared.look { $0.shownKeys }
    }
  }

  /// The keys in order.
  ///
  /// - Complexity: O(*n*) in the number of keys.
  @inlinable public var keys: [Key] { keyValues.decoded(as: Key.self) }

  @usableFromInline var keyValues: [Value] { shared.look { $0.shownKeys }.values }

  /// Whether a key is present.
  ///
  /// - Complexity: O(1) on average.
  public func contains(_ key: Key) -> Bool { shared.look { $0.contains(ValueBytes(of: key)) } }

  /// The index of a key, or nil when it is absent.
  ///
  /// - Complexity: O(log *n*) in the number of slots.
  public func index(of key: Key) -> Int? {
    shared.look { $0.index(of: ValueBytes(of: key)) }.flatMap(foreign.shown)
  }

  /// The record under a key, or nil when it is absent.
  ///
  /// - Complexity: O(1) on average.
  public subscript(key key: Key) -> RecordView<Record>? {
    guard let fields = shared.look({ $0.record(ValueBytes(of: key)) }) else { return nil }
    return RecordView(fields, replicas)
  }

  /// Where a new record must hang to stand at an index.
  func placement(at index: Int, _ placing: PlacingContext) -> Placement {
    shared.look { $0.placement(at: foreign.whole(index), placing) }
  }

  /// Where the record at an index must hang to stand at another.
  func placement(moving source: Int, to target: Int, _ placing: PlacingContext) -> Placement {
    let position = MoveIndex.position(
      moving: foreign.whole(source), to: foreign.whole(moving: source, to: target))
    return shared.look { $0.placement(at: position, placing) }
  }
}

extension OrderedORMap: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }

  /// The number of keys.
  public var endIndex: Int { shared.look { $0.count } - foreign.count }

  // The one that every collection has goes a long way to find it.
  /// The number of keys.
  public var count: Int { endIndex }

  /// The key at an index.
  ///
  /// - Complexity: O(log *n*) in the number of slots.
  /// - Precondition: The index is from 0 up to, not including, `count`.
  public subscript(index: Int) -> Key {
    let stored = shared.look { $0.key(at: foreign.whole(index)) }
    guard let key = stored.decoded(as: Key.self) else {
      preconditionFailure("A value read as its type once and does not now.")
    }
    return key
  }
}

extension OrderedORMap: ReplicatedDatatype, StartsEmpty {
  /// The number that stands for the datatype in bytes.
  public static var datatype: DatatypeTag { .orderedORMap }

  /// Creates what a field shows.
  public init(_ field: StoredField) {
    guard case .orderedMap(let shared) = field.state else {
      self.init(Shared(OrderedMapState()), field.replicas)
      return
    }
    self.init(shared, field.replicas)
  }
}
