// SPDX-License-Identifier: Apache-2.0

/// A large state behind one reference: copies of a field share it until one of them changes.
///
/// Without it, each look at a field would count references to a dozen arrays.
struct Shared<State: CausalState>: Sendable {
  // because the state is changed only while a single `Shared` refers to it.
  private final class Storage: @unchecked Sendable {
    var state: State

    init(_ state: State) {
      self.state = state
    }
  }

  private var storage: Storage

  init(_ state: State) {
    storage = Storage(state)
  }

  var state: State { storage.state }

  mutating func update(_ change: (inout State) -> Void) {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.state) }
    change(&storage.state)
  }
}
