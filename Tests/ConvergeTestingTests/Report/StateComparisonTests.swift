// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

@Suite struct StateComparisonTests {
  private func record(
    shown: [JSONValue], expected: [JSONValue]?, applied: [[Int]] = [[1, 1], [1, 1]]
  ) -> RunRecord {
    RunRecord(
      lanes: ["A", "B"], fields: ["queue"], events: [], failure: nil,
      states: shown.indices.map { index in
        RunRecord.ReplicaState(
          applied: applied[index], shown: [shown[index]], expected: expected.map { [$0[index]] })
      })
  }

  private let list = JSONValue.array([.string("a"), .integer(2)])

  @Test func `equal states have a row for each value and no difference`() {
    let comparison = StateComparison(record(shown: [list, list], expected: [list, list]))
    #expect(comparison.rows.map(\.place) == ["queue[0]", "queue[1]"])
    #expect(comparison.rows[0].shown == ["\"a\"", "\"a\""])
    #expect(comparison.firstDifference == nil)
  }

  @Test func `the first value that should not be shown is the first difference`() {
    let wrong = JSONValue.array([.string("a"), .integer(3), .integer(4)])
    let comparison = StateComparison(record(shown: [list, wrong], expected: [list, list]))
    #expect(comparison.firstDifference == 1)
    #expect(comparison.rows[1].shown == ["2", "3"])
    #expect(comparison.rows[1].corrections == [nil, .init(expected: "2")])
    #expect(comparison.rows[2].shown == [nil, "4"])
    #expect(comparison.rows[2].corrections == [nil, .init(expected: nil)])
  }

  @Test func `without a model, replicas that have applied the same are compared`() {
    let other = JSONValue.array([.string("b"), .integer(2)])
    let same = StateComparison(record(shown: [list, other], expected: nil))
    #expect(same.firstDifference == 0)
    let unlike = record(shown: [list, other], expected: nil, applied: [[1, 0], [1, 1]])
    #expect(StateComparison(unlike).firstDifference == nil)
  }

  @Test func `strings that only look alike are told by number`() {
    let comparison = StateComparison(
      record(
        shown: [.string("\u{e9}"), .string("e\u{301}")],
        expected: [.string("\u{e9}"), .string("\u{e9}")]))
    #expect(comparison.rows[0].shown == ["\"\u{e9}\"", "\"e\\u{0301}\""])
    #expect(comparison.rows[0].corrections == [nil, .init(expected: "\"\\u{00E9}\"")])
  }

  @Test func `keys that only look alike have a row each`() {
    let records = JSONValue.object([
      JSONMember("\u{e9}", .integer(1)), JSONMember("e\u{301}", .integer(2)),
    ])
    let comparison = StateComparison(record(shown: [records, records], expected: nil))
    #expect(comparison.rows.map { $0.shown[0] } == ["1", "2"])
  }
}
