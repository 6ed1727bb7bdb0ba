// SPDX-License-Identifier: Apache-2.0

extension Writes: InvariantChecked {
  /// Throws when the writes are not distinct, or some are kept without a winner.
  func verifyInvariants() throws(InvariantViolation) {
    guard !rivals.isEmpty else { return }
    try InvariantViolation.check(winner != nil, "Writes are kept without a winner.")
    try InvariantViolation.check(
      all.map(\.stamp.dot).areDistinct, "A write is kept twice.")
  }
}

extension DotSet: InvariantChecked {
  /// Throws when a dot is kept twice.
  func verifyInvariants() throws(InvariantViolation) {
    guard count > 1 else { return }
    try InvariantViolation.check(dots.areDistinct, "A dot is kept twice.")
  }
}

extension [LocalDot] {
  /// Below this many dots comparing all pairs is quicker than sorting.
  private static let pairLimit = 8

  fileprivate var areDistinct: Bool {
    guard count > Self.pairLimit else {
      return indices.allSatisfy { !self[..<$0].contains(self[$0]) }
    }
    let ascending = map(\.bits).sorted()
    return zip(ascending, ascending.dropFirst()).allSatisfy { $0 < $1 }
  }
}
