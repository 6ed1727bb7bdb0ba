// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct NumberTableTests {
  @Test func `keys are numbered in the order of first mention, few or many`() {
    var table = NumberTable<Int>()
    for key in 0..<30 {
      #expect(table.insert(key * 7) == (key, true))
      #expect(table.insert(key / 2 * 7) == (key / 2, false))
    }
  }

  @Test func `names of several authors stand in their table once, ascending`() {
    let names: [[UInt8]] = [[2], [1, 9], [], [1]]
    let table = NameTable([names, names, [], [[3], [1]], names])
    #expect(table.names == [[], [1], [1, 9], [2], [3]])
    #expect(names.map(table.place) == [3, 2, 0, 1])
  }
}
