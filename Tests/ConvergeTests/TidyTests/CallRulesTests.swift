// SPDX-License-Identifier: Apache-2.0

import Testing

struct CallRulesTests {
  private func file(_ text: String, path: String = "Sources/A/B.swift") -> SourceFile {
    SourceFile(path: path, text: text)
  }

  @Test func `time, chance and identity are arguments`() {
    expectNone(SourceTree.current.swiftFiles.flatMap(CallRules.ambient))
  }

  @Test func `nothing ends the process on a mistake`() {
    expectNone(SourceTree.current.swiftFiles.flatMap(CallRules.traps))
  }

  @Test func `nothing is left over`() {
    expectNone(SourceTree.current.swiftFiles.flatMap(CallRules.leftovers))
  }

  @Test func `nothing is newer than the systems we run on`() {
    expectNone(SourceTree.current.swiftFiles.flatMap(CallRules.newer))
  }

  @Test func `unsafe code stands where it is listed, under its reason`() {
    expectNone(SourceTree.current.swiftFiles.flatMap { CallRules.unsafe($0) })
    let paths = Set(SourceTree.current.paths)
    #expect(CallRules.unsafeFiles.isSubset(of: paths), "a listed file is gone")
  }

  @Test func `what is ambient is found, and programs may read the clock`() {
    for piece in CallRules.ambient {
      let text = "let a = b\(piece.hasPrefix(".") ? "" : ";")\(piece)"
      #expect(!CallRules.ambient(file(text)).isEmpty, "\(piece)")
      #expect(CallRules.ambient(file("// " + text)).isEmpty, "\(piece)")
      #expect(CallRules.ambient(file(text, path: "Tests/A/B.swift")).isEmpty, "\(piece)")
    }
    #expect(CallRules.ambient(file("ContinuousClock()", path: "Fuzz/A/B.swift")).isEmpty)
    #expect(CallRules.ambient(file("Date()", path: "Fuzz/A/B.swift")).count == 1)
    #expect(CallRules.ambient(file("a.hash(into: &b)\nfunc c(_: inout Hasher)")).isEmpty)
  }

  @Test func `what ends the process is found`() {
    let text = "try! a()\nb as! C\nfatalError(\"d\")\ntry? a()\nb as? C"
    #expect(CallRules.traps(file(text)).map(\.line) == [1, 2, 3])
    #expect(CallRules.traps(file(text, path: "Fuzz/A/B.swift")).count == 3)
  }

  @Test func `what is left over is found, in comments too`() {
    let text = "// TODO: a\nlet b = 1  // FIXME\n/* XXX */\nlet todo = \"METHODTODO\""
    #expect(CallRules.leftovers(file(text)).map(\.line) == [1, 2, 3])
  }

  @Test func `what is newer than our systems is found`() {
    let texts = [
      "let a: InlineArray<3, Int>", "let a: Span<Int>", "a.span.count", "let a: RawSpan",
      "@available(macOS 26, *)", "@available(iOS 18.0, macOS 26.1, *)", "let a: UTF8Span",
      "if #available(iOS 18, *) {}",
    ]
    for text in texts { #expect(!CallRules.newer(file(text)).isEmpty, "\(text)") }
    let fine = "@available(*, deprecated)\nlet span = a.spanCount + 26\n// Span<Int>"
    #expect(CallRules.newer(file(fine)).isEmpty)
  }

  @Test func `unsafe code in an unlisted file or without a reason is found`() {
    let bare = "let a = unsafe b[0]"
    let promise = "final class A: @unchecked Sendable {}"
    for text in [bare, promise, "a.withUnsafeBytes { $0 }", "nonisolated(unsafe) var a = 1"] {
      #expect(!CallRules.unsafe(file(text)).isEmpty, "\(text)")
    }
    let listed: Set = ["Sources/A/B.swift"]
    #expect(CallRules.unsafe(file("// Safety: bounds\n// hold.\n" + bare), listed: listed) == [])
    #expect(CallRules.unsafe(file("// because locked\n" + promise), listed: listed) == [])
    for text in [bare, promise, "// Safety: a\n\n" + bare, "// a\n" + promise] {
      #expect(CallRules.unsafe(file(text), listed: listed).count == 1, "\(text)")
    }
    let fine = "let isUnsafe = \"unsafe\"\ninit(unchecked: Int) {}"
    #expect(CallRules.unsafe(file(fine)).isEmpty)
  }
}
