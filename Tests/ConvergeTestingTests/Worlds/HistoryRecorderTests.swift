// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

@Suite struct HistoryRecorderTests {
  @Test func `a delivery lost in a restart is taken back`() {
    let script = Script(
      seed: 1, replicaCount: 3, fields: [HistoryField("n", .counter)], steps: [])
    let lost = History.ChangeReference(replica: 0, number: 2)
    let kept = History.ChangeReference(replica: 0, number: 1)
    var recorder = HistoryRecorder(script)
    recorder.record(.deliver(lost, to: 1))
    recorder.record(.deliver(lost, to: 2))
    recorder.record(.deliver(kept, to: 1))
    recorder.record(.deliver(lost, to: 1))
    recorder.takeBack([lost], at: 1)
    let deliveries = recorder.history().lines.compactMap { line -> String? in
      guard case .deliver(let change, let replica) = line.step else { return nil }
      return "\(change.number)\(replica)"
    }
    #expect(deliveries == ["22", "11"])
  }
}
