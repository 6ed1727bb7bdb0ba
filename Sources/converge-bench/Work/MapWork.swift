// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// W7: settings in a map, favourites in a set.
enum MapWork {
  static let keyCount = 10_000

  /// Sets a key to the number of the set.
  typealias Assignment = (key: String, value: Int)
  /// Inserts a key that is absent, or removes one that is present.
  typealias Toggle = (key: String, isInsert: Bool)

  static let localSets = sets(seed: 7_001, count: 100_000)
  /// What the two replicas do at the same time.
  static let concurrentSets = [
    sets(seed: 7_002, count: 10_000), sets(seed: 7_003, count: 10_000),
  ]
  static let toggles = toggles(seed: 7_101, count: 100_000)

  static func key(_ number: Int) -> String { "setting-" + number.digits(5) }

  static func sets(seed: UInt64, count: Int) -> [Assignment] {
    var generator = WorkGenerator(seed: seed)
    return (0..<count).map { (key(generator.below(keyCount)), $0) }
  }

  /// The toggles, and the keys that are present after them.
  static func toggles(
    seed: UInt64, count: Int
  ) -> (operations: [Toggle], present: Set<String>) {
    var generator = WorkGenerator(seed: seed)
    var present: Set<String> = []
    var operations: [Toggle] = []
    for _ in 0..<count {
      let key = key(generator.below(keyCount))
      let isInsert = present.remove(key) == nil
      if isInsert { present.insert(key) }
      operations.append((key, isInsert))
    }
    return (operations, present)
  }

  /// What the map shows after sets, by a plain dictionary.
  static func result(of sets: [Assignment]) -> [String: Int] {
    Dictionary(sets.map { ($0.key, $0.value) }) { _, last in last }
  }

  static var settingsFacts: WorkFacts {
    let lines = result(of: localSets).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return WorkFacts(
      "W7 local result",
      [
        ("keys", .integer(lines.count)),
        ("fnv", .string(Checksum.of(lines.joined(separator: "\n")))),
      ])
  }

  static var favoritesFacts: WorkFacts {
    WorkFacts(
      "W7 favorites result",
      [
        ("ops", .integer(toggles.operations.count)),
        ("present", .integer(toggles.present.count)),
        ("fnv", .string(Checksum.of(toggles.present.sorted().joined(separator: "\n")))),
      ])
  }
}
