// SPDX-License-Identifier: Apache-2.0

import Converge

/// Documents of one id in which decoded bytes are tried.
enum ProbeDocuments {
  /// Empty, in use, with members, and one with members that has collected.
  static let starts: [ReplicatedDocument] = [
    .empty(replica: 4), inUse(seed: 1, members: 0, edits: 4..<8), inUse(seed: 2, members: 2),
    collected(seed: 3),
  ]

  /// A small document, by its seed: a bit of a few fields, with members for every other seed.
  ///
  /// One that has collected has forgotten changes.
  static func example(seed: UInt64, mayCollect: Bool) -> ReplicatedDocument {
    let first = Int(seed / 2 % UInt64(ScriptGenerator.allFields.count))
    switch seed % 4 {
    case 3 where mayCollect: return collected(seed: seed, edits: first..<first + 1)
    case 1, 3: return inUse(seed: seed, members: 2, edits: first..<first + 1)
    default: return inUse(seed: seed, members: 0, edits: first..<first + 2)
    }
  }

  /// All changes that a document has applied.
  static func changes(_ document: ReplicatedDocument) -> [Change] {
    guard case .changes(let changes) = document.changes(since: [:]) else { return [] }
    return changes
  }

  private static func inUse(
    seed: UInt64, members: Int, edits: Range<Int> = 0..<ScriptGenerator.allFields.count
  ) -> ReplicatedDocument {
    replicas(seed: seed, members: members, edits)[0]
  }

  /// Two replicas that edit the same fields at the same time, then one after the other.
  private static func replicas(
    seed: UInt64, members: Int, _ places: Range<Int>
  ) -> [ReplicatedDocument] {
    let members = (0..<members).map { ReplicaID.ofRun($0) }
    var documents = (0..<2).map { ReplicatedDocument.empty(replica: $0, members: members) }
    var edits = ProbeEdits(seed: seed)
    for round in 0..<4 {
      for replica in 0..<2 {
        documents[replica].clock = .fixed(1_000 + Int64(round / 2))
        // A call on what is shown is not refused; where it is, the probes say so.
        _ = try? edits.edit(&documents[replica], places)
      }
      if round % 2 == 1 {
        documents[0].merge(documents[1])
        documents[1].merge(documents[0])
      }
    }
    return documents
  }

  private static func collected(
    seed: UInt64, edits: Range<Int> = 0..<ScriptGenerator.allFields.count
  ) -> ReplicatedDocument {
    var documents = replicas(seed: seed, members: 2, edits)
    for _ in 0..<3 {
      for replica in 0..<2 {
        documents[replica].acknowledge()
        documents[1 - replica].merge(documents[replica])
      }
    }
    documents[0].collectGarbage()
    return documents[0]
  }
}
