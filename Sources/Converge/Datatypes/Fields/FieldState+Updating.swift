// SPDX-License-Identifier: Apache-2.0

// Each function takes the state out of the enum, changes it and puts it back, so that it is
// never copied: meanwhile the enum holds `vacant`. A field of another datatype stays as it is.
extension FieldState {
  private static var vacant: FieldState { .flag(FlagState()) }

  mutating func clear(_ context: WriteContext) {
    switch self {
    case .lwwRegister, .mvRegister: updateRegister { $0.clear(context) }
    case .counter: updateCounter { $0.clear(context) }
    case .flag: updateFlag { $0.clear(context) }
    case .set: updateSet { $0.clear(context) }
    case .orderedSet: updateOrderedSet { $0.clear(context) }
    case .map: updateMap { $0.clear(context) }
    case .orderedMap: updateOrderedMap { $0.clear(context) }
    case .list: updateList { $0.clear(context) }
    case .text: updateText { $0.clear(context) }
    }
  }

  mutating func updateRegister(_ change: (inout RegisterState) -> Void) {
    switch self {
    case .lwwRegister(var state):
      self = Self.vacant
      change(&state)
      self = .lwwRegister(state)
    case .mvRegister(var state):
      self = Self.vacant
      change(&state)
      self = .mvRegister(state)
    default:
      break
    }
  }

  mutating func updateCounter(_ change: (inout CounterState) -> Void) {
    guard case .counter(var state) = self else { return }
    self = Self.vacant
    change(&state)
    self = .counter(state)
  }

  mutating func updateFlag(_ change: (inout FlagState) -> Void) {
    guard case .flag(var state) = self else { return }
    self = Self.vacant
    change(&state)
    self = .flag(state)
  }

  mutating func updateSet(_ change: (inout SetState) -> Void) {
    guard case .set(var state) = self else { return }
    self = Self.vacant
    change(&state)
    self = .set(state)
  }

  mutating func updateOrderedSet(_ change: (inout OrderedSetState) -> Void) {
    guard case .orderedSet(var shared) = self else { return }
    self = Self.vacant
    shared.update(change)
    self = .orderedSet(shared)
  }

  mutating func updateMap(_ change: (inout MapState) -> Void) {
    guard case .map(var state) = self else { return }
    self = Self.vacant
    change(&state)
    self = .map(state)
  }

  mutating func updateOrderedMap(_ change: (inout OrderedMapState) -> Void) {
    guard case .orderedMap(var shared) = self else { return }
    self = Self.vacant
    shared.update(change)
    self = .orderedMap(shared)
  }

  mutating func updateList(_ change: (inout ListState) -> Void) {
    guard case .list(var shared) = self else { return }
    self = Self.vacant
    shared.update(change)
    self = .list(shared)
  }

  mutating func updateText(_ change: (inout TextState) -> Void) {
    guard case .text(var shared) = self else { return }
    self = Self.vacant
    shared.update(change)
    self = .text(shared)
  }
}
