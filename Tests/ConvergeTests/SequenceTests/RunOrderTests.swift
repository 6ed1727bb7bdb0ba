// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct RunOrderTests {
  /// The order of runs as an array, with their weights.
  private struct Model {
    var runs: [(run: UInt32, weight: Int)] = []

    func check(_ order: RunOrder) {
      order.checkInvariants()
      #expect(order.isEmpty == runs.isEmpty)
      #expect(order.totalWeight == runs.reduce(0) { $0 + $1.weight })
      #expect(order.first == runs.first?.run ?? RunOrder.none)
      #expect(order.last == runs.last?.run ?? RunOrder.none)
      var before = 0
      for (place, entry) in runs.enumerated() {
        #expect(order.weightBefore(entry.run) == before)
        #expect(order.weight(of: entry.run) == entry.weight)
        let next = place + 1 < runs.count ? runs[place + 1].run : RunOrder.none
        let previous = place > 0 ? runs[place - 1].run : RunOrder.none
        #expect(order.next(entry.run) == next && order.previous(entry.run) == previous)
        if entry.weight > 0 {
          #expect(order.run(at: before) == (entry.run, 0))
          #expect(order.run(at: before + entry.weight - 1) == (entry.run, entry.weight - 1))
        }
        before += entry.weight
      }
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `an order is the array of its runs`(seed: UInt64) {
    var random = ValueGenerator(seed: seed)
    var order = RunOrder()
    var model = Model()
    var free: [UInt32] = []
    // Grows to some hundred runs, shrinks to none, grows again.
    for step in 0..<1_500 {
      let isGrowing = step % 1_000 < 500
      let chance = random.number(below: 10)
      if model.runs.isEmpty || chance < (isGrowing ? 7 : 2) {
        let run = free.popLast() ?? UInt32(model.runs.count)
        let weight = random.number(below: 4)
        let place = random.number(below: model.runs.count + 1)
        if place < model.runs.count, chance % 2 == 0 {
          order.insert(run, weight: weight, before: model.runs[place].run)
        } else {
          let anchor = place == 0 ? RunOrder.none : model.runs[place - 1].run
          order.insert(run, weight: weight, after: anchor)
        }
        model.runs.insert((run, weight), at: place)
      } else {
        let place = random.number(below: model.runs.count)
        if chance < 8 {
          model.runs[place].weight = random.number(below: 5)
          order.setWeight(model.runs[place].weight, of: model.runs[place].run)
        } else {
          order.remove(model.runs[place].run)
          free.append(model.runs.remove(at: place).run)
        }
      }
      if step % 50 == 0 || model.runs.count < 3 { model.check(order) }
    }
    model.check(order)
  }
}
