// SPDX-License-Identifier: Apache-2.0

/// Which fields each change of a run touches; nil where that is not known, as of an app's action.
struct TouchedFields {
  /// The names of all fields as UTF-8, and each alone: most changes touch one field.
  private let names: [[UInt8]]
  private let alone: [[[UInt8]]]
  private var indices: [[[Int]?]]

  init(replicaCount: Int, fields: [HistoryField]) {
    names = fields.map { Array($0.name.utf8) }
    alone = names.map { [$0] }
    indices = Array(repeating: [], count: replicaCount)
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
    guard let fields = indices(of: change) else { return nil }
    return fields.count == 1 ? alone[fields[0]] : fields.map { names[$0] }
  }
}
