// SPDX-License-Identifier: Apache-2.0

import Converge

/// A collection whose operations are timed at several sizes.
struct GrowthCollection<Fields: Schema> {
  /// An operation in an open transaction, told a random number and one that never repeats.
  typealias Edit = (Transaction<Fields>, _ random: Int, _ serial: Int) -> Void
  /// An operation that reads, told a random number; its result is there to be used.
  typealias Read = (_ random: Int) -> Int

  let name: String
  let schema: Fields
  /// Makes so many elements, drawing places from the generator.
  let fill: (Transaction<Fields>, Int, inout WorkGenerator) -> Void
  /// The first one inserts an element: it is also what remote changes do.
  let edits: [(name: String, edit: Edit)]
  /// What reads one element, made for a view that is taken once.
  let reads: [(name: String, makeRead: (Document<Fields>) -> Read)]
  /// Reads all, and returns how many there are.
  let iterate: (Document<Fields>) -> Int
}

/// Every collection type.
enum GrowthCollections {
  static func key(_ number: Int) -> String { "key-" + number.digits(8) }

  static var set: GrowthCollection<FavoriteFields> {
    GrowthCollection(
      name: "ORSet", schema: FavoriteFields(),
      fill: { transaction, count, _ in
        let set = transaction.favorites
        for number in 0..<count { set.insert(key(number)) }
      },
      edits: [
        ("insert", { $0.favorites.insert("new-\($2)") }),
        ("remove", { transaction, random, _ in transaction.favorites.remove(key(random)) }),
      ],
      reads: [
        (
          "contains",
          {
            let set = $0.favorites
            return { set.contains(key($0)) ? 1 : 0 }
          }
        )
      ],
      iterate: { $0.favorites.reduce(0) { count, _ in count + 1 } })
  }

  static var map: GrowthCollection<SettingsFields> {
    GrowthCollection(
      name: "ORMap", schema: SettingsFields(),
      fill: { transaction, count, _ in
        let map = transaction.settings
        for number in 0..<count { map[key(number)].value.set(number) }
      },
      edits: [
        ("insert", { $0.settings["new-\($2)"].value.set($1) }),
        ("write", { $0.settings[key($1)].value.set($2) }),
        ("remove", { transaction, random, _ in transaction.settings.remove(key(random)) }),
      ],
      reads: [
        (
          "contains",
          {
            let map = $0.settings
            return { map.contains(key($0)) ? 1 : 0 }
          }
        ),
        (
          "lookup",
          {
            let map = $0.settings
            return { map[key($0)]?.value.value ?? 0 }
          }
        ),
      ],
      iterate: { $0.settings.reduce(0) { count, _ in count + 1 } })
  }

  static var orderedSet: GrowthCollection<GrowthFields> {
    GrowthCollection(
      name: "OrderedORSet", schema: GrowthFields(),
      fill: { transaction, count, generator in
        let set = transaction.set
        for number in 0..<count { set.insert(key(number), at: generator.below(number + 1)) }
      },
      edits: [
        ("insert", { $0.set.insert("new-\($2)", at: $1) }),
        ("move", { transaction, random, _ in transaction.set.move(key(random), to: random) }),
        ("remove", { transaction, random, _ in transaction.set.remove(key(random)) }),
      ],
      reads: [
        (
          "contains",
          {
            let set = $0.set
            return { set.contains(key($0)) ? 1 : 0 }
          }
        ),
        (
          "lookup",
          {
            let set = $0.set
            return { set[$0].utf8.count }
          }
        ),
        (
          "index of",
          {
            let set = $0.set
            return { set.index(of: key($0)) ?? 0 }
          }
        ),
      ],
      iterate: { $0.set.elements.count })
  }

  static var orderedMap: GrowthCollection<GrowthFields> {
    GrowthCollection(
      name: "OrderedORMap", schema: GrowthFields(),
      fill: { transaction, count, generator in
        let map = transaction.map
        for number in 0..<count { map.insert(key(number), at: generator.below(number + 1)) }
      },
      edits: [
        ("insert", { $0.map.insert("new-\($2)", at: $1) }),
        ("write", { $0.map[key: key($1)].value.set($2) }),
        ("move", { transaction, random, _ in transaction.map.move(key(random), to: random) }),
        ("remove", { transaction, random, _ in transaction.map.remove(key(random)) }),
      ],
      reads: [
        (
          "contains",
          {
            let map = $0.map
            return { map.contains(key($0)) ? 1 : 0 }
          }
        ),
        (
          "lookup",
          {
            let map = $0.map
            return { map[$0].utf8.count }
          }
        ),
        (
          "index of",
          {
            let map = $0.map
            return { map.index(of: key($0)) ?? 0 }
          }
        ),
      ],
      iterate: { $0.map.keys.count })
  }

  static var list: GrowthCollection<GrowthFields> {
    GrowthCollection(
      name: "MovableList", schema: GrowthFields(),
      fill: { transaction, count, generator in
        let list = transaction.list
        for start in stride(from: 0, to: count, by: 10) {
          let values = start..<min(count, start + 10)
          list.insert(contentsOf: values.map(key), at: generator.below(start + 1))
        }
      },
      edits: [
        ("insert", { $0.list.insert("new-\($2)", at: $1) }),
        ("move", { $0.list.move(from: $1, to: $2 % 1_000) }),
        ("replace", { $0.list.replace(at: $1, with: "new-\($2)") }),
        ("remove", { transaction, random, _ in transaction.list.remove(at: random) }),
      ],
      reads: [
        (
          "lookup",
          {
            let list = $0.list
            return { list[$0].utf8.count }
          }
        )
      ],
      iterate: { $0.list.elements.count })
  }

  static var text: GrowthCollection<TextFields> {
    GrowthCollection(
      name: "ReplicatedText", schema: TextFields(),
      fill: { transaction, count, generator in
        let text = transaction.text
        for start in stride(from: 0, to: count, by: 5) {
          let length = min(5, count - start)
          let word = String(decoding: generator.word(length...length), as: UTF8.self)
          text.insert(word, at: generator.below(start + 1))
        }
      },
      edits: [
        ("insert", { transaction, random, _ in transaction.text.insert("x", at: random) }),
        ("remove", { transaction, random, _ in transaction.text.remove(at: random, count: 1) }),
      ],
      reads: [
        (
          "lookup",
          {
            let text = $0.text
            return { text.substring($0..<$0 + 1).utf8.count }
          }
        )
      ],
      iterate: { $0.text.string.utf8.count })
  }
}

/// A document with each collection in the user's order.
struct GrowthFields: Schema {
  let set = Field("set", OrderedORSet<String>.self)
  let map = Field("map", OrderedORMap<String, Setting>.self)
  let list = Field("list", MovableList<String>.self)
}
