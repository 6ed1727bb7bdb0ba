// SPDX-License-Identifier: Apache-2.0

extension SourceFile {
  /// The braces of a function, initializer, subscript or computed property.
  struct Body {
    let name: String
    /// The line on which the declaration starts.
    let line: Int
    /// The lines between the braces.
    let lineCount: Int
  }

  /// The bodies that the file holds, nested ones too.
  var bodies: [Body] {
    code.indices.compactMap { index in
      let token = code[index]
      guard token.kind == .word, index == 0 || !code[index - 1].is(".") else { return nil }
      switch token.text {
      case "func", "init", "deinit", "subscript", "var":
        guard let opening = openingBrace(after: index), let closing = closingBrace(of: opening)
        else { return nil }
        let isNamed = token.text == "func" || token.text == "var"
        return Body(
          name: isNamed ? code[index + 1].text : token.text, line: token.line,
          lineCount: max(0, code[closing].line - code[opening].line - 1))
      default:
        return nil
      }
    }
  }

  /// The brace that opens the body, or nil for a requirement or a stored property.
  private func openingBrace(after keyword: Int) -> Int? {
    let isProperty = code[keyword].is("var")
    var depth = 0
    for index in code.indices[(keyword + 1)...] {
      let token = code[index]
      if token.is("(") || token.is("[") { depth += 1 }
      if token.is(")") || token.is("]") { depth -= 1 }
      guard depth == 0 else {
        if depth < 0 { return nil }
        continue
      }
      if token.is("{") { return index }
      if token.is("}") { return nil }
      if isProperty, token.is("=") || token.line > code[index - 1].line { return nil }
      if index > keyword + 1, ["func", "init", "var", "let", "subscript"].contains(token.text),
        !code[index - 1].is(".")
      {
        return nil
      }
    }
    return nil
  }

  private func closingBrace(of opening: Int) -> Int? {
    var depth = 0
    for index in code.indices[opening...] {
      if code[index].is("{") { depth += 1 }
      if code[index].is("}") { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }
}
