// SPDX-License-Identifier: Apache-2.0

import Testing

struct DocumentRulesTests {
  private let documents = SourceTree.current.documents.map {
    MarkdownDocument(path: $0.path, text: $0.text)
  }

  /// The modules and the types of all sources.
  private var symbols: Set<String> {
    let files = SourceTree.current.swiftFiles.filter { $0.isUnder("Sources") }
    return Set(files.flatMap { $0.typeDeclarations.map(\.name) })
      .union(files.compactMap { $0.target.split(separator: "/").last.map(String.init) })
  }

  private func document(_ text: String) -> MarkdownDocument {
    MarkdownDocument(path: "README.md", text: text)
  }

  @Test func `every file and folder that a document names exists`() {
    expectNone(
      documents.flatMap { DocumentRules.names($0, paths: SourceTree.current.paths) })
  }

  @Test func `every link between articles leads somewhere`() {
    let symbols = symbols
    for catalogue in Dictionary(grouping: documents, by: \.catalogue) {
      let articles = Set(catalogue.value.map(\.name))
      expectNone(
        catalogue.value.flatMap {
          DocumentRules.links($0, articles: articles, symbols: symbols)
        })
    }
  }

  @Test func `every link to a type leads to one that is declared`() {
    let symbols = symbols
    expectNone(
      documents.filter { $0.path.contains(".docc/") }
        .flatMap { DocumentRules.symbolLinks($0, symbols: symbols) })
  }

  @Test func `nothing that is read elsewhere leads to a folder of this machine`() {
    let sources = SourceTree.current.swiftFiles.filter { $0.isUnder("Sources", "Fuzz") }
    expectNone(sources.flatMap { DocumentRules.machinePaths(path: $0.path, lines: $0.lines) })
    expectNone(documents.flatMap { DocumentRules.machinePaths(path: $0.path, lines: $0.lines) })
  }

  @Test func `a name of no file or folder is found with its line`() {
    let paths = ["README.md", "Sources", "Sources/A", "Sources/A/B.swift", ".ci", ".ci/run"]
    let fine = """
      `B.swift`, `A/B.swift`, `Sources/A/`, `A/`, `Sources/A`, `.ci/run`, `text/plain`, `a.b`,
      `*.swift`, `Type+….swift`, `.swift`, ``C.swift``
      ```
      `C.swift`
      ```
      """
    #expect(DocumentRules.names(document(fine), paths: paths) == [])
    for name in ["C.swift", "Sources/C", "C/", "C/B.swift", "Sources/A/C.txt", ".ci/a"] {
      let found = DocumentRules.names(document("a\nb `\(name)`"), paths: paths)
      #expect(found.map(\.line) == [2], "\(name)")
    }
  }

  @Test func `a link that leads nowhere is found`() {
    func found(_ text: String) -> Int {
      DocumentRules.links(document(text), articles: ["Semantics"], symbols: ["Dot"]).count
    }
    #expect(found("<doc:Semantics> <doc:Semantics#Text> <doc:Dot/counter>") == 0)
    #expect(found("<doc:Semantic> and <doc:> and <doc:dot>") == 3)
  }

  @Test func `a link to a type that is declared nowhere is found`() {
    func found(_ text: String) -> Int {
      DocumentRules.symbolLinks(document(text), symbols: ["Dot"]).count
    }
    #expect(found("``Dot`` ``Dot/init(_:)`` ``merge(_:)`` `Dit`") == 0)
    #expect(found("``Dit`` ``Dit/counter``") == 2)
  }

  @Test func `a folder of one machine is found`() {
    func found(_ line: String) -> Int {
      DocumentRules.machinePaths(path: "README.md", lines: [line[...]]).count
    }
    #expect(found("see /work/main and `/root/a`") == 2)
    #expect(found("https://a.b/home/c, Sources/work/d, network/work/e") == 0)
  }
}
