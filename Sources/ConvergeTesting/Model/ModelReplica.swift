// SPDX-License-Identifier: Apache-2.0

/// A replica as the model sees it.
struct ModelReplica {
  /// How many changes of each replica it has applied.
  var applied: [Int]
  /// The changes that it holds back, as indices into the model's changes.
  var pending: [Int] = []
  /// Its clock.
  var clock = ModelClock()
  /// Grows when an operation is made or applied: between two of them it shows the same.
  var revision = 0

  /// Another replica that begins with all that this one has applied.
  func newcomer() -> ModelReplica {
    var newcomer = self
    newcomer.pending = []
    return newcomer
  }

  /// Takes over how many changes of each replica a document has applied, where the model does not
  /// say itself which it takes in.
  ///
  /// - Returns: whether these are changes with all that their authors had seen.
  mutating func follow(_ applied: [Int], in changes: ModelChanges) -> Bool {
    self.applied = applied
    revision += 1
    for (author, count) in applied.enumerated() where count > 0 {
      let last = changes[changes.byAuthor[author][count - 1]]
      clock.observe(last.stamp)
      guard zip(last.context, applied).allSatisfy({ $0 <= $1 }) else { return false }
    }
    return true
  }
}
