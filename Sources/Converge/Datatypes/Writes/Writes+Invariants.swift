// SPDX-License-Identifier: Apache-2.0

extension Writes: InvariantChecked {
  /// Throws when the writes are not distinct, or some are kept without a winner.
  @inline(__always)
  func verifyInvariants() throws(InvariantViolation) {
    guard !rivals.isEmpty else { return }
    try InvariantViolation.check(winner != nil, "Writes are kept without a winner.")
    try InvariantViolation.check(areDistinct, "A write is kept twice.")
  }

  private var areDistinct: Bool {
    guard rivals.count < [LocalDot].pairLimit else { return all.map(\.stamp.dot).areDistinct }
    for place in rivals.indices {
      let dot = rivals[place].stamp.dot
      if dot == winner?.stamp.dot { return false }
      for other in 0..<place where rivals[other].stamp.dot == dot { return false }
    }
    return true
  }
}

extension DotSet: InvariantChecked {
  /// Throws when a dot is kept twice.
  @inline(__always)
  func verifyInvariants() throws(InvariantViolation) {
    guard count > 1 else { return }
    try InvariantViolation.check(isDistinct, "A dot is kept twice.")
  }
}

extension [LocalDot] {
  /// Below this many dots comparing all pairs is quicker than sorting.
  fileprivate static let pairLimit = 8

  var areDistinct: Bool {
    guard count > Self.pairLimit else {
      for place in indices.dropFirst() {
        for other in 0..<place where self[other] == self[place] { return false }
      }
      return true
    }
    let ascending = map(\.bits).sorted()
    return zip(ascending, ascending.dropFirst()).allSatisfy { $0 < $1 }
  }
}
