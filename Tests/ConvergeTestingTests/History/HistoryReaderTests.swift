// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Testing

@Suite struct HistoryReaderTests {
  private static let good = [
    #"{"t":"history","format":1,"seed":1,"replicas":["A","B"],"fields":{"n":"counter"}}"#,
    #"{"t":"do","r":"A","wall":5,"change":["A",1],"stamp":[5,0],"#
      + #""calls":[{"field":"n","call":"increment","by":2}]}"#,
    #"{"t":"deliver","change":["A",1],"to":"B"}"#,
    #"{"t":"expect","r":"B","changes":{"A":1},"state":{"n":2}}"#,
    #"{"t":"final","state":{"n":2}}"#,
  ]

  private func read(_ lines: [String]) throws(HistoryError) -> [History] {
    try HistoryReader.read(Array(lines.joined(separator: "\n").utf8), file: "x.jsonl")
  }

  private func error(_ lines: [String]) -> HistoryError? {
    do {
      _ = try read(lines)
      return nil
    } catch {
      return error
    }
  }

  private func error(replacing index: Int, with line: String) -> HistoryError? {
    var lines = Self.good
    lines[index] = line
    return error(lines)
  }

  @Test func `a history is read and written back line by line`() throws {
    let history = try #require(try read(Self.good).first)
    #expect(history.lines.count == 4)
    #expect(HistoryWriter.lines(of: history) == Self.good)
  }

  private static let nested = [
    #"{"t":"history","format":1,"seed":1,"replicas":["A"],"fields":{"plans":{"kind":"records","#
      + #""fields":{"parts":{"kind":"orderedRecords","fields":{"steps":"list"}}}}}}"#,
    #"{"t":"do","r":"A","wall":5,"change":["A",1],"stamp":[5,0],"calls":["#
      + #"{"field":"plans","in":["p","parts","q","steps"],"call":"insert","at":0,"values":[1]},"#
      + #"{"field":"plans","in":["p","parts"],"call":"move","key":"q","to":0},"#
      + #"{"field":"plans","call":"remove","key":"p"}]}"#,
    #"{"t":"final","state":{"plans":{}}}"#,
  ]

  @Test func `calls inside records are read and written back by their path`() throws {
    let history = try #require(try read(Self.nested).first)
    #expect(HistoryWriter.lines(of: history) == Self.nested)
    guard case .edit(let edit) = history.lines[0].step else {
      Issue.record("not an edit")
      return
    }
    #expect(edit.calls.map(\.path.count) == [2, 1, 0])
    #expect(edit.calls[0].path.map(\.key) == ["p", "q"])
  }

  @Test func `a path that leads nowhere is refused`() {
    func reason(_ path: String) -> HistoryError.Reason? {
      var lines = Self.nested
      lines[1] = lines[1].replacing(#"["p","parts"]"#, with: path)
      return error(lines)?.reason
    }
    #expect(reason(#"["p","none"]"#) == .unknownField("none"))
    #expect(reason(#"["p","parts","q","steps","r","x"]"#) == .unknownField("x"))
    #expect(reason(#"["p"]"#) == .malformed("in"))
    #expect(reason(#"["p",1]"#) == .malformed("in"))
    #expect(reason("[]") == .malformed("in"))
    #expect(reason(#"["p","parts","q","steps"]"#) == .missing("from"))
    var lines = Self.nested
    lines[0] = lines[0].replacing("orderedRecords", with: "list")
    #expect(error(lines)?.reason == .malformed("fields"))
  }

  @Test func `several histories follow each other`() throws {
    #expect(try read(Self.good + Self.good).map(\.firstLine) == [1, 6])
  }

  @Test func `a file cut between two lines lacks its final`() {
    #expect(error(Array(Self.good.prefix(3)))?.reason == .noFinal)
    #expect(error(Array(Self.good.prefix(3)) + Self.good)?.line == 4)
    #expect(error([])?.reason == .noHistory)
  }

  @Test func `a file cut inside a line names the line`() throws {
    let error = error([Self.good[0], String(Self.good[1].prefix(40))])
    #expect(error?.line == 2)
    #expect(error?.description.hasPrefix("x.jsonl:2: not JSON") == true)
  }

  @Test func `an unknown call names itself`() {
    let error = error(
      replacing: 1,
      with: #"{"t":"do","r":"A","wall":5,"change":["A",1],"stamp":[5,0],"#
        + #""calls":[{"field":"n","call":"double"}]}"#)
    #expect(error?.reason == .unknownCall("double", kind: .counter))
    #expect(error?.line == 2)
  }

  @Test func `what the format does not allow is refused`() {
    #expect(
      error(replacing: 0, with: Self.good[0].replacing(#""format":1"#, with: #""format":2"#))?
        .reason == .unsupportedFormat(2))
    #expect(
      error(replacing: 0, with: Self.good[0].replacing("counter", with: "clock"))?.reason
        == .unknownKind("clock"))
    #expect(
      error(replacing: 1, with: Self.good[1].replacing(#"["A",1]"#, with: #"["A",2]"#))?.reason
        == .wrongChangeNumber(2, expected: 1))
    #expect(
      error(replacing: 2, with: Self.good[2].replacing(#"["A",1]"#, with: #"["A",2]"#))?.reason
        == .changeNotMade("A", 2))
    #expect(
      error(replacing: 2, with: Self.good[2].replacing("\"B\"", with: "\"C\""))?.reason
        == .unknownReplica("C"))
    #expect(error(replacing: 2, with: #"{"t":"sleep"}"#)?.reason == .unknownLine("sleep"))
    #expect(error(replacing: 3, with: "{}")?.reason == .missing("t"))
    #expect(
      error(replacing: 4, with: #"{"t":"final","state":{}}"#)?.reason == .missing("n"))
    #expect(error(Self.good + [Self.good[2]])?.reason == .afterFinal)
    #expect(error([Self.good[1]])?.reason == .notInHistory)
  }
}
