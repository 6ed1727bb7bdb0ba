// SPDX-License-Identifier: Apache-2.0

extension Writes: InvariantChecked {
  /// Throws when the writes are not distinct, or some are kept without a winner.
  func verifyInvariants() throws(InvariantViolation) {
    try InvariantViolation.check(
      winner != nil || rivals.isEmpty, "Writes are kept without a winner.")
    guard !rivals.isEmpty else { return }
    try InvariantViolation.check(Set(all.map(\.stamp.dot)).count == count, "A write is kept twice.")
  }
}

extension DotSet: InvariantChecked {
  /// Throws when a dot is kept twice.
  func verifyInvariants() throws(InvariantViolation) {
    guard count > 1 else { return }
    try InvariantViolation.check(Set(dots).count == count, "A dot is kept twice.")
  }
}
