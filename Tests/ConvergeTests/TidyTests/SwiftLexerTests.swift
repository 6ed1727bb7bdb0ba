// SPDX-License-Identifier: Apache-2.0

import Testing

struct SwiftLexerTests {
  private func words(_ text: String) -> [String] {
    SwiftLexer.tokens(of: text).filter { $0.kind == .word }.map(\.text)
  }

  @Test func `comments and strings hold no words`() {
    #expect(words("a // b\nc /* d /* e */ f */ g") == ["a", "c", "g"])
    #expect(words(#"a "b \" c" d"#) == ["a", "d"])
    #expect(words(##"a #"b " c"# d #/e "f/# g"##) == ["a", "d", "g"])
    #expect(words("a \"\"\"\n b \" c\n \"\"\" d") == ["a", "d"])
  }

  @Test func `an interpolation is code inside a string`() {
    #expect(words(#"a "b \(c(d) + "e \(f)") g" h"#) == ["a", "c", "d", "f", "h"])
  }

  @Test func `a sentence in backticks is one word`() {
    #expect(words("func `an \"é\" stays`() {}") == ["func", "an \"é\" stays"])
  }

  @Test func `tokens know their line and what documents`() {
    let tokens = SwiftLexer.tokens(of: "/// a\n//// b\n// c\n/** d\n*/\nx")
    #expect(tokens.map(\.line) == [1, 2, 3, 4, 6])
    #expect(
      tokens.map(\.kind) == [.documentation, .comment, .comment, .documentation, .word])
  }

  @Test func `source that ends in the middle is cut as it comes`() {
    for text in ["\"a", "\"\"\"a\n", "/* a", "#\"a", "#/a", "`a", "\"\\(", "\"\\", "a ) \"\\()"] {
      _ = SwiftLexer.tokens(of: text)
    }
  }

  @Test func `a piece of code is found however it is spaced`() {
    let file = SourceFile(
      path: "Sources/A.swift", text: "Task\n  .sleep\ntry !a\ntry! b\n// try!\nx.spanning")
    #expect(file.lines(of: "Task.sleep") == [1])
    #expect(file.lines(of: "try!") == [4])
    #expect(file.lines(of: ".span") == [])
  }
}
