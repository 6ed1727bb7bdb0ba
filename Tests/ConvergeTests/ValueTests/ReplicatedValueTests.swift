// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct ReplicatedValueTests {
  private enum Theme: String, ReplicatedValue {
    case light
    case dark
  }

  private struct Point: ReplicatedValue, Equatable {
    var x: Int
    var y: Int

    init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }

    var replicatedValue: Value { [x.replicatedValue, y.replicatedValue] }

    init?(replicatedValue: Value) {
      guard let numbers = [Int](replicatedValue: replicatedValue), numbers.count == 2 else {
        return nil
      }
      self.init(x: numbers[0], y: numbers[1])
    }
  }

  private func survives<Subject: ReplicatedValue & Equatable>(_ subject: Subject) -> Bool {
    ValueBytes(of: subject).decoded(as: Subject.self) == subject
  }

  @Test func `every conforming type survives its bytes`() {
    #expect(survives(true) && survives("é") && survives(-0.5) && survives(Double.infinity))
    #expect(survives(Int.min) && survives(Int64.max) && survives(Int8.min) && survives(Int16.max))
    #expect(survives(Int32.min) && survives(UInt8.max) && survives(UInt16.max))
    #expect(survives(UInt32.max) && survives(Value.array([1, .null])))
    #expect(survives(Bytes([0, 255])) && survives(Instant(milliseconds: -7)))
    #expect(survives(UniqueID(high: .max, low: 1)))
    #expect(survives(Int?.none) && survives(Int?.some(3)))
    #expect(survives([[1], [], [2, 3]]) && survives(["a": [1: 2].count, "b": 0]))
    #expect(survives(Theme.dark) && survives(Point(x: 1, y: -2)))
  }

  @Test func `a value of another type reads as nothing`() {
    let values: [Value] = [
      .null, true, 1, 1.5, "1", .bytes([1]), .date(milliseconds: 1), .uuid(high: 0, low: 1), [1],
      ["a": 1], .unknown([0x40]),
    ]
    #expect(values.compactMap { Bool(replicatedValue: $0) } == [true])
    #expect(values.compactMap { Int(replicatedValue: $0) } == [1])
    #expect(values.compactMap { Double(replicatedValue: $0) } == [1.5])
    #expect(values.compactMap { String(replicatedValue: $0) } == ["1"])
    #expect(values.compactMap { Bytes(replicatedValue: $0) } == [Bytes([1])])
    #expect(values.compactMap { Instant(replicatedValue: $0) } == [Instant(milliseconds: 1)])
    #expect(values.compactMap { UniqueID(replicatedValue: $0) } == [UniqueID(high: 0, low: 1)])
    #expect(values.compactMap { [Int](replicatedValue: $0) } == [[1]])
    #expect(values.compactMap { [String: Int](replicatedValue: $0) } == [["a": 1]])
    #expect(values.compactMap { Int?(replicatedValue: $0) } == [nil, 1])
    #expect(values.compactMap { Theme(replicatedValue: $0) } == [])
    #expect(values.map { Value(replicatedValue: $0) } == values)
  }

  @Test func `an integer that does not fit reads as nothing`() {
    #expect(Int8(replicatedValue: 128) == nil)
    #expect(Int8(replicatedValue: -128) == -128)
    #expect(UInt32(replicatedValue: -1) == nil)
    #expect(UInt32(replicatedValue: .integer(1 << 32)) == nil)
    #expect(Int32(replicatedValue: .integer(.max)) == nil)
  }

  @Test func `a container with one item of another type reads as nothing`() {
    #expect([Int](replicatedValue: [1, "2"]) == nil)
    #expect([Int?](replicatedValue: [1, .null]) == [1, nil])
    #expect([String: Int](replicatedValue: ["a": 1, "b": true]) == nil)
  }

  @Test func `of keys that Swift takes for equal the last by bytes counts`() throws {
    let value: Value = ["é": 1, "e\u{301}": 2, "f": 3]
    let dictionary = try #require([String: Int](replicatedValue: value))
    #expect(dictionary.count == 2)
    let key = try #require(dictionary.keys.first { $0 != "f" })
    #expect(Array(key.utf8) == Array("é".utf8))
    #expect(dictionary[key] == 1)
    #expect(dictionary.replicatedValue == ["é": 1, "f": 3])
  }

  @Test func `moments and identifiers are ordered as their values are`() {
    #expect(Instant(milliseconds: -1) < Instant(milliseconds: 0))
    #expect(UniqueID(high: 0, low: .max) < UniqueID(high: 1, low: 0))
    #expect(UniqueID(high: 1, low: 0) < UniqueID(high: 1, low: 1))
    #expect(UniqueID(high: 0xA, low: 1).description == "000000000000000a0000000000000001")
  }
}
