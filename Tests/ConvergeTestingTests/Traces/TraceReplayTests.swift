// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Testing

@Suite struct TraceReplayTests {
  private func result(_ text: String) throws -> TraceResult {
    try TraceReplay.run(try Trace(Array(text.utf8)))
  }

  @Test func `a sequential trace ends in its text`() throws {
    let result = try result(
      #"{"startContent":"ab","endContent":"aX🌿","txns":"#
        + #"[{"patches":[[1,1,"X"],[2,0,"🌿"]]}]}"#)
    #expect(result.mismatch == nil)
    #expect(result.operations == 3)
    #expect(result.deliveries == 2)
  }

  @Test func `a concurrent trace ends in its text`() throws {
    let result = try result(
      #"{"kind":"concurrent","endContent":"abc","numAgents":2,"txns":["#
        + #"{"parents":[],"agent":0,"patches":[[0,0,"a"]]},"#
        + #"{"parents":[0],"agent":1,"patches":[[1,0,"c"]]},"#
        + #"{"parents":[0],"agent":0,"patches":[[1,0,"b"]]}]}"#)
    #expect(result.mismatch == nil)
    #expect(result.transactions == 3)
  }

  @Test func `another text in the end is a mismatch`() throws {
    let result = try result(
      #"{"startContent":"","endContent":"b","txns":[{"patches":[[0,0,"a"]]}]}"#)
    #expect(result.mismatch == "replica 0: expected \"b\", shown \"a\"")
  }

  @Test func `a patch outside the text is named with its place`() {
    let text =
      #"{"startContent":"ab","endContent":"","txns":[{"patches":[]},"#
      + #"{"patches":[[0,1,""],[1,2,"x"]]}]}"#
    let error = #expect(throws: TraceError.self) { try result(text) }
    #expect(
      error?.description == "transaction 1, patch 1: the scalars from 1 up to 3 lie outside the "
        + "text, which then has 1")
  }

  @Test func `a packed trace is named as such, a byte-order mark is passed over`() throws {
    #expect(throws: TraceError.compressed) { try Trace([0x1f, 0x8b, 8, 0]) }
    let text = "\u{feff}" + #"{"startContent":"a","endContent":"a","txns":[]}"#
    #expect(try result(text).mismatch == nil)
  }

  @Test(arguments: [
    "", "[]", #"{"startContent":"","txns":[]}"#,
    #"{"startContent":"","endContent":"","txns":[{"patches":[[1,0,"a"]]}]}"#,
    #"{"startContent":"","endContent":"","txns":[{"patches":[[0,9223372036854775807,"a"]]}]}"#,
    #"{"startContent":"","endContent":"","txns":[{"patches":[[0,-1,"a"]]}]}"#,
    #"{"kind":"concurrent","endContent":"","numAgents":1,"#
      + #""txns":[{"parents":[0],"agent":0,"patches":[]}]}"#,
    #"{"kind":"concurrent","endContent":"","numAgents":1,"#
      + #""txns":[{"parents":[],"agent":1,"patches":[]}]}"#,
  ])
  func `what is no trace is refused`(text: String) {
    #expect(throws: TraceError.self) { try result(text) }
  }
}
