// SPDX-License-Identifier: Apache-2.0

@testable import Converge

/// What hands out the editors of fields: a transaction, or a record in it.
protocol EditorSource {
  subscript<Datatype: EditableDatatype>(_ field: Field<Datatype>) -> Datatype.Editor { get }
}

extension Transaction: EditorSource {}
extension RecordEditor: EditorSource {}

/// Edits that a seed determines, of any datatype.
struct RandomEdits {
  var random: ValueGenerator

  init(seed: UInt64) {
    random = ValueGenerator(seed: seed)
  }

  /// Makes a change of one to three calls on a field of the datatype.
  @discardableResult
  mutating func edit(
    _ document: inout Document<NoSchema>, _ datatype: DatatypeTag
  ) -> Change? {
    document.clock = .fixed(Int64(1_000 + random.number(below: 5)))
    var edits = self
    let change = document.edit { transaction in
      for _ in 0...edits.random.number(below: 3) { edits.call(datatype, of: transaction, depth: 0) }
    }
    self = edits
    return change
  }

  /// Calls something on a field; inside records also on fields of other datatypes.
  private mutating func call(_ datatype: DatatypeTag, of source: some EditorSource, depth: Int) {
    let chance = random.number(below: 10)
    switch datatype {
    case .lwwRegister:
      let editor = source[Field("f", LWWRegister<Value?>.self)]
      chance < 8 ? editor.set(value()) : editor.clear()
    case .mvRegister:
      source[Field("f", MVRegister<Value>.self)].set(value())
    case .pnCounter:
      source[Field("f", PNCounter.self)].increment(by: random.integer())
    case .ewFlag:
      let editor = source[Field("f", EWFlag.self)]
      chance < 4 ? editor.enable() : chance < 8 ? editor.disable() : editor.toggle()
    case .orSet:
      change(source[Field("f", ORSet<Value>.self)], chance)
    case .orderedORSet:
      change(source[Field("f", OrderedORSet<Value>.self)], chance)
    case .movableList:
      change(source[Field("f", MovableList<Value>.self)], chance)
    case .replicatedText:
      change(source[Field("f", ReplicatedText.self)], chance)
    case .orMap:
      let editor = source[Field("f", ORMap<Value, NoSchema>.self)]
      switch chance {
      case 0, 1: editor.remove(value())
      case 2: if random.number(below: 3) == 0 { editor.removeAll() }
      default: call(inner(depth), of: editor[value()], depth: depth + 1)
      }
    case .orderedORMap:
      change(source[Field("f", OrderedORMap<Value, NoSchema>.self)], chance, depth: depth)
    }
  }

  /// A datatype for a field inside a record: not of records without end.
  private mutating func inner(_ depth: Int) -> DatatypeTag {
    let all = DatatypeTag.allCases.filter {
      depth < 2 || ($0 != .orMap && $0 != .orderedORMap)
    }
    return all[random.number(below: all.count)]
  }

  /// One of few values, so that replicas often mean the same one.
  private mutating func value() -> Value {
    let values: [Value] = ["a", "b", "c", 1, "e\u{301}"]
    return values[random.number(below: values.count)]
  }

  private mutating func index(upTo count: Int) -> Int {
    random.number(below: 3) == 0 ? count : random.number(below: count + 1)
  }

  private mutating func change(_ editor: ORSet<Value>.Editor, _ chance: Int) {
    switch chance {
    case 0..<5: editor.insert(value())
    case 5..<8: editor.remove(value())
    case 8: editor.toggle(value())
    default: if random.number(below: 3) == 0 { editor.removeAll() }
    }
  }

  private mutating func change(_ editor: OrderedORSet<Value>.Editor, _ chance: Int) {
    let count = editor.current.count
    switch chance {
    case 0..<4: editor.insert(value(), at: index(upTo: count))
    case 4..<6: editor.remove(value())
    case 6..<8: if count > 0 { editor.move(value(), to: random.number(below: count)) }
    case 8: editor.move(value(), after: value())
    default: random.number(below: 4) == 0 ? editor.removeAll() : editor.toggle(value())
    }
  }

  private mutating func change(_ editor: MovableList<Value>.Editor, _ chance: Int) {
    let count = editor.current.count
    guard count > 0, chance > 3 else {
      editor.insert(
        contentsOf: (0...random.number(below: 3)).map { _ in value() }, at: index(upTo: count))
      return
    }
    let source = random.number(below: count)
    switch chance {
    case 4, 5: editor.remove(at: source, count: min(count - source, 1 + random.number(below: 3)))
    case 6: editor.replace(at: source, with: value())
    default: editor.move(from: source, to: random.number(below: count))
    }
  }

  private mutating func change(_ editor: ReplicatedText.Editor, _ chance: Int) {
    let count = editor.count
    if count == 0 || chance < 6 {
      let pieces = ["a", "word", "é", "🌿!", "e\u{301}"]
      editor.insert(pieces[random.number(below: pieces.count)], at: index(upTo: count))
    } else if chance < 9 {
      let position = random.number(below: count)
      editor.remove(at: position, count: min(count - position, 1 + random.number(below: 4)))
    } else {
      editor.replace(with: String(editor.current.string.reversed()))
    }
  }

  private mutating func change(
    _ editor: OrderedORMap<Value, NoSchema>.Editor, _ chance: Int, depth: Int
  ) {
    let count = editor.current.count
    switch chance {
    case 0, 1: editor.insert(value(), at: index(upTo: count))
    case 2, 3: editor.remove(value())
    case 4: if count > 0 { editor.move(value(), to: random.number(below: count)) }
    case 5: editor.move(value(), before: value())
    default: call(inner(depth), of: editor[key: value()], depth: depth + 1)
    }
  }
}
