// SPDX-License-Identifier: Apache-2.0

/// The state of a field, of whichever datatype.
enum FieldState: Sendable, InvariantChecked {
  case lwwRegister(RegisterState)
  case mvRegister(RegisterState)
  case counter(CounterState)
  case flag(FlagState)
  case set(Shared<SetState>)
  case orderedSet(Shared<OrderedSetState>)
  case map(Shared<MapState>)
  case orderedMap(Shared<OrderedMapState>)
  case list(Shared<ListState>)
  case text(Shared<TextState>)

  /// The state of a datatype before any operation.
  init(_ datatype: DatatypeTag) {
    switch datatype {
    case .lwwRegister: self = .lwwRegister(RegisterState())
    case .mvRegister: self = .mvRegister(RegisterState())
    case .pnCounter: self = .counter(CounterState())
    case .ewFlag: self = .flag(FlagState())
    case .orSet: self = .set(Shared(SetState()))
    case .orderedORSet: self = .orderedSet(Shared(OrderedSetState()))
    case .orMap: self = .map(Shared(MapState()))
    case .orderedORMap: self = .orderedMap(Shared(OrderedMapState()))
    case .movableList: self = .list(Shared(ListState()))
    case .replicatedText: self = .text(Shared(TextState()))
    }
  }

  /// The state of a register that was set.
  init(setTo value: ValueBytes, _ stamp: Stamp) {
    self = .lwwRegister(RegisterState(writes: Writes(stamp, value)))
  }

  var isVacant: Bool {
    switch self {
    case .lwwRegister(let state), .mvRegister(let state): state.isVacant
    case .counter(let state): state.isVacant
    case .flag(let state): state.isVacant
    case .set(let shared): shared.look { $0.isVacant }
    case .orderedSet(let shared): shared.look { $0.isVacant }
    case .map(let shared): shared.look { $0.isVacant }
    case .orderedMap(let shared): shared.look { $0.isVacant }
    case .list(let shared): shared.look { $0.isVacant }
    case .text(let shared): shared.look { $0.isVacant }
    }
  }

  /// Joins another replica's state of the same field; the datatypes are equal.
  mutating func join(_ other: FieldState, _ join: JoinContext) {
    assert(datatype == other.datatype, "Fields of two datatypes were joined.")
    switch other {
    case .lwwRegister(let theirs), .mvRegister(let theirs):
      updateRegister { $0.join(theirs, join) }
    case .counter(let theirs): updateCounter { $0.join(theirs, join) }
    case .flag(let theirs): updateFlag { $0.join(theirs, join) }
    case .set(let theirs): updateSet { $0.join(theirs.state, join) }
    case .orderedSet(let theirs): updateOrderedSet { $0.join(theirs.state, join) }
    case .map(let theirs): updateMap { $0.join(theirs.state, join) }
    case .orderedMap(let theirs): updateOrderedMap { $0.join(theirs.state, join) }
    case .list(let theirs): updateList { $0.join(theirs.state, join) }
    case .text(let theirs): updateText { $0.join(theirs.state, join) }
    }
  }

  /// Which datatype's state it is.
  var datatype: DatatypeTag {
    switch self {
    case .lwwRegister: .lwwRegister
    case .mvRegister: .mvRegister
    case .counter: .pnCounter
    case .flag: .ewFlag
    case .set: .orSet
    case .orderedSet: .orderedORSet
    case .map: .orMap
    case .orderedMap: .orderedORMap
    case .list: .movableList
    case .text: .replicatedText
    }
  }

  /// Whether the field holds something: a register or counter that was written to, or anything
  /// else that is not empty.
  var isShown: Bool {
    switch self {
    case .lwwRegister, .mvRegister, .counter, .flag, .set: !isVacant
    case .map(let shared): shared.look { $0.hasPresentRecord }
    case .orderedSet, .orderedMap, .list, .text: (slotTree?.count ?? 0) > 0
    }
  }

  /// The slots of a sequence; nil for the other datatypes.
  var slotTree: SlotTree? {
    switch self {
    case .orderedSet(let shared): shared.look { $0.ordering.tree }
    case .orderedMap(let shared): shared.look { $0.ordering.tree }
    case .list(let shared): shared.look { $0.ordering.tree }
    case .text(let shared): shared.look { $0.tree }
    default: nil
    }
  }

  func verifyInvariants() throws(InvariantViolation) {
    switch self {
    case .lwwRegister(let state), .mvRegister(let state): try state.verifyInvariants()
    case .counter(let state): try state.verifyInvariants()
    case .flag(let state): try state.verifyInvariants()
    case .set(let shared): try shared.verifyInvariants()
    case .orderedSet(let shared): try shared.verifyInvariants()
    case .map(let shared): try shared.verifyInvariants()
    case .orderedMap(let shared): try shared.verifyInvariants()
    case .list(let shared): try shared.verifyInvariants()
    case .text(let shared): try shared.verifyInvariants()
    }
  }
}
