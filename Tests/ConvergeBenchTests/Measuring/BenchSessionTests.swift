// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Testing

@testable import converge_bench

@Suite struct BenchSessionTests {
  private func session(expected: ExpectedFacts? = nil) -> BenchSession {
    BenchSession(selection: .all, runs: 1, expected: expected) { _ in }
  }

  @Test func `a wrong result and an unexpected fact are failures`() {
    var session = session()
    session.add("W1", "x", nil, [("ok", .bool(true))])
    #expect(session.failures.isEmpty)
    session.add("W1", "y", nil, [("ok", .bool(false))])
    session.check(WorkFacts("nowhere", []))
    #expect(session.failures.count == 2)
    #expect(session.records.count == 2)
  }

  @Test func `facts of a file are compared too`() throws {
    let facts = EditWork(b1: 2).facts(b1: 2)
    var right = session(expected: ExpectedFacts(.object([JSONMember("B1.2", facts.value)])))
    right.check(facts)
    #expect(right.failures.isEmpty)
    var wrong = session(
      expected: ExpectedFacts(
        .object([JSONMember("B1.2", .object([JSONMember("ops", .integer(9))]))])))
    wrong.check(facts)
    #expect(wrong.failures == ["B1.2: ops is 1, not 9"])
  }

  @Test(arguments: [1, 2, 6, 9]) func `a workload of B1 ends right`(number: Int) throws {
    var session = session()
    try SingleWriterWorkload(number).run(in: &session)
    #expect(session.failures.isEmpty)
    #expect(session.records.map(\.variant).contains("B1.\(number) parse snapshot"))
    #expect(session.records.first?["avg_update"] != nil)
  }

  @Test func `a trace is replayed, encoded, loaded and followed`() throws {
    let text =
      #"{"startContent":"","endContent":"aXé","txns":[{"patches":[[0,0,"ab"]]},"#
      + #"{"patches":[[1,1,"X"],[2,0,"é"]]}]}"#
    let work = SequentialWork(
      try Trace(Array(text.utf8)), name: "automerge-paper", isUnicode: false)
    var session = session()
    try SequentialWorkload(work, name: "automerge-paper").run(in: &session)
    // The counts are not those of the known trace; every result is right.
    #expect(session.failures.allSatisfy { $0.contains("W1 automerge-paper ascii: ") })
    #expect(session.records.allSatisfy { $0.isRight })
    let measured = Set(session.records.map { "\($0.workload) \($0.variant)" })
    for form in ["snapshot", "updates"] {
      #expect(measured.contains("W4 automerge-paper (b) one big update, \(form)"))
    }
    #expect(Set(session.records.map(\.workload)) == ["W1", "W2", "W3", "W4"])
  }
}
