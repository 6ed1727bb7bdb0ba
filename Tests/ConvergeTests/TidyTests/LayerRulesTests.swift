// SPDX-License-Identifier: Apache-2.0

import Testing

struct LayerRulesTests {
  private func file(_ path: String, _ text: String) -> SourceFile {
    SourceFile(path: path, text: text)
  }

  /// What the rule says of a file of the layer Sequence, below a document and beside a dot.
  private func violations(_ text: String) -> [TidyViolation] {
    LayerRules.upwardNames([
      file("Sources/Converge/Causality/Dot.swift", "public struct Dot {}"),
      file("Sources/Converge/Sequence/Run.swift", text),
      file(
        "Sources/Converge/Document/Document.swift",
        "public struct Document { struct Nested {} }\nprivate struct Private {}"),
      file("Sources/Converge/Document/Document+Run.swift", "extension Run {}"),
    ])
  }

  @Test func `every file of the core lies in a layer`() {
    expectNone(SourceTree.current.swiftFiles.flatMap(LayerRules.layerless))
  }

  @Test func `no layer names what stands above it`() {
    expectNone(LayerRules.upwardNames(SourceTree.current.swiftFiles))
  }

  @Test func `the core imports nothing, and no target what stands above it`() {
    expectNone(SourceTree.current.swiftFiles.flatMap(LayerRules.imports))
  }

  @Test func `a file outside the layers is found`() {
    #expect(LayerRules.layerless(file("Sources/Converge/Sequence/A/B.swift", "")).isEmpty)
    #expect(LayerRules.layerless(file("Sources/ConvergeTesting/B.swift", "")).isEmpty)
    #expect(LayerRules.layerless(file("Sources/Converge/B.swift", "")).count == 1)
    #expect(LayerRules.layerless(file("Sources/Converge/Other/B.swift", "")).count == 1)
  }

  @Test func `a name from a higher layer is found with its line`() {
    #expect(violations("struct Run {\n  var a: [Document]\n}").map(\.line) == [2])
    #expect(violations("let a: Converge.Document").count == 1)
    #expect(violations(#"let a = "\(Document.self)""#).count == 1)
  }

  @Test func `comments, strings, members and a file's own names are no arrows`() {
    let texts = [
      "/// See ``Document``.\nlet a = \"Document\"", "let a: Dot", "let a: Other.Document",
      "struct Run<Document> { var a: Document }", "func a<B, Document: Sequence>(_: Document) {}",
      "enum Run { enum Document {}\n case a(Document) }", "let a: Nested", "let a: Private",
    ]
    for text in texts { #expect(violations(text) == [], "\(text)") }
  }

  @Test func `an import in the core or upwards is found`() {
    let texts = [
      "import Foundation", "public import A", "import struct A.B", "@_exported import A",
    ]
    for text in texts {
      #expect(LayerRules.imports(file("Sources/Converge/Sequence/A.swift", text)).count == 1)
      #expect(LayerRules.imports(file("Sources/ConvergeTesting/A.swift", text)).count == 1)
    }
    let testing = file("Sources/ConvergeTesting/A.swift", "public import Converge")
    #expect(LayerRules.imports(testing).isEmpty)
    #expect(LayerRules.imports(file("Fuzz/A/B.swift", "import Foundation")).isEmpty)
  }
}
