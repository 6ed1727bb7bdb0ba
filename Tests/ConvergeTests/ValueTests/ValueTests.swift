// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct ValueTests {
  @Test func `values that Swift takes for equal are told apart by their bytes`() {
    let distinct: [Value] = [
      "é", "e\u{301}", 1, 1.0, true, "1", .date(milliseconds: 1), .bytes([0x31]), -0.0, 0.0, 0,
      .null, .array([]), .map([:]), "",
    ]
    for (index, value) in distinct.enumerated() {
      #expect(distinct.indices.filter { distinct[$0] == value } == [index])
    }
    #expect(Set(distinct).count == distinct.count)
  }

  @Test func `every NaN is one value`() {
    let values: Set<Value> = [.double(.nan), .double(-.nan), .double(.signalingNaN)]
    #expect(values.count == 1)
    #expect(Value.double(.nan) == .double(Double(bitPattern: 0xFFF0_0000_0000_0001)))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `equality and hash are those of canonical bytes`(seed: UInt64) {
    var generator = ValueGenerator(seed: seed)
    let values = (0..<60).map { _ in generator.value(depth: 1) }
    for left in values {
      for right in values {
        let isEqual = ValueBytes(left) == ValueBytes(right)
        #expect((left == right) == isEqual)
        if isEqual { #expect(left.hashValue == right.hashValue) }
      }
    }
  }

  @Test func `literals are the values they look like`() {
    let value: Value = ["a": [1, 2.5, true, "x"]]
    let entries = [("a", Value.array([.integer(1), .double(2.5), .bool(true), .string("x")]))]
    #expect(value == .map(ValueMap(entries)))
  }
}
