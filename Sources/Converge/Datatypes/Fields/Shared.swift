// SPDX-License-Identifier: Apache-2.0

/// A large state behind one reference: copies of a field share it until one of them changes.
///
/// Without it, each look at a field would count references to a dozen arrays.
struct Shared<State: CausalState>: Sendable {
  private var cell: SharedCell<State>

  init(_ state: State) {
    cell = SharedCell(state)
  }

  var state: State {
    @inline(__always) _read { yield cell.value }
  }

  /// Looks at the state where it stands: what is more than one part of it, or a call, copies all
  /// its parts by way of `state`.
  @inline(__always)
  func look<Result, Failure: Error>(
    _ body: (borrowing State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try cell.look(body)
  }

  func verifyInvariants() throws(InvariantViolation) {
    try look { (state: borrowing State) throws(InvariantViolation) in
      try state.verifyInvariants()
    }
  }

  /// The state, to be changed where no other shares it: after `makeUnique`, as long as no copy was
  /// made.
  var unique: State {
    @inline(__always) _read { yield cell.value }
    @inline(__always) _modify { yield &cell.value }
  }

  /// Copies the state if others share it.
  mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&cell) { cell = SharedCell(cell.value) }
  }

  @inline(__always)
  mutating func update<Result>(_ change: (inout State) -> Result) -> Result {
    if !isKnownUniquelyReferenced(&cell) { cell = SharedCell(cell.value) }
    return change(&cell.value)
  }
}
