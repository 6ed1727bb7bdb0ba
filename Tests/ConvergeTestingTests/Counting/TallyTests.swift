// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

@Suite struct TallyTests {
  @Test func `every case has its own place`() {
    #expect(CheckID.allCases.map(\.ordinal) == Array(CheckID.allCases.indices))
    #expect(MergePath.allCases.map(\.ordinal) == Array(MergePath.allCases.indices))
    #expect(DatatypeCall.allCases.map(\.ordinal) == Array(DatatypeCall.allCases.indices))
  }

  @Test func `every case has its own name`() {
    #expect(Set(DatatypeCall.allCases.map(\.tallyName)).count == DatatypeCall.allCases.count)
    #expect(DatatypeCall.orderedSetMove.tallyName == "orderedSet.move")
  }

  @Test func `tallies add up, and come back from JSON`() {
    var one = Tally<MergePath>()
    one.add(.delta)
    one.add(.state, 3)
    var other = Tally<MergePath>()
    other.add(.delta, 2)
    one += other
    #expect(one[.delta] == 3)
    #expect(one[.state] == 3)
    #expect(one.total == 6)
    #expect(Tally(one.json) == one)
  }

  @Test func `a run counts each call under its datatype, in records too`() {
    let fields = [
      HistoryField("queue", .list),
      HistoryField("plans", .records, of: [HistoryField("done", .flag)]),
    ]
    let edit = ScriptEdit(
      label: 0, replica: 0, wall: 1,
      calls: [
        ScriptCall(field: 0, choice: 0), ScriptCall(field: 0, choice: 3),
        ScriptCall(field: 1, choice: 0, path: [0, 0]),
      ])
    let result = ScriptRun.run(
      Script(seed: 2, replicaCount: 2, fields: fields, steps: [.edit(edit)]))
    #expect(result.failure == nil)
    #expect(result.counts.calls[.listInsert] == 1)
    #expect(result.counts.calls[.listReplace] == 1)
    #expect(result.counts.calls[.flagEnable] == 1)
    #expect(result.counts.calls.total == result.counts.operations)
    #expect(result.counts.checkIDs[.intent] == 3)
    #expect(result.counts.historySizes.classes.last?.range == 3...4)
  }
}
