// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// W6: a list of items, and moves in it.
enum ListWork {
  static let itemCount = 10_000

  /// Takes the element at an index out, and puts it back so that its index becomes another.
  typealias Move = (source: Int, target: Int)

  static let items = (0..<itemCount).map { "item-" + $0.digits(5) }

  static let localMoves = moves(seed: 6_001, count: 100_000)
  /// What the two replicas do at the same time.
  static let concurrentMoves = [
    moves(seed: 6_002, count: 10_000), moves(seed: 6_003, count: 10_000),
  ]

  static func moves(seed: UInt64, count: Int) -> [Move] {
    var generator = WorkGenerator(seed: seed)
    return (0..<count).map { _ in
      let source = generator.below(itemCount)
      return (source, generator.below(itemCount))
    }
  }

  /// The items after the moves, by a plain array.
  static func moved(_ items: [String], by moves: [Move]) -> [String] {
    var items = items
    for move in moves { items.insert(items.remove(at: move.source), at: move.target) }
    return items
  }

  static func facts(result: [String]) -> [WorkFacts] {
    let streams = [
      ("local", localMoves), ("A", concurrentMoves[0]), ("B", concurrentMoves[1]),
    ]
    return [
      WorkFacts(
        "W6 local result",
        [
          ("fnv_joined_by_newline", .string(Checksum.of(result.joined(separator: "\n")))),
          ("first3", .array(result.prefix(3).map { .string($0) })),
        ])
    ]
      + streams.map { name, moves in
        WorkFacts(
          "W6 moves \(name)",
          [
            ("count", .integer(moves.count)),
            (
              "first3",
              .array(moves.prefix(3).map { .array([.integer($0.source), .integer($0.target)]) })
            ),
          ])
      }
  }
}

extension Int {
  /// The number with zeros before it, up to so many digits.
  func digits(_ count: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, count - text.utf8.count)) + text
  }
}
