// SPDX-License-Identifier: Apache-2.0

/// The chance that an app's action draws from: one seed, one sequence, on every machine.
///
/// What is drawn shows in a failure, and is made smaller when the failure shrinks: towards 0, the
/// lower end of a range, false, the first element. So what comes first should be the plainest.
public struct RandomSource: RandomNumberGenerator, Sendable {
  private var seeded: SplitMix64
  /// The results to give instead of random ones; zeros follow.
  private let choices: [UInt64]?
  private let isTold: Bool
  /// What was drawn so far, so that the same can be given again.
  private(set) var drawn = DrawnChoices()

  /// A source that gives one sequence for one seed.
  public init(seed: UInt64) {
    self.init(seed: seed, choices: nil, isTold: false)
  }

  /// A source that gives these results, or random ones where there are none.
  ///
  /// - Parameters:
  ///   - seed: the seed of random results.
  ///   - choices: results to give, each taken modulo what is asked for.
  ///   - isTold: whether what is drawn is noted in words as well.
  init(seed: UInt64, choices: [UInt64]?, isTold: Bool) {
    seeded = SplitMix64(seed: seed)
    self.choices = choices
    self.isTold = isTold
  }

  // MARK: Drawing

  /// The next 64 random bits, for what the standard library draws with a generator.
  ///
  /// Such draws are not shown in a failure; `below(_:)` and those beside it are.
  public mutating func next() -> UInt64 {
    let place = drawn.values.count
    let random = seeded.next()
    // Never zeros without end: the standard library draws again where it does not like a number.
    let value = choices.map { place < $0.count ? $0[place] : random } ?? random
    drawn.values.append(value)
    return value
  }

  /// A number from 0 up to a bound.
  ///
  /// - Precondition: The bound is positive.
  public mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "There is no number below \(bound) to draw.")
    let number = draw(below: bound)
    if isTold { drawn.words.append("\(number)") }
    return number
  }

  /// A number of a range.
  public mutating func within(_ range: ClosedRange<Int>) -> Int {
    let number = range.lowerBound + draw(below: range.upperBound - range.lowerBound + 1)
    if isTold { drawn.words.append("\(number)") }
    return number
  }

  /// True in so many of a hundred cases.
  public mutating func chance(_ percent: Int) -> Bool {
    let isHit = draw(below: 100) >= 100 - percent
    if isTold { drawn.words.append(isHit ? "yes" : "no") }
    return isHit
  }

  /// An element of a collection, or nil where there is none.
  ///
  /// - Complexity: O(1) for a collection with random access, else O(*n*).
  public mutating func element<Elements: Collection>(
    of elements: Elements
  ) -> Elements.Element? {
    guard !elements.isEmpty else { return nil }
    let offset = draw(below: elements.count)
    let element = elements[elements.index(elements.startIndex, offsetBy: offset)]
    if isTold { drawn.words.append(Self.words(for: element)) }
    return element
  }

  /// One of some values.
  public mutating func one<Value>(of first: Value, _ others: Value...) -> Value {
    let offset = draw(below: others.count + 1)
    let value = offset == 0 ? first : others[offset - 1]
    if isTold { drawn.words.append(Self.words(for: value)) }
    return value
  }

  private mutating func draw(below bound: Int) -> Int {
    let place = drawn.values.count
    let number =
      choices.map { place < $0.count ? Int($0[place] % UInt64(bound)) : 0 } ?? seeded.below(bound)
    drawn.values.append(UInt64(number))
    return number
  }

  private static func words(for value: some Any) -> String {
    (value as? String).map { String(reflecting: $0) } ?? String(describing: value)
  }
}

/// What an action drew, in order: as numbers to give again, and in words.
struct DrawnChoices: Sendable, Equatable {
  /// The results, below what was asked for.
  var values: [UInt64] = []
  /// What the app was given, where that is told.
  var words: [String] = []
}
