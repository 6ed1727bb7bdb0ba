// SPDX-License-Identifier: Apache-2.0

import Converge

/// The documents that histories and scripts run on: their fields are named at run time.
typealias ReplicatedDocument = Document<NoSchema>

extension Document where Fields == NoSchema {
  /// The id that all documents of a run carry.
  static var runID: DocumentID { DocumentID(0x636f_6e76_6572_6765) }

  /// Nothing is refused for its time, and as much may wait as the history format asks for.
  static var runConfiguration: DocumentConfiguration {
    DocumentConfiguration(pendingLimit: 20_000, futureBound: nil)
  }

  /// An empty document of the run's replica with this index.
  static func empty(replica index: Int, members: [ReplicaID] = []) -> ReplicatedDocument {
    ReplicatedDocument(
      NoSchema(), id: runID, replica: .ofRun(index), members: members, clock: .fixed(0),
      configuration: runConfiguration)
  }

  /// A document of the run's replica with this index, read from a snapshot.
  static func decoded(
    _ snapshot: [UInt8], replica index: Int
  ) throws(WireError) -> ReplicatedDocument {
    try ReplicatedDocument(
      NoSchema(), snapshot: snapshot, replica: .ofRun(index), clock: .fixed(0),
      configuration: runConfiguration)
  }
}

extension [ReplicatedDocument] {
  /// Looks at a document where it stands: read out of the array, it would be copied.
  mutating func read<Result, Failure: Error>(
    _ index: Int, _ body: (inout ReplicatedDocument) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(&self[index])
  }
}

extension ReplicaID {
  /// The id of a run's replica: ids ascend with the index, the first two bytes differ already.
  static func ofRun(_ index: Int) -> ReplicaID {
    ReplicaID(high: UInt64(index + 1) << 48, low: UInt64(index + 1))
  }
}

extension Stamp {
  /// The same timestamp as the history format writes it.
  init(_ timestamp: HybridTimestamp) {
    self.init(packed: timestamp.packed)
  }
}
