// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Foundation
import Testing

@Suite struct SwiftTestTests {
  @Test func `a pasted test compiles, passes and is formatted`() throws {
    // The function below is what is printed for this failure, line for line.
    let lines = SwiftTest.lines(of: SampleFailure.failure())
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let own = source.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("@Test") })
    let first = try #require(own.firstIndex { $0.hasPrefix("@Test") })
    #expect(own[first...].prefix(lines.count - start).map(String.init) == Array(lines[start...]))
    #expect(lines[..<start].contains("import ConvergeTesting"))
    #expect(lines[..<start].contains("import Testing"))
  }
}

@Test func `spec holds in what seed 26 came to`() {
  let script = Script(
    seed: 26, replicaCount: 3,
    fields: [
      HistoryField("theme", .register),
      HistoryField(
        "plans", .records,
        of: [
          HistoryField("done", .flag),
          HistoryField("steps", .list),
        ]),
    ],
    steps: [
      .edit(
        ScriptEdit(
          label: 0, replica: 0, wall: 1_700_000_000_000,
          calls: [
            ScriptCall(field: 0, choice: 0, value: 1),
            ScriptCall(field: 1, choice: 0, path: [0, 1]),
          ])),
      .edit(
        ScriptEdit(
          label: 1, replica: 1, wall: -1,
          calls: [
            ScriptCall(field: 0, choice: 0, index: 1, extent: 2, key: 3, value: 4)
          ])),
      .edit(
        ScriptEdit(
          label: 2, replica: 0, wall: 1_700_000_000_000,
          calls: [
            ScriptCall(field: 0, choice: 0, value: 2)
          ])),
      .deliver(label: 2, to: 1, isEncoded: true),
      .deliver(label: 0, to: 1, isEncoded: false),
      .deliver(label: 0, to: 1, isEncoded: false),
      .deliver(label: 2, to: 2, isEncoded: false),
      .restart(2, fromSnapshot: true),
      .merge(from: 1, to: 2, by: .snapshot),
      .abandon(
        ScriptEdit(
          label: 3, replica: 0, wall: 5,
          calls: [
            ScriptCall(field: 0, choice: 0)
          ])),
      .examine(0, isThorough: true),
    ])
  #expect(ScriptRun.run(script).failure == nil)
}
