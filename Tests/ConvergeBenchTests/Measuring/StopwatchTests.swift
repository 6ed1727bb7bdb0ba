// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Testing

@testable import converge_bench

@Suite struct StopwatchTests {
  @Test func `each run has a fresh state, and warm-up runs are not timed`() {
    var made = 0
    let result = Stopwatch(runs: 3).time(
      warmUps: 2,
      on: {
        made += 1
        return [made]
      },
      { state in
        state.append(0)
        return state.count
      })
    #expect(made == 5)
    #expect(result.timing.seconds.count == 3)
    #expect(result.state == [5, 0])
    #expect(result.output == 2)
  }

  @Test func `a median is the middle, or the mean of the middle two`() {
    #expect(Timing(seconds: [3, 1, 2]).median == 2)
    #expect(Timing(seconds: [4, 1, 2, 3]).median == 2.5)
    #expect(Timing(seconds: [7]).median == 7)
    #expect(Timing(seconds: [3, 1, 2]).minimum == 1)
  }

  @Test func `a record has the names of the peers' records`() throws {
    let record = BenchRecord(
      "W1", "x one commit", Timing(seconds: [0.5]), operations: 10, [("ok", .bool(true))])
    let json = record.json(version: "main")
    #expect(json["lib"]?.text == "converge")
    #expect(json["median_s"] == .double(0.5))
    #expect(json["min_s"] == .double(0.5))
    #expect(json["runs"] == .integer(1))
    #expect(json["ops_per_s"] == .double(20))
    #expect(json["ok"] == .bool(true))
    #expect(record.isRight)
    #expect(!BenchRecord("W5", "x", nil, [("replicas_equal", .bool(false))]).isRight)
  }
}
