// SPDX-License-Identifier: Apache-2.0

import Testing

struct NameRulesTests {
  private func file(_ path: String, _ text: String) -> SourceFile {
    SourceFile(path: path, text: text)
  }

  @Test func `every file is named after the type it is about`() {
    expectNone(SourceTree.current.swiftFiles.flatMap(NameRules.fileName))
  }

  @Test func `no file name holds a blank`() {
    expectNone(SourceTree.current.paths.flatMap(NameRules.blanks))
  }

  @Test func `every name says something`() {
    expectNone(SourceTree.current.paths.flatMap(NameRules.emptyWords(inPath:)))
    expectNone(SourceTree.current.swiftFiles.flatMap(NameRules.emptyWords(inTypesOf:)))
  }

  @Test func `a file named after no type of its own is found`() {
    #expect(NameRules.fileName(file("Sources/A/B.swift", "public struct B {}")).isEmpty)
    #expect(NameRules.fileName(file("Sources/A/B.swift", "typealias B = Int")).isEmpty)
    #expect(NameRules.fileName(file("Sources/A/B+C.swift", "extension B.D {}")).isEmpty)
    #expect(NameRules.fileName(file("Fuzz/A/main.swift", "run()")).isEmpty)
    #expect(NameRules.fileName(file("Tests/A/BTests.swift", "@Test func a() {}")).isEmpty)
    let failing = [
      ("Sources/A/B.swift", "struct C {}"), ("Sources/A/B.swift", "struct C { struct B {} }"),
      ("Sources/A/B.swift", "extension B {}"), ("Sources/A/B+C.swift", "extension C {}"),
      ("Sources/A/BTests.swift", "func a() {}"), ("Tests/A/B.swift", "func a() {}"),
      ("Tests/A/BTests.swift", "struct C {}"), ("Sources/A/B.swift", "// struct B {}"),
    ]
    for (path, text) in failing {
      #expect(NameRules.fileName(file(path, text)).count == 1, "\(path): \(text)")
    }
  }

  @Test func `a blank in a file name is found`() {
    #expect(NameRules.blanks("Sources/A/B+C.swift").isEmpty)
    #expect(NameRules.blanks("Sources/A/B C.swift").count == 1)
  }

  @Test func `a name that says nothing is found by its words`() {
    #expect(NameRules.words(of: "LWWRegisterBase") == ["LWW", "Register", "Base"])
    #expect(NameRules.words(of: "UTF8Span+Wire-info") == ["UTF", "Span", "Wire", "info"])
    for name in ["ListManager", "RunHelpers", "Utils", "BaseSet", "OpImpl", "Info", "MiscTests"] {
      #expect(NameRules.emptyWords(inPath: "Sources/A/\(name).swift").count == 1, "\(name)")
      let type = file("Sources/A/B.swift", "struct B {\n enum \(name) {} }")
      #expect(NameRules.emptyWords(inTypesOf: type).map(\.line) == [2], "\(name)")
    }
    for name in ["Database", "Information", "Implied", "Commonality"] {
      #expect(NameRules.emptyWords(inPath: "Sources/A/\(name).swift").isEmpty, "\(name)")
    }
  }
}
