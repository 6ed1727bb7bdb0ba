// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// One op of W8.
enum EditOperation: Equatable {
  case insertText(String, at: Int)
  case removeText(at: Int, count: Int)
  case insertNumbers([Int], at: Int)

  /// The op as a line, as other programs write it.
  var line: String {
    switch self {
    case .insertText(let text, let position): "ti \(position) \(text)"
    case .removeText(let position, let count): "td \(position) \(count)"
    case .insertNumbers(let numbers, let position): "ai \(position) \(numbers)"
    }
  }
}

/// One of W8's streams of ops, after dmonad/crdt-benchmarks, and what it leads to.
struct EditWork {
  /// How many ops a stream has, roughly.
  static let size = 6_000
  /// How many replicas make a change each in B3.
  static let writerCount = 20 * 77

  private(set) var operations: [EditOperation] = []
  /// The text so far; letters from a to z.
  private var text: [UInt8] = []
  private(set) var numbers: [Int] = []
  private var generator: WorkGenerator

  var resultText: String { String(decoding: text, as: UTF8.self) }

  // MARK: B1

  /// Makes the stream of B1.1 to B1.11.
  init(b1 number: Int) {
    generator = WorkGenerator(seed: UInt64(1_000 + number))
    switch number {
    case 1: for byte in generator.word(Self.size...Self.size) { insert([byte], at: text.count) }
    case 2: insert(generator.word(Self.size...Self.size), at: 0)
    case 3: for byte in generator.word(Self.size...Self.size).reversed() { insert([byte], at: 0) }
    case 4: for _ in 0..<Self.size { insertWord(1...1) }
    case 5: for _ in 0..<Self.size { insertWord(2...10) }
    case 6:
      insert(generator.word(Self.size...Self.size), at: 0)
      remove(at: 0, count: Self.size)
    case 7: for _ in 0..<Self.size { insertOrRemove(at: generator.below(text.count + 1)) }
    case 8: for number in drawNumbers() { insert([number], at: numbers.count) }
    case 9: insert(drawNumbers(), at: 0)
    case 10: for number in drawNumbers() { insert([number], at: 0) }
    default:
      for _ in 0..<Self.size {
        let index = generator.below(numbers.count + 1)
        insert([drawNumber()], at: index)
      }
    }
  }

  /// Whether the stream of B1 edits a list of numbers, not a text.
  static func isOfNumbers(b1 number: Int) -> Bool { number >= 8 }

  func facts(b1 number: Int) -> WorkFacts {
    let isOfNumbers = Self.isOfNumbers(b1: number)
    let result =
      isOfNumbers ? numbers.map(String.init).joined(separator: ",") : resultText
    return WorkFacts(
      "B1.\(number)",
      [
        ("ops", .integer(operations.count)),
        ("result_len", .integer(isOfNumbers ? numbers.count : text.count)),
        ("result_fnv", .string(Checksum.of(result))),
      ])
  }

  // MARK: B2

  /// What both replicas of B2 start from.
  static let commonText: [UInt8] = {
    var generator = WorkGenerator(seed: 2_000)
    return generator.word(100...100)
  }()

  /// Makes the stream of one side, 1 or 2, of B2.1 to B2.4.
  init(b2 number: Int, side: Int) {
    generator = WorkGenerator(seed: UInt64(2_000 + 10 * number + side))
    text = Self.commonText
    guard number > 1 else {
      insert(generator.word(Self.size...Self.size), at: 0)
      return
    }
    for _ in 0..<Self.size {
      let position = insertWord(number == 2 ? 1...1 : 3...9)
      // As the workloads are defined: the second op stands where the first one does.
      if number == 4 { insertOrRemove(at: position) }
    }
  }

  static func facts(b2 number: Int, _ sides: [EditWork]) -> WorkFacts {
    WorkFacts(
      "B2.\(number)",
      [
        ("ops", .array(sides.map { .integer($0.operations.count) })),
        (
          "fnv",
          .array(
            sides.map {
              .string(Checksum.of($0.operations.map(\.line).joined(separator: "\n")))
            })
        ),
      ])
  }

  // MARK: Steps

  private mutating func insert(_ word: [UInt8], at position: Int) {
    text.insert(contentsOf: word, at: position)
    operations.append(.insertText(String(decoding: word, as: UTF8.self), at: position))
  }

  private mutating func insert(_ values: [Int], at index: Int) {
    numbers.insert(contentsOf: values, at: index)
    operations.append(.insertNumbers(values, at: index))
  }

  private mutating func remove(at position: Int, count: Int) {
    text.removeSubrange(position..<position + count)
    operations.append(.removeText(at: position, count: count))
  }

  @discardableResult
  private mutating func insertWord(_ lengths: ClosedRange<Int>) -> Int {
    let position = generator.below(text.count + 1)
    insert(generator.word(lengths), at: position)
    return position
  }

  private mutating func insertOrRemove(at position: Int) {
    if position == text.count || generator.below(2) == 0 {
      insert(generator.word(2...10), at: position)
    } else {
      remove(at: position, count: 1 + generator.below(min(9, text.count - position)))
    }
  }

  private mutating func drawNumber() -> Int { generator.below(0x7fff_ffff) }

  private mutating func drawNumbers() -> [Int] {
    (0..<Self.size).map { _ in drawNumber() }
  }
}
