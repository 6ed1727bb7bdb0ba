// SPDX-License-Identifier: Apache-2.0

/// A map of records: update-wins, observed-remove.
///
/// Every operation on anything inside a record, removals included, is a write to it and to every
/// record around. A key is present while some write to it was not seen by any removal: a removal
/// loses to a concurrent update, and then the whole record stays. A key created anew starts empty.
/// After the observed-remove map of Riak (Russell Brown et al., "Riak DT Map", PaPEC 2014,
/// https://doi.org/10.1145/2596631.2596633), where it departs: there a concurrent update brings
/// back only its own part of the record.
public struct ORMap<Key: ReplicatedValue, Record: Schema>: Sendable {
  private let shared: Shared<MapState>
  private let replicas: ReplicaTable

  init(_ shared: Shared<MapState>, _ replicas: ReplicaTable) {
    self.shared = shared
    self.replicas = replicas
  }

  /// The keys present, ascending: integers by number, strings by their UTF-8 bytes, else by
  /// canonical bytes.
  ///
  /// Those of another type than `Key` are left out.
  ///
  /// - Complexity: O(*n* log *n*) in the number of keys.
  @inlinable public var keys: [Key] { keyValues.decoded(as: Key.self) }

  @usableFromInline var keyValues: [Value] { shared.look { $0.shownKeys }.values }

  /// The number of keys present that read as `Key`.
  ///
  /// - Complexity: O(*n*) in the number of keys for the library's own value types as long as all
  ///   keys are of it, else O(*n* log *n*).
  public var count: Int {
    shared.state.kinds.allRead(as: Key.self) ? shared.look { $0.shownCount } : keys.count
  }

  /// Whether a key is present.
  ///
  /// - Complexity: O(1) on average.
  public func contains(_ key: Key) -> Bool { shared.look { $0.contains(ValueBytes(of: key)) } }

  /// The record under a key, or nil when it is absent.
  ///
  /// - Complexity: O(1) on average.
  public subscript(key: Key) -> RecordView<Record>? {
    guard let fields = shared.look({ $0.record(ValueBytes(of: key)) }) else { return nil }
    return RecordView(fields, replicas)
  }
}

extension ORMap: Sequence {
  /// A key and what its record shows.
  public typealias Element = (key: Key, record: RecordView<Record>)

  /// Goes through the records present, ascending by key.
  public struct Iterator: IteratorProtocol {
    private let shared: Shared<MapState>
    private let replicas: ReplicaTable
    private let schema = SchemaBox(Record())
    private let rows: [Int]
    private var nextRow = 0

    init(_ shared: Shared<MapState>, _ replicas: ReplicaTable) {
      self.shared = shared
      self.replicas = replicas
      rows = shared.look { $0.shownRows }
    }

    /// Returns the next record and its key, or nil behind the last one.
    @inlinable
    public mutating func next() -> Element? {
      // Inlinable as the few other parts of views that know the app's types: elsewhere what stands
      // for a type is looked up at each call.
      while let value = nextKey() {
        if let key = Key(replicatedValue: value) { return (key, record) }
      }
      return nil
    }

    /// Goes to the next row and returns its key, or nil when there is none.
    @usableFromInline
    mutating func nextKey() -> Value? {
      guard nextRow < rows.count else { return nil }
      nextRow += 1
      return shared.look { $0.key(inRow: rows[nextRow - 1]) }.value
    }

    /// The record in the row that was gone to.
    @usableFromInline var record: RecordView<Record> {
      RecordView(shared, row: rows[nextRow - 1], replicas, schema)
    }
  }

  /// Returns an iterator over the records present, ascending by key.
  ///
  /// - Complexity: O(*n* log *n*) in the number of keys.
  public func makeIterator() -> Iterator { Iterator(shared, replicas) }
}

extension ORMap: ReplicatedDatatype, StartsEmpty {
  /// The number that stands for the datatype in bytes.
  public static var datatype: DatatypeTag { .orMap }

  /// Creates what a field shows.
  public init(_ field: StoredField) {
    guard case .map(let shared) = field.state else {
      self.init(Shared(MapState()), field.replicas)
      return
    }
    self.init(shared, field.replicas)
  }
}
