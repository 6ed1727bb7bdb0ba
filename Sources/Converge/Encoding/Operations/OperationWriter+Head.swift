// SPDX-License-Identifier: Apache-2.0

extension OperationWriter {
  /// Appends what stands before the operations of a change.
  ///
  /// - Returns: Where the change's body starts.
  mutating func appendHead(
    _ replica: ReplicaID, _ firstCounter: UInt64, previousHash: UInt64,
    _ timestamp: HybridTimestamp, after previous: HybridTimestamp,
    context: [ChangeBody.ContextEntry]
  ) -> Int {
    writer.appendReplicaID(replica)
    var start = Change.start(firstCounter, previousHash)
    let bodyStart = writer.byteCount + start.count
    if context.isEmpty, let head = ChangeBody.shortHead(timestamp, after: previous) {
      start.appendVarint(head)
      writer.append(start)
    } else {
      writer.append(start)
      ChangeBody.appendHead(timestamp, after: previous, context: context, to: &writer)
    }
    return bodyStart
  }
}
