// SPDX-License-Identifier: Apache-2.0

/// The small numbers that an author gave to other replicas and to field names, each at its first
/// mention in the author's own changes.
///
/// They only grow, in the order of the author's changes; so everyone who has applied those reads
/// a number alike. Replicas count from 1, names from 1.
struct AuthorNumbers: Sendable {
  /// The document's number of the author's first, second, … replica.
  private(set) var replicas: [Int] = []
  private(set) var names: [[UInt8]] = []
  /// The first bytes of each name, which tell it from most others.
  private(set) var nameHeads: [FieldKey.Head] = []
  /// The author's number of each of the document's replicas, 0 for none.
  private var numbers: [Int] = []
  /// The author's number of each name, once there are more than a scan finds quickly.
  private var nameNumbers: [[UInt8]: Int] = [:]
  private static let scanLimit = 16
  /// So many there is room for from the first on.
  private static let usualCount = 4

  /// The author's number of a replica, or nil when it was not mentioned yet.
  func number(ofReplica replica: Int) -> Int? {
    replica < numbers.count && numbers[replica] > 0 ? numbers[replica] : nil
  }

  /// The author's number of a field name, or nil when it was not mentioned yet.
  func number(ofName name: [UInt8]) -> Int? {
    names.count > Self.scanLimit ? nameNumbers[name] : names.firstIndex(of: name).map { $0 + 1 }
  }

  /// The key of the field whose name has a number, which must be there.
  func key(_ number: Int, _ datatype: DatatypeTag) -> FieldKey {
    FieldKey(name: names[number - 1], datatype: datatype)
  }

  /// Notes the first mention of a replica, under the next number.
  mutating func append(replica: Int) {
    if replicas.isEmpty {
      replicas.reserveCapacity(Self.usualCount)
      numbers.reserveCapacity(Swift.max(replica + 1, Self.usualCount))
    }
    replicas.append(replica)
    while numbers.count <= replica { numbers.append(0) }
    numbers[replica] = replicas.count
  }

  /// Notes the first mention of a name, under the next number.
  mutating func append(name: [UInt8]) {
    if names.isEmpty {
      names.reserveCapacity(Self.usualCount)
      nameHeads.reserveCapacity(Self.usualCount)
    }
    names.append(name)
    nameHeads.append(FieldKey.Head(name))
    if names.count == Self.scanLimit + 1 {
      for (place, name) in names.enumerated() { nameNumbers[name] = place + 1 }
    } else if names.count > Self.scanLimit {
      nameNumbers[name] = names.count
    }
  }

  /// How many replicas and names are noted.
  var mark: (replicas: Int, names: Int) { (replicas.count, names.count) }

  /// Forgets what was noted after a mark.
  mutating func truncate(to mark: (replicas: Int, names: Int)) {
    for replica in replicas[mark.replicas...] { numbers[replica] = 0 }
    replicas.removeSubrange(mark.replicas...)
    let rest = names[..<mark.names]
    guard rest.count < names.count else { return }
    names = []
    nameHeads = []
    nameNumbers = [:]
    for name in rest { append(name: name) }
  }
}
