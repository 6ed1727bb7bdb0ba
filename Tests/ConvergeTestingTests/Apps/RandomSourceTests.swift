// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

@Suite struct RandomSourceTests {
  private func told(_ choices: [UInt64]) -> RandomSource {
    RandomSource(seed: 1, choices: choices, isTold: true)
  }

  @Test func `one seed gives one sequence, another one another`() {
    func draws(seed: UInt64) -> [Int] {
      var random = RandomSource(seed: seed)
      return (0..<20).map { _ in random.below(1_000) }
    }
    #expect(draws(seed: 5) == draws(seed: 5))
    #expect(draws(seed: 5) != draws(seed: 6))
  }

  @Test func `draws lie within what is asked for, and all of that comes`() {
    var random = RandomSource(seed: 3)
    var numbers: Set<Int> = []
    var indices: Set<Int> = []
    var sides: Set<Bool> = []
    var never: Set<Bool> = []
    var ever: Set<Bool> = []
    for _ in 0..<200 {
      numbers.insert(random.within(-2...2))
      indices.insert(random.below(3))
      sides.insert(random.chance(50))
      never.insert(random.chance(0))
      ever.insert(random.chance(100))
    }
    #expect(numbers == [-2, -1, 0, 1, 2])
    #expect(indices == [0, 1, 2])
    #expect(sides == [true, false])
    #expect(never == [false])
    #expect(ever == [true])
  }

  @Test func `an element is one of the collection, and none comes of an empty one`() {
    var random = RandomSource(seed: 3)
    let seen = Set((0..<100).compactMap { _ in random.element(of: ["a", "b", "c"]) })
    #expect(seen == ["a", "b", "c"])
    let none = random.element(of: [Int]())
    #expect(none == nil)
    let numbers = Set((0..<100).map { _ in random.one(of: 1, 2, 3) })
    #expect(numbers == [1, 2, 3])
  }

  @Test func `where choices run out the plainest comes`() {
    var random = told([])
    _ = random.below(9)
    _ = random.within(4...7)
    _ = random.chance(99)
    _ = random.element(of: ["fog", "dune"])
    _ = random.one(of: 7, 8)
    #expect(random.drawn.words == ["0", "4", "no", "\"fog\"", "7"])
  }

  @Test func `a choice counts modulo what is asked for`() {
    var random = told([12, 5, 1])
    _ = random.below(10)
    _ = random.within(1...3)
    _ = random.element(of: ["fog", "dune"])
    #expect(random.drawn.words == ["2", "3", "\"dune\""])
  }

  @Test func `what was drawn, given as choices, is drawn again`() {
    func draw(_ random: inout RandomSource) -> [String] {
      (0..<10).map { _ in
        "\(random.below(5)) \(random.chance(30)) \(random.within(-9...9)) \(random.one(of: 1, 2)) "
          + "\(Int.random(in: 0..<1_000, using: &random))"
      }
    }
    var first = RandomSource(seed: 8)
    let expected = draw(&first)
    var second = RandomSource(seed: 9, choices: first.drawn.values, isTold: false)
    let repeated = draw(&second)
    #expect(repeated == expected)
  }

  @Test(arguments: [[], [0], [0, 0, 0]] as [[UInt64]])
  func `the standard library finds a number however few choices there are`(choices: [UInt64]) {
    var random = RandomSource(seed: 1, choices: choices, isTold: false)
    for bound in 1...50 {
      let number = Int.random(in: 0..<bound, using: &random)
      #expect((0..<bound).contains(number))
    }
  }
}
