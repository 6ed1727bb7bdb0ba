// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct ValueRowsTests {
  @Test func `a value has the row of its arrival`() throws {
    var rows = ValueRows()
    for number in 0..<500 {
      let (row, isNew) = rows.insert(ValueBytes("value \(number)"))
      #expect(row == number && isNew)
      if [1, 8, 9, 10, 11, 21, 499].contains(number) { try rows.verifyInvariants() }
    }
    for number in 0..<500 {
      let (row, isNew) = rows.insert(ValueBytes("value \(number)"))
      #expect(row == number && !isNew)
    }
    #expect(rows.row(of: ValueBytes("value 500")) == nil)
  }

  @Test(arguments: 1...20) func `rows are those of a plain array`(seed: UInt64) throws {
    var random = ValueGenerator(seed: seed)
    var rows = ValueRows()
    var expected: [ValueBytes] = []
    for step in 0..<600 {
      let value = Self.value(random.number(below: 90))
      if let row = expected.firstIndex(of: value), random.number(below: 2) == 0 {
        rows.remove(row: row)
        expected.swapAt(row, expected.count - 1)
        expected.removeLast()
      } else {
        let known = expected.firstIndex(of: value)
        let (row, isNew) = rows.insert(value)
        #expect(isNew == (known == nil) && row == known ?? expected.count)
        if isNew { expected.append(value) }
      }
      #expect(rows.values == expected)
      #expect(rows.row(of: value) == expected.firstIndex(of: value))
      if step % 20 == 0 { try rows.verifyInvariants() }
    }
    #expect(rows.ascending().map { rows.values[$0] } == expected.sorted())
  }

  @Test func `room that is made beforehand changes nothing`() throws {
    var rows = ValueRows()
    _ = rows.insert(ValueBytes("a"))
    rows.reserveCapacity(100)
    try rows.verifyInvariants()
    for number in 0..<200 { _ = rows.insert(ValueBytes(Int64(number))) }
    try rows.verifyInvariants()
    #expect(rows.count == 201 && rows.row(of: ValueBytes("a")) == 0)
  }

  @Test func `equal values have one hash, others hardly ever`() {
    var hashes: Set<Int> = []
    for number in 0..<4_000 {
      let value = Self.value(number)
      #expect(value.tableHash == Self.value(number).tableHash)
      hashes.insert(value.tableHash)
    }
    #expect(hashes.count > 3_995)
  }

  /// A short value, one of fifteen bytes, or a long one.
  private static func value(_ number: Int) -> ValueBytes {
    switch number % 4 {
    case 0: ValueBytes(Int64(number))
    case 1: ValueBytes("fourteen\(100_000 + number)")
    case 2: ValueBytes("a value that is longer than fifteen bytes: \(number)")
    default: ValueBytes("sixteen bytes: \(number)")
    }
  }
}
