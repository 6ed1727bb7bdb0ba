// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Testing

@testable import converge_bench

@Suite struct ConcurrentWorkTests {
  private func work(_ transactions: String) throws -> ConcurrentWork {
    let text =
      #"{"kind":"concurrent","endContent":"abc","numAgents":2,"txns":["# + transactions + "]}"
    return try ConcurrentWork(try Trace(Array(text.utf8)), name: "small")
  }

  @Test func `a replica imports just what a transaction's parents contain and it lacks`() throws {
    let work = try work(
      #"{"parents":[],"agent":0,"patches":[[0,0,"a"]]},"#
        + #"{"parents":[],"agent":1,"patches":[[0,0,"b"]]},"#
        + #"{"parents":[0],"agent":0,"patches":[[1,0,"c"]]},"#
        + #"{"parents":[1,2],"agent":1,"patches":[[1,1,"d"]]}"#)
    #expect(work.steps.map(\.imports) == [[], [], [], [0, 2]])
    #expect(work.lastImports == [[1, 3], []])
    #expect(work.operationCount == 5)
    #expect(work.facts.value["imports"] == .integer(4))
  }

  @Test func `an agent that forgets what it had is refused`() throws {
    #expect(throws: WorkError.unordered(trace: "small", transaction: 1)) {
      try work(
        #"{"parents":[],"agent":0,"patches":[]},{"parents":[],"agent":0,"patches":[]}"#)
    }
  }
}
