// SPDX-License-Identifier: Apache-2.0

@testable import Converge

extension SectionSimulation {
  static let start = Placement(parent: .none, side: .right)

  /// Lets the replicas write at random and hear of each other, so many times.
  mutating func run(steps: Int, _ datatypes: [DatatypeTag] = DatatypeTag.allCases) {
    for _ in 0..<steps {
      let author = random.number(below: replicas.count)
      switch random.number(below: 12) {
      case 0: deliver(to: author, percent: 80)
      case 1: join(random.number(below: replicas.count), into: author)
      default: writeAnything(to: datatypes[random.number(below: datatypes.count)], at: author)
      }
    }
  }

  /// Lets all replicas hear of everything.
  mutating func settle() {
    for replica in replicas.indices { deliver(to: replica, percent: 100) }
  }

  /// Writes to a field of the document or of a record, which may be made for that.
  private mutating func writeAnything(to datatype: DatatypeTag, at author: Int) {
    var target = Target(field: FieldKey("\(datatype)", datatype))
    var fields = replicas[author].fields
    while random.number(below: 3) == 0, target.steps.count < 3 {
      let datatype = random.number(below: 2) == 0 ? DatatypeTag.orMap : .orderedORMap
      let map = FieldKey("map", datatype)
      let state = fields[map] ?? FieldState(datatype)
      let key = value()
      let record = state.record(key)
      let inner = record.flatMap { $0.isPresent ? $0.fields : nil }
      if datatype == .orderedORMap, inner == nil {
        let operation = Operation.insertOrderedRecord(key, place(in: state.tree))
        write(operation, to: Target(steps: target.steps, field: map), at: author)
        return
      }
      target.steps.append(Target.Step(map: map, key: key, isFresh: inner == nil))
      fields = inner ?? RecordFields()
    }
    let state = fields[target.field] ?? FieldState(datatype)
    if let operation = operation(on: state) { write(operation, to: target, at: author) }
  }

  private mutating func value() -> ValueBytes {
    switch random.number(below: 4) {
    case 0: ValueBytes(Int64(random.number(below: 300)))
    case 1: ValueBytes("key-\(random.number(below: 12))")
    default: ValueBytes("\(random.number(below: 6))")
    }
  }

  /// A place in a sequence, often at its end, as people type.
  private mutating func place(in tree: SlotTree) -> Placement {
    let isAtEnd = random.number(below: 3) > 0
    return tree.placement(at: isAtEnd ? tree.count : random.number(below: tree.count + 1))
  }

  private mutating func operation(on state: FieldState) -> Operation? {
    let chance = random.number(below: 10)
    switch state {
    case .lwwRegister, .mvRegister: return .set(value())
    case .counter: return .increment(by: random.integer())
    case .flag: return chance < 6 ? .enable : .disable
    case .set: return chance < 6 ? .insertMember(value()) : .removeMember(value())
    case .map: return .removeRecord(value())
    case .orderedSet(let shared): return operation(on: shared.state, chance)
    case .orderedMap(let shared): return operation(on: shared.state, chance)
    case .list(let shared): return operation(on: shared.state, chance)
    case .text(let shared): return operation(on: shared.state, chance)
    }
  }

  private mutating func operation(on state: OrderedSetState, _ chance: Int) -> Operation? {
    let value = value()
    if chance < 5 {
      let placement = state.contains(value) ? nil : place(in: state.ordering.tree)
      return .insertOrderedMember(value, placement)
    }
    if chance < 7 { return .removeOrderedMember(value) }
    return .moveOrderedMember(value, place(in: state.ordering.tree))
  }

  private mutating func operation(on state: OrderedMapState, _ chance: Int) -> Operation? {
    let key = value()
    if chance < 4, !state.contains(key) {
      return .insertOrderedRecord(key, place(in: state.ordering.tree))
    }
    if chance < 6 { return .removeOrderedRecord(key) }
    return .moveOrderedRecord(key, place(in: state.ordering.tree))
  }

  private mutating func operation(on state: ListState, _ chance: Int) -> Operation? {
    let index = state.count == 0 ? 0 : random.number(below: state.count)
    if chance < 4 || state.count == 0 {
      let values = (0...random.number(below: 4)).map { _ in value() }
      return .insertElements(values, place(in: state.ordering.tree))
    }
    let element = state.element(at: index)
    switch chance {
    case 4: return .removeElements([DotRange(first: element, count: 1)])
    case 5, 6: return .replaceElement(element, with: value())
    default: return .moveElement(element, place(in: state.ordering.tree))
    }
  }

  private mutating func operation(on state: TextState, _ chance: Int) -> Operation? {
    if chance < 6 || state.count == 0 {
      let text = ["a", "word", "é", "🌿 leaf", "longer stretch"][random.number(below: 5)]
      return .insertText(TextPiece(text), place(in: state.tree))
    }
    let slot = state.tree.slot(at: random.number(below: state.count)).dot
    guard let (run, offset) = state.tree.tree.find(slot) else { return nil }
    let count = min(1 + random.number(below: 3), state.tree.tree.runs[run].count - offset)
    return .removeText([DotRange(first: slot, count: count)])
  }
}

extension FieldState {
  fileprivate var tree: SlotTree {
    switch self {
    case .orderedMap(let shared): shared.state.ordering.tree
    default: SlotTree()
    }
  }
}
