// SPDX-License-Identifier: Apache-2.0

/// The state of an `EWFlag`: the enables that no disable and no later enable has seen.
struct FlagState: CausalState {
  var enables = DotSet()

  var isVacant: Bool { enables.isEmpty }

  mutating func enable(_ context: WriteContext) {
    enables.supersede(with: context.dot, seenBy: context.seen)
  }

  mutating func disable(_ context: WriteContext) {
    enables.remove(seenBy: context.seen)
  }

  mutating func clear(_ context: WriteContext) {
    enables.remove(seenBy: context.seen)
  }

  mutating func join(_ other: FlagState, _ join: JoinContext) {
    enables.join(other.enables, join)
  }

  func verifyInvariants() throws(InvariantViolation) {
    try enables.verifyInvariants()
  }
}
