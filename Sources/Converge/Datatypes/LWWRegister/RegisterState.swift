// SPDX-License-Identifier: Apache-2.0

/// The state of an `LWWRegister` or an `MVRegister`: the writes that no other write has seen.
struct RegisterState: CausalState {
  var writes = Writes<ValueBytes>()

  var isVacant: Bool { writes.isEmpty }

  mutating func clear(_ context: WriteContext) {
    writes.remove(seenBy: context.seen, context.replicas)
  }

  mutating func join(_ other: RegisterState, _ join: JoinContext) {
    writes.join(other.writes, join)
  }

  func verifyInvariants() throws(InvariantViolation) {
    try writes.verifyInvariants()
  }
}
