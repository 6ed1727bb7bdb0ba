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
    let long = [UInt8](repeating: 7, count: 8)
    let names: [[UInt8]] = [[2], [1, 9], [], long + [2], [1], [1, 0], long + [1, 3]]
    let lists = [[[5]], names, names, [], [[3], [1], long + [2]], names, [long + [1], long]]
    let authors = lists.map { names in
      var author = Author()
      for name in names { author.numbers.append(name: name) }
      return author
    }
    // The first is no author of the snapshot.
    let table = NameTable(authors, of: Array(1..<lists.count))
    let ascending: [[UInt8]] = [
      [], [1], [1, 0], [1, 9], [2], [3], long, long + [1], long + [1, 3], long + [2],
    ]
    #expect((0..<table.count).map { table.name(at: $0, authors) } == ascending)
    for (author, names) in lists.dropFirst().enumerated() {
      let places = names.indices.map { table.place(of: $0, ofAuthorAt: author) }
      #expect(places.map { ascending[$0] } == names)
    }
  }

  @Test func `counts are forgotten, and made anew in their room`() {
    var counts = SectionCounts()
    for number in 0..<100 as Range<UInt64> { counts.add(number, .dot) }
    counts.add(.max, .replica)
    counts.removeAll()
    #expect(counts.columns.isEmpty && counts.total == 0 && counts.rowByteCount == 0)
    counts.add(3, .dot)
    #expect(counts.columns == [.dot] && counts[.dot].reduce(0, +) == 1 && counts.total == 1)
    #expect(counts.columnsByteCount(below: 100) == 2 + 3)
  }
}
