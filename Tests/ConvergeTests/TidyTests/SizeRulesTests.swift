// SPDX-License-Identifier: Apache-2.0

import Testing

struct SizeRulesTests {
  private func file(_ text: String, path: String = "Sources/A/B.swift") -> SourceFile {
    SourceFile(path: path, text: text)
  }

  private func blankLines(_ count: Int) -> String { String(repeating: "\n", count: count) }

  @Test func `every file opens with its licence`() {
    expectNone(SourceTree.current.swiftFiles.flatMap(SizeRules.license))
  }

  @Test func `no file is too long`() {
    expectNone(SourceTree.current.swiftFiles.flatMap(SizeRules.fileLength))
  }

  @Test func `no line is too long`() {
    expectNone(SourceTree.current.swiftFiles.flatMap(SizeRules.lineLength))
  }

  @Test func `no function body is too long`() {
    expectNone(SourceTree.current.swiftFiles.flatMap(SizeRules.bodyLength))
  }

  @Test func `no type is too long over all its files`() {
    expectNone(SizeRules.typeLength(SourceTree.current.swiftFiles))
  }

  @Test func `a licence that is missing, late or changed is found`() {
    let license = SizeRules.license
    #expect(SizeRules.license(file(license + "\n")).isEmpty)
    for text in ["", "\n" + license, license + " \n", "// SPDX-License-Identifier: MIT\n"] {
      #expect(SizeRules.license(file(text)).count == 1)
    }
  }

  @Test func `a file one line too long is found`() {
    #expect(SizeRules.fileLength(file(blankLines(350))).isEmpty)
    #expect(SizeRules.fileLength(file(blankLines(351))).count == 1)
  }

  @Test func `a line one column too long is found, and columns are characters`() {
    let full = String(repeating: "é", count: 100)
    #expect(SizeRules.lineLength(file(full)).isEmpty)
    #expect(SizeRules.lineLength(file("\n" + full + "x")).map(\.line) == [2])
    #expect(SizeRules.lineLength(file("  // https://a.b/" + full)).isEmpty)
    #expect(SizeRules.lineLength(file("  x(\"https://a.b/\(full)\")")).count == 1)
  }

  @Test func `a body one line too long is found, whatever its braces hold`() {
    let heads = [
      "func a(b: () -> Int = { 1 })", "init()", "subscript(a: Int) -> Int", "var a: Int",
    ]
    for head in heads {
      let fits = "struct B {\n\(head) {\(blankLines(51))} }"
      let exceeds = "struct B {\n\(head) { _ = \"}\" // }\n\(blankLines(51))} }"
      #expect(SizeRules.bodyLength(file(fits)).isEmpty)
      #expect(SizeRules.bodyLength(file(exceeds)).map(\.line) == [2])
    }
  }

  @Test func `a declaration without a body does not take the next one's`() {
    let text = "protocol B {\n func a()\n var c: Int { get }\n}\nstruct D {\(blankLines(80))}"
    #expect(SizeRules.bodyLength(file(text)).isEmpty)
    let stored = "struct B {\n var a: Int\n struct C {\(blankLines(80))} }"
    #expect(SizeRules.bodyLength(file(stored)).isEmpty)
  }

  @Test func `a type too long over all its files is found, each target's apart`() {
    let half = blankLines(350)
    let files = ["B.swift", "B+C.swift", "D.swift"].map { file(half, path: "Sources/A/E/" + $0) }
    #expect(SizeRules.typeLength(files).isEmpty)
    #expect(SizeRules.typeLength(files + [file("\n", path: "Sources/A/B+D.swift")]).count == 1)
    #expect(SizeRules.typeLength(files + [file("\n", path: "Tests/A/B.swift")]).isEmpty)
  }
}
