// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct RunOrderTests {
  /// The order of runs as an array, with their weights.
  private struct Model {
    var runs: [(run: UInt32, weight: Int)] = []

    func check(_ order: borrowing RunOrder) throws {
      try order.verifyInvariants()
      let (isEmpty, weight) = (order.isEmpty, order.totalWeight)
      #expect(isEmpty == runs.isEmpty && weight == runs.reduce(0) { $0 + $1.weight })
      let (first, last) = (order.first, order.last)
      #expect(first == runs.first?.run ?? RunOrder.none)
      #expect(last == runs.last?.run ?? RunOrder.none)
      var before = 0
      for (place, entry) in runs.enumerated() {
        let (start, weight) = (order.weightBefore(entry.run), order.weight(of: entry.run))
        #expect(start == before && weight == entry.weight)
        let (next, previous) = (order.next(entry.run), order.previous(entry.run))
        #expect(next == (place + 1 < runs.count ? runs[place + 1].run : RunOrder.none))
        #expect(previous == (place > 0 ? runs[place - 1].run : RunOrder.none))
        if entry.weight > 0 {
          let (head, tail) = (order.run(at: before), order.run(at: before + entry.weight - 1))
          #expect(head == (entry.run, 0) && tail == (entry.run, entry.weight - 1))
        }
        before += entry.weight
      }
    }

    /// The entry that holds a position, and the offset in it.
    func place(of position: Int) -> (index: Int, offset: Int) {
      var remaining = position
      for (index, entry) in runs.enumerated() {
        if remaining < entry.weight { return (index, remaining) }
        remaining -= entry.weight
      }
      return (runs.count, 0)
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `an order is the array of its runs`(seed: UInt64) throws {
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
      // What is asked near the last place is answered from there, whatever was not settled yet.
      if order.totalWeight > 0, chance % 3 == 0 {
        var position = random.number(below: order.totalWeight)
        for _ in 0..<3 {
          let (run, offset) = order.seek(position)
          let place = model.place(of: position)
          #expect(run == model.runs[place.index].run && offset == place.offset)
          position = min(position + random.number(below: 3), order.totalWeight - 1)
        }
      }
      if step % 50 == 0 || model.runs.count < 3 {
        order.settle()
        try model.check(order)
      }
    }
    order.settle()
    try model.check(order)
  }

  /// Leaves in the middle are emptied one after another, so that nodes above lose entries that are
  /// not their first.
  @Test(arguments: [0, 1, 40, 700] as [Int])
  func `a stretch of runs in the middle goes, and what is around stays`(first: Int) throws {
    var order = RunOrder()
    var model = Model()
    for run in 0..<2_000 as Range<UInt32> {
      order.insert(run, weight: Int(run % 3), after: run == 0 ? RunOrder.none : run - 1)
      model.runs.append((run, Int(run % 3)))
    }
    for run in first..<first + 900 { order.remove(UInt32(run)) }
    model.runs.removeSubrange(first..<first + 900)
    order.settle()
    try model.check(order)
  }
}
