// SPDX-License-Identifier: Apache-2.0

/// Which fields each change of a run touches; nil where that is not known, as of an app's action.
struct TouchedFields {
  private var indices: [[[Int]?]]
  private var names: [[[[UInt8]]?]]

  init(replicaCount: Int) {
    indices = Array(repeating: [], count: replicaCount)
    names = Array(repeating: [], count: replicaCount)
  }

  /// Notes what the next change of a replica touches, with the names of all fields.
  mutating func append(_ fields: [Int]?, of all: [HistoryField], by replica: Int) {
    indices[replica].append(fields)
    names[replica].append(fields?.map { Array(all[$0].name.utf8) })
  }

  /// The fields, each perhaps several times.
  func indices(of change: History.ChangeReference) -> [Int]? {
    indices[change.replica][change.number - 1]
  }

  /// Their names as UTF-8.
  func names(of change: History.ChangeReference) -> [[UInt8]]? {
    names[change.replica][change.number - 1]
  }
}
