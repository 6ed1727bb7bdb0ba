// SPDX-License-Identifier: Apache-2.0

/// What the changes of an author tell, and what reading its next one needs.
struct Author: Sendable {
  /// The hash of its last change.
  var hash: UInt64 = 0
  /// The timestamp of its last change.
  var timestamp = HybridTimestamp.zero
  /// What it had applied when it made its last change, of others.
  var context = LocalVersionVector()
  var numbers = AuthorNumbers()

  /// Notes its last change.
  mutating func note(_ hash: UInt64, _ timestamp: HybridTimestamp) {
    self.hash = hash
    self.timestamp = timestamp
  }

  /// The same for one that tells of another replica's operations; no counter for none.
  mutating func note(
    _ hash: UInt64, _ timestamp: HybridTimestamp, knowing counter: UInt64, of replica: Int
  ) {
    note(hash, timestamp)
    if counter > 0 { context[replica] = counter }
  }
}
