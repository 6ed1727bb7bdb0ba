// SPDX-License-Identifier: Apache-2.0

import Converge

/// The ways for a document to take in another's whole state.
enum MergeStep {
  /// Merges a document into another, whose index is named in failures.
  ///
  /// - Returns: what the receiver says became of it; nil when changes travelled one by one.
  /// - Throws: `CheckFailure` when the receiver refuses the bytes.
  @discardableResult
  static func merge(
    _ source: ReplicatedDocument, into target: inout ReplicatedDocument, by path: MergePath,
    replica: Int
  ) throws(CheckFailure) -> MergeOutcome? {
    do {
      switch path {
      case .document:
        return target.merge(source)
      case .state:
        return target.mergeState(source)
      case .snapshot:
        return try target.merge(snapshot: source.snapshot())
      case .delta:
        switch source.changes(since: target.versionVector) {
        case .changes(let changes):
          for change in changes { target.apply(change) }
          return nil
        case .snapshot(let bytes):
          return try target.merge(snapshot: bytes)
        }
      }
    } catch {
      throw CheckFailure(.codec, replica: replica, "a snapshot was refused: \(error)")
    }
  }
}
