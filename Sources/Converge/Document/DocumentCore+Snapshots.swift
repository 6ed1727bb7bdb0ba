// SPDX-License-Identifier: Apache-2.0

extension DocumentCore {
  /// Returns the state as bytes: equal for equal states.
  func snapshot() -> [UInt8] {
    SnapshotWriter.write(state)
  }

  /// Creates a document from a snapshot; its log starts after it.
  init(
    snapshot: [UInt8], replica: ReplicaID, clock: WallClock, configuration: DocumentConfiguration
  ) throws(WireError) {
    let state = try SnapshotReader.read(snapshot, document: nil, limits: configuration.limits)
    let own = state.counter(of: replica)
    guard own <= LocalDot.maximumOwnCounter else {
      throw .limitExceeded(.operations, value: own, offset: 0)
    }
    self.init(state, replica: replica, clock: clock, configuration: configuration)
    for (number, counter) in state.versionVector.counters.enumerated() {
      log.restart(number, after: counter)
    }
  }

  /// Merges a snapshot.
  mutating func merge(snapshot: [UInt8]) throws(WireError) -> MergeOutcome {
    let other = try DocumentCore(
      snapshot: snapshot, replica: replica, clock: clock, configuration: configuration)
    return mergeState(of: other)
  }
}
