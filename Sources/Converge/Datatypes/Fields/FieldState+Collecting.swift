// SPDX-License-Identifier: Apache-2.0

extension FieldState {
  /// Drops what a cut settles.
  mutating func collect(_ collection: inout GarbageCollection) {
    switch self {
    case .orderedSet: updateOrderedSet { $0.collect(&collection) }
    case .map: updateMap { $0.collect(&collection) }
    case .orderedMap: updateOrderedMap { $0.collect(&collection) }
    case .list: updateList { $0.collect(&collection) }
    case .text: updateText { $0.collect(&collection) }
    case .lwwRegister, .mvRegister, .counter, .flag, .set: break
    }
  }

  /// Where a new slot must hang to stand at a position of a sequence.
  func placement(at position: Int, _ placing: PlacingContext) -> Placement {
    switch self {
    case .orderedSet(let shared): shared.state.placement(at: position, placing)
    case .orderedMap(let shared): shared.state.placement(at: position, placing)
    case .list(let shared): shared.state.placement(at: position, placing)
    case .text(let shared): shared.state.placement(at: position, placing)
    case .lwwRegister, .mvRegister, .counter, .flag, .set, .map:
      Placement(parent: .none, side: .right)
    }
  }

  /// The records of a map, ordered or not, that may have sequences in them.
  private var records: [RecordState] {
    switch self {
    case .map(let shared): shared.state.fullRecords
    case .orderedMap(let shared): shared.state.records
    default: []
    }
  }

  /// The slots of all sequences in the field.
  var slotCount: Int {
    let own = slotTree.map { $0.count + DeadSlots.count(in: $0) } ?? 0
    return records.reduce(own) { $0 + $1.fields.slotCount }
  }

  /// The dead slots of all sequences in the field on which nothing hangs, and all dead ones.
  var deadSlots: (childless: Int, all: Int) {
    var dead = (childless: 0, all: 0)
    if var tree = slotTree {
      dead.all = DeadSlots.count(in: tree)
      dead.childless = DeadSlots.dropChildless(from: &tree) { _, _ in true }
    }
    for record in records {
      let inner = record.fields.deadSlots
      dead = (dead.childless + inner.childless, dead.all + inner.all)
    }
    return dead
  }
}

extension RecordFields {
  /// The slots of all sequences inside.
  var slotCount: Int { entries.reduce(0) { $0 + $1.state.slotCount } }

  /// The dead slots of all sequences inside on which nothing hangs, and all dead ones.
  var deadSlots: (childless: Int, all: Int) {
    entries.reduce(into: (0, 0)) { sum, entry in
      let dead = entry.state.deadSlots
      sum = (sum.0 + dead.childless, sum.1 + dead.all)
    }
  }
}
