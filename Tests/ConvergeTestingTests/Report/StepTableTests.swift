// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

@Suite struct StepTableTests {
  @Test func `each event has a line with step, replica, what happened and what is shown then`()
    throws
  {
    let record = try #require(SampleFailure.failure().record)
    let lines = StepTable.lines(of: record)
    #expect(
      lines.prefix(4) == [
        "step  replica  what happened                                             shows then",
        "0     A        makes A1                                                  theme = \"a\"",
        "               - theme: set to \"a\"                                       "
          + "plans = {\"a\":{\"steps\":[0]}}",
        "               - plans[\"a\"].steps: insert 0 at 0",
      ])
    #expect(lines.contains("5     B        is handed A1: known already"))
    #expect(
      lines.suffix(3) == [
        "7     C        restarts from its own snapshot, and loses A2, which",
        "                 waited",
        "8     C        takes in all of B through the bytes of a snapshot: 3 new  "
          + "plans = {\"a\":{\"steps\":[0]}}",
      ])
  }
}
