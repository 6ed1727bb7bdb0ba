// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Foundation
import Testing

/// The conformance histories, where they are at hand; they are data from outside the repository.
@Suite struct ReplayFileTests {
  /// The directory in `CONVERGE_VECTORS`, or `../shared/vectors` beside the package.
  private static let directory: URL = {
    if let path = ProcessInfo.processInfo.environment["CONVERGE_VECTORS"] {
      return URL(fileURLWithPath: path)
    }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../shared/vectors").standardizedFileURL
  }()

  private static let files: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [])
    .filter { $0.hasSuffix(".jsonl") }.sorted()

  @Test(.enabled(if: !files.isEmpty, "no vectors at hand"), arguments: files)
  func `the conformance histories hold on the library and on the model`(name: String) throws {
    let data = try Data(contentsOf: Self.directory.appendingPathComponent(name))
    let file = try ReplayFile(Array(data), name: name)
    let mismatches = try file.run()
    #expect(mismatches.isEmpty, "\(mismatches.prefix(3))")
  }

  private static let history = [
    #"{"t":"history","format":1,"seed":1,"replicas":["A","B"],"fields":{"n":"counter"}}"#,
    #"{"t":"do","r":"A","wall":5,"change":["A",1],"stamp":[5,0],"#
      + #""calls":[{"field":"n","call":"increment","by":2}]}"#,
    #"{"t":"deliver","change":["A",1],"to":"B"}"#,
    #"{"t":"final","state":{"n":2}}"#,
  ].joined(separator: "\n")

  private func mismatches(_ text: String) throws -> [ReplayMismatch] {
    try ReplayFile(Array(text.utf8), name: "x").run()
  }

  @Test func `a mismatch names line, replica, field and first difference`() throws {
    #expect(try mismatches(Self.history) == [])
    let wrong = try mismatches(Self.history.replacing(#"{"n":2}"#, with: #"{"n":3}"#))
    #expect(
      wrong.map(\.description) == [
        "x:4: model, replica A, field \"n\": expected 3, shown 2",
        "x:4: document, replica A, field \"n\": expected 3, shown 2",
      ])
  }

  @Test func `a wrong stamp and a missing delivery are mismatches`() throws {
    #expect(try mismatches(Self.history.replacing("[5,0]", with: "[5,1]")).first?.line == 2)
    let undelivered = Self.history.replacing(
      #"{"t":"deliver","change":["A",1],"to":"B"}"#, with: "")
    #expect(try mismatches(undelivered).first?.replica == "B")
  }

  @Test func `an index out of range is unusable input`() throws {
    let text = Self.history.replacing("counter", with: "text")
      .replacing(#""call":"increment","by":2"#, with: #""call":"remove","at":0,"count":1"#)
      .replacing(#"{"n":2}"#, with: #"{"n":""}"#)
    #expect(throws: HistoryError.self) { try mismatches(text) }
  }

  @Test func `an unusable call outranks a mismatch before it in the same history`() throws {
    let text = Self.history.replacing("[5,0]", with: "[5,1]").replacing("counter", with: "text")
      .replacing(#""call":"increment","by":2"#, with: #""call":"insert","at":0,"text":"a""#)
      .replacing(
        #"{"t":"final","state":{"n":2}}"#,
        with: #"{"t":"do","r":"A","wall":6,"change":["A",2],"stamp":[6,0],"#
          + #""calls":[{"field":"n","call":"remove","at":7,"count":1}]}"# + "\n"
          + #"{"t":"final","state":{"n":""}}"#)
    let error = #expect(throws: HistoryError.self) { try mismatches(text) }
    #expect(error?.line == 4)
  }

  @Test func `a byte-order mark is passed over`() throws {
    #expect(try mismatches("\u{feff}" + Self.history) == [])
  }
}
