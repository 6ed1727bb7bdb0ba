// SPDX-License-Identifier: Apache-2.0

/// Which fields each change of a run touches; nil where that is not known, as of an app's action.
struct TouchedFields {
  private let table: FieldTable
  private var indices: [[[Int]?]]

  init(replicaCount: Int, table: FieldTable) {
    self.table = table
    indices = Array(repeating: [], count: replicaCount)
  }

  /// Makes room for so many changes of each replica.
  mutating func reserveCapacity(_ count: Int) {
    for replica in indices.indices { indices[replica].reserveCapacity(count) }
  }

  /// Notes what the next change of a replica touches.
  mutating func append(_ fields: [Int]?, by replica: Int) {
    indices[replica].append(fields)
  }

  /// The fields, each perhaps several times.
  func indices(of change: History.ChangeReference) -> [Int]? {
    indices[change.replica][change.number - 1]
  }

  /// Their names as UTF-8.
  func names(of change: History.ChangeReference) -> [[UInt8]]? {
    indices(of: change).map { table.names(of: $0) }
  }
}
