// SPDX-License-Identifier: Apache-2.0

/// The replicas that a document has heard of, each with a small number.
///
/// The numbers are the document's own: they follow the order of first mention, differ between
/// documents, and never reach bytes or decide an order.
struct ReplicaTable: Sendable {
  /// Above this many replicas a dictionary pays; below, a scan of 16-byte ids is quicker.
  private static let scanLimit = 12

  private(set) var ids: [ReplicaID] = []
  private var numbers: [ReplicaID: Int] = [:]

  var count: Int { ids.count }

  subscript(number: Int) -> ReplicaID { ids[number] }

  /// The number of a replica, or nil when the table does not have it.
  func number(of id: ReplicaID) -> Int? {
    ids.count > Self.scanLimit ? numbers[id] : ids.firstIndex(of: id)
  }

  /// The number of a replica, given to it now when it is new.
  mutating func insert(_ id: ReplicaID) -> Int {
    if let known = number(of: id) { return known }
    ids.append(id)
    if ids.count == Self.scanLimit + 1 {
      for (number, id) in ids.enumerated() { numbers[id] = number }
    } else if ids.count > Self.scanLimit {
      numbers[id] = ids.count - 1
    }
    return ids.count - 1
  }

  /// Whether one dot comes before another: by replica id as bytes, then by counter.
  func precedes(_ first: LocalDot, _ second: LocalDot) -> Bool {
    first.replica == second.replica
      ? first.counter < second.counter : ids[first.replica] < ids[second.replica]
  }
}
