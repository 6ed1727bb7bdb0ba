// SPDX-License-Identifier: Apache-2.0

import Testing

struct CodeExampleTests {
  private let blocks = SourceTree.current.documents
    .map { MarkdownDocument(path: $0.path, text: $0.text) }
    .flatMap { CodeExample.blocks(of: "swift", in: $0) }

  private let examples = SourceTree.current.swiftFiles
    .filter {
      $0.isUnder(
        "Tests/ConvergeTests/DocumentationTests", "Tests/ConvergeTestingTests/DocumentationTests")
    }
    .filter { $0.name != "CodeExampleTests" }
    .flatMap { CodeExample.marked(in: $0) }

  @Test func `all Swift code in the documents is compiled and run, line for line`() {
    let run = Set(examples.map(\.value.lines))
    expectNone(
      blocks.filter { !run.contains($0.lines) }.map {
        TidyViolation($0.path, line: $0.line, "no test marks this code as an example")
      })
  }

  @Test func `every marked example stands in a document`() {
    let shown = Set(blocks.map(\.lines))
    expectNone(
      examples.filter { !shown.contains($0.value.lines) }.map {
        TidyViolation($0.value.path, line: $0.value.line, "no document shows `\($0.key)`")
      })
  }

  @Test func `a block is found with its line, and other languages are not`() {
    let text = "a\n```swift\nlet b = 1\n```\n```\nc\n```\n  ```swift\n  d\n    e\n  ```"
    let blocks = CodeExample.blocks(
      of: "swift", in: MarkdownDocument(path: "README.md", text: text))
    #expect(blocks.map(\.lines) == [["let b = 1"], ["d", "  e"]])
    #expect(blocks.map(\.line) == [3, 9])
  }

  @Test func `parts of one name are one example, without their indentation`() {
    let text = """
      // Example: a
      import B
      // End of example
      func c() {
        // Example: a
        d {
          e
        }
        // End of example
      }
      """
    let examples = CodeExample.marked(in: SourceFile(path: "Tests/A/B.swift", text: text))
    #expect(examples["a"]?.lines == ["import B", "", "d {", "  e", "}"])
  }
}
