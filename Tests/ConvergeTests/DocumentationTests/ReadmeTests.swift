// SPDX-License-Identifier: Apache-2.0

import Testing

struct ReadmeTests {
  private let readme = SourceTree.current.documents.first { $0.path == "README.md" }
    .map { MarkdownDocument(path: $0.path, text: $0.text) }

  @Test func `the first program in the README is the one that is run here`() throws {
    let blocks = CodeExample.blocks(of: "swift", in: try #require(readme))
    let file = try #require(
      SourceTree.current.swiftFiles.first { $0.path.hasSuffix("/ReadmeExample.swift") })
    #expect(blocks.first?.lines == CodeExample.marked(in: file)["readme"]?.lines)
    let shown = ReadmeExample().run()
    #expect(shown.favorites.sorted() == ["fog", "harbour"])
    #expect(shown.theme == "dark")
  }

  @Test func `the README gives both commands, each on a line of its own`() throws {
    let lines = try #require(readme).lines
    #expect(lines.contains("swift run -c release converge-fuzz"))
    #expect(lines.contains("swift test"))
  }
}
