// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

@Suite struct RunRecordTests {
  private func edit(_ label: Int, _ replica: Int, value: Int) -> ScriptEdit {
    ScriptEdit(
      label: label, replica: replica, wall: 1_700_000_000_000,
      calls: [ScriptCall(field: 0, choice: 0, value: value)])
  }

  private func record(_ steps: [ScriptStep], replicas: Int = 2) throws -> RunRecord {
    let script = Script(
      seed: 2, replicaCount: replicas, fields: [HistoryField("theme", .register)], steps: steps)
    return try #require(ScriptRun.run(script, isRecorded: true).record)
  }

  @Test func `a record has each event in words, with what it shows`() throws {
    let record = try record([
      .edit(edit(0, 0, value: 1)), .edit(edit(1, 0, value: 3)),
      .deliver(label: 1, to: 1, isEncoded: true), .restart(1, fromSnapshot: true),
      .abandon(edit(2, 0, value: 4)), .deliver(label: 1, to: 1, isEncoded: false),
      .deliver(label: 0, to: 1, isEncoded: false), .merge(from: 0, to: 1, by: .snapshot),
    ])
    #expect(record.failure == nil)
    let told = record.events.map { event in
      "\(record.place(of: event)) \(record.lanes[event.replica]) "
        + (record.lines(of: event) + event.shows).joined(separator: " | ")
    }
    #expect(
      told == [
        #"0 A makes A1 | theme: set to "a" | theme = "a""#,
        #"1 A makes A2 | theme: set to 1 | theme = 1"#,
        "2 B is handed A2 as bytes: waits for A1",
        "3 B restarts from its own snapshot, and loses A2, which waited",
        "4 A begins a transaction that throws, so nothing may change | theme: set to 1.0",
        "5 B is handed A2: waits for A1",
        "6 B is handed A1: applied, and with it 1 that had waited | theme = 1",
        "7 B takes in all of A through the bytes of a snapshot: nothing new",
      ])
  }

  @Test func `the final exchange is part of a record, behind the last step`() throws {
    let record = try record([.edit(edit(0, 0, value: 1))])
    #expect(record.events.map(\.step) == [0, nil])
    #expect(record.states.map(\.applied) == [[1, 0], [1, 0]])
    #expect(record.states.map(\.shown) == [[.string("a")], [.string("a")]])
    #expect(record.states.map(\.expected) == [[.string("a")], [.string("a")]])
  }

  @Test func `a run that is not recorded has no record`() {
    let script = Script(
      seed: 2, replicaCount: 2, fields: [HistoryField("theme", .register)],
      steps: [.edit(edit(0, 0, value: 1))])
    #expect(ScriptRun.run(script).record == nil)
  }
}
