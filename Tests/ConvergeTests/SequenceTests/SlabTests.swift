// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct SlabTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func `a slab is the array of its items`(seed: UInt64) {
    var random = ValueGenerator(seed: seed)
    var slab = Slab<UInt32>()
    var model: [UInt32] = []
    for step in 0..<300 as Range<UInt32> {
      switch random.number(below: 5) {
      case 0, 1:
        slab.append(step)
        model.append(step)
      case 2 where !model.isEmpty:
        let place = random.number(below: model.count)
        slab[place] += 1
        model[place] += 1
      case 3 where !model.isEmpty:
        slab.removeLast()
        model.removeLast()
      default:
        slab.append(repeating: step, count: 2)
        model += [step, step]
      }
      let items = slab.array
      #expect(items == model && slab.count == model.count)
    }
  }

  @Test func `moved items stand where they were put, overlapping or not`() {
    var slab = Slab<UInt32>([0, 1, 2, 3, 4, 5])
    slab.move(1..<4, to: 2)
    #expect(slab.array == [0, 1, 1, 2, 3, 5])
    slab.move(2..<5, to: 0)
    #expect(slab.array == [1, 2, 3, 2, 3, 5])
    slab.move(3..<3, to: 6)
    #expect(slab.array == [1, 2, 3, 2, 3, 5])
  }

  @Test func `a copy has items of its own`() {
    var slab = Slab<UInt64>([1, 2])
    var copy = slab.copy()
    copy[0] = 9
    copy.append(3)
    slab.append(7)
    #expect(slab.array == [1, 2, 7] && copy.array == [9, 2, 3])
    let empty = Slab<UInt64>().copy()
    #expect(empty.count == 0 && empty.array.isEmpty)
  }

  @Test func `an index outside a slab traps`() async {
    await #expect(processExitsWith: .failure) {
      let slab = Slab<UInt32>([1])
      _ = slab[1]
    }
    await #expect(processExitsWith: .failure) {
      var slab = Slab<UInt32>([1, 2])
      slab.move(0..<2, to: 1)
    }
  }
}
