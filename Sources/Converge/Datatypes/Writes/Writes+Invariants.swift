// SPDX-License-Identifier: Apache-2.0

extension Writes {
  /// Traps when the writes are not distinct, or some are kept without a winner.
  func checkInvariants() {
    precondition(winner != nil || rivals.isEmpty, "Writes are kept without a winner.")
    guard !rivals.isEmpty else { return }
    precondition(Set(all.map(\.stamp.dot)).count == count, "A write is kept twice.")
  }
}

extension DotSet {
  /// Traps when a dot is kept twice.
  func checkInvariants() {
    guard count > 1 else { return }
    precondition(Set(dots).count == count, "A dot is kept twice.")
  }
}
