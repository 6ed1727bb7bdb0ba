// SPDX-License-Identifier: Apache-2.0

// Each function moves the state out of the enum, changes it and moves it back; meanwhile the enum
// holds `vacant`. A field of another datatype stays as it is.
//
// The functions that take a state out are never inlined: where the optimizer sees both the taking
// out and the change, it may let go of the enum's old value only after the change. The state then
// still shares its storage while it is changed, and each change copies all of it.
extension FieldState {
  static var vacant: FieldState { .flag(FlagState()) }

  mutating func clear(_ context: WriteContext) {
    updateRegister { $0.clear(context) }
    updateCounter { $0.clear(context) }
    updateFlag { $0.clear(context) }
    updateSet { $0.clear(context) }
    updateOrderedSet { $0.clear(context) }
    updateMap { $0.clear(context) }
    updateOrderedMap { $0.clear(context) }
    updateList { $0.clear(context) }
    updateText { $0.clear(context) }
  }

  /// Sets a register.
  mutating func set(_ value: ValueBytes, _ context: WriteContext) {
    set(value, context.stamp, seen: context.seen, context.replicas)
  }

  mutating func set(
    _ value: ValueBytes, _ stamp: Stamp, seen: LocalVersionVector, _ replicas: ReplicaTable
  ) {
    guard !replace(with: value, stamp, seen) else { return }
    updateRegister { $0.writes.write(value, stamp, seen: seen, replicas) }
  }

  /// Sets a register where the write takes the place of all there is, as nearly every one does.
  ///
  /// - Returns: Whether it did.
  private mutating func replace(
    with value: ValueBytes, _ stamp: Stamp, _ seen: LocalVersionVector
  ) -> Bool {
    guard case .lwwRegister(let state) = self, state.writes.isReplaced(seen: seen) else {
      return false
    }
    self = FieldState(setTo: value, stamp)
    return true
  }

  mutating func updateRegister(_ change: (inout RegisterState) -> Void) {
    if var state = takeLWWRegister() {
      change(&state)
      self = .lwwRegister(state)
    } else if var state = takeMVRegister() {
      change(&state)
      self = .mvRegister(state)
    }
  }

  mutating func updateCounter(_ change: (inout CounterState) -> Void) {
    guard var state = takeCounter() else { return }
    change(&state)
    self = .counter(state)
  }

  mutating func updateFlag(_ change: (inout FlagState) -> Void) {
    guard var state = takeFlag() else { return }
    change(&state)
    self = .flag(state)
  }

  mutating func updateSet(_ change: (inout SetState) -> Void) {
    guard var shared = takeSet() else { return }
    shared.update(change)
    self = .set(shared)
  }

  mutating func updateOrderedSet(_ change: (inout OrderedSetState) -> Void) {
    guard var shared = takeOrderedSet() else { return }
    shared.update(change)
    self = .orderedSet(shared)
  }

  @discardableResult
  mutating func updateMap<Result>(_ change: (inout MapState) -> Result) -> Result? {
    guard var shared = takeMap() else { return nil }
    let result = shared.update(change)
    self = .map(shared)
    return result
  }

  mutating func updateOrderedMap(_ change: (inout OrderedMapState) -> Void) {
    guard var shared = takeOrderedMap() else { return }
    shared.update(change)
    self = .orderedMap(shared)
  }

  mutating func updateList(_ change: (inout ListState) -> Void) {
    guard var shared = takeList() else { return }
    shared.update(change)
    self = .list(shared)
  }

  mutating func updateText(_ change: (inout TextState) -> Void) {
    guard var shared = takeText() else { return }
    shared.update(change)
    self = .text(shared)
  }

  // MARK: Taking out

  @inline(never)
  private mutating func takeLWWRegister() -> RegisterState? {
    guard case .lwwRegister(let state) = self else { return nil }
    self = Self.vacant
    return state
  }

  @inline(never)
  private mutating func takeMVRegister() -> RegisterState? {
    guard case .mvRegister(let state) = self else { return nil }
    self = Self.vacant
    return state
  }

  @inline(never)
  private mutating func takeCounter() -> CounterState? {
    guard case .counter(let state) = self else { return nil }
    self = Self.vacant
    return state
  }

  @inline(never)
  private mutating func takeFlag() -> FlagState? {
    guard case .flag(let state) = self else { return nil }
    self = Self.vacant
    return state
  }

  @inline(never)
  private mutating func takeSet() -> Shared<SetState>? {
    guard case .set(let shared) = self else { return nil }
    self = Self.vacant
    return shared
  }

  @inline(never)
  private mutating func takeOrderedSet() -> Shared<OrderedSetState>? {
    guard case .orderedSet(let shared) = self else { return nil }
    self = Self.vacant
    return shared
  }

  @inline(never)
  mutating func takeMap() -> Shared<MapState>? {
    guard case .map(let shared) = self else { return nil }
    self = Self.vacant
    return shared
  }

  @inline(never)
  mutating func takeOrderedMap() -> Shared<OrderedMapState>? {
    guard case .orderedMap(let shared) = self else { return nil }
    self = Self.vacant
    return shared
  }

  @inline(never)
  mutating func takeList() -> Shared<ListState>? {
    guard case .list(let shared) = self else { return nil }
    self = Self.vacant
    return shared
  }

  @inline(never)
  mutating func takeText() -> Shared<TextState>? {
    guard case .text = self else { return nil }
    var old = Self.vacant
    swap(&self, &old)
    guard case .text(let shared) = consume old else { return nil }
    return shared
  }
}
