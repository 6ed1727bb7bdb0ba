// SPDX-License-Identifier: Apache-2.0

extension SourceFile {
  /// A type, or an extension of one, where the file opens it.
  struct TypeDeclaration {
    /// `struct`, `class`, `enum`, `protocol`, `actor`, `typealias` or `extension`.
    let keyword: String
    /// The declared name; of an extension, the first part of the extended one.
    let name: String
    let line: Int
    /// True when no brace is open around it.
    let isAtFileLevel: Bool
    let isPrivate: Bool
  }

  /// A declaration that opens with `public`, `open` or `package`.
  struct VisibleDeclaration {
    let access: String
    let keyword: String
    let name: String
    let line: Int
    let isDocumented: Bool
  }

  private static let typeKeywords: Set<String> = [
    "struct", "class", "enum", "protocol", "actor", "typealias", "extension",
  ]
  private static let memberKeywords: Set<String> = [
    "func", "var", "let", "init", "subscript", "associatedtype", "case", "macro", "import",
  ]
  private static let modifiers: Set<String> = [
    "static", "final", "mutating", "nonmutating", "override", "indirect", "convenience", "required",
    "nonisolated", "isolated", "consuming", "borrowing", "lazy", "weak", "unowned", "prefix",
    "postfix", "infix", "private", "fileprivate", "internal", "package", "public", "open", "class",
    "distributed", "dynamic", "optional",
  ]

  /// The types and extensions that the file declares, nested ones too.
  var typeDeclarations: [TypeDeclaration] {
    var result: [TypeDeclaration] = []
    var depth = 0
    for (index, token) in code.enumerated() {
      if token.is("{") { depth += 1 }
      if token.is("}") { depth -= 1 }
      guard token.kind == .word, Self.typeKeywords.contains(token.text),
        index == 0 || !code[index - 1].is("."),
        index + 1 < code.count, code[index + 1].kind == .word,
        !Self.memberKeywords.contains(code[index + 1].text)
      else { continue }
      let modifiers = code[max(0, index - 3)..<index].filter { $0.line == token.line }
      result.append(
        TypeDeclaration(
          keyword: token.text, name: code[index + 1].text, line: token.line,
          isAtFileLevel: depth == 0,
          isPrivate: modifiers.contains { $0.is("private") || $0.is("fileprivate") }))
    }
    return result
  }

  /// Every name that stands for a type inside the file: declared types and type parameters.
  var namesDeclared: Set<String> {
    var names = Set(typeDeclarations.filter { $0.keyword != "extension" }.map(\.name))
    for index in code.indices.dropFirst() {
      if code[index - 1].is("associatedtype") { names.insert(code[index].text) }
      let opensParameters =
        index >= 2 && code[index].is("<")
        && (Self.typeKeywords.contains(code[index - 2].text) || code[index - 2].is("func")
          || code[index - 1].is("init") || code[index - 1].is("subscript"))
      if opensParameters { names.formUnion(typeParameters(after: index)) }
    }
    return names
  }

  private func typeParameters(after opening: Int) -> [String] {
    var names: [String] = []
    var depth = 1
    for index in code.indices[(opening + 1)...] {
      if code[index].is("<") { depth += 1 }
      if code[index].is(">"), !code[index - 1].is("-") { depth -= 1 }
      if depth == 0 || code[index].is("{") { break }
      let before = code[index - 1]
      if code[index].kind == .word, before.is("<") || before.is(",") || before.is("each") {
        names.append(code[index].text)
      }
    }
    return names
  }

  /// The declarations that other modules or targets can see.
  var visibleDeclarations: [VisibleDeclaration] {
    let tokens = tokens.filter { $0.kind != .comment }
    let namingMarks: Set<String> = ["case", "let", "var", "func", ".", ","]
    return tokens.indices.compactMap { index in
      let token = tokens[index]
      guard token.is("public") || token.is("open") || token.is("package"),
        index == 0 || !namingMarks.contains(tokens[index - 1].text),
        let keyword = Self.keyword(after: index, in: tokens)
      else { return nil }
      let isUnnamed = tokens[keyword].is("init") || tokens[keyword].is("subscript")
      return VisibleDeclaration(
        access: token.text, keyword: tokens[keyword].text,
        name: tokens[isUnnamed ? keyword : min(keyword + 1, tokens.count - 1)].text,
        line: token.line, isDocumented: Self.isDocumented(index, in: tokens))
    }
  }

  /// The declaring keyword that follows an access modifier, past modifiers and attributes.
  private static func keyword(after modifier: Int, in tokens: [SwiftToken]) -> Int? {
    var index = modifier + 1
    while index < tokens.count {
      let token = tokens[index]
      if token.is("@") {
        index += 2
      } else if token.is("("), index > modifier + 1 {
        while index < tokens.count, !tokens[index].is(")") { index += 1 }
        index += 1
      } else if token.kind != .word {
        return nil
      } else if token.is("class"), index + 1 < tokens.count,
        memberKeywords.contains(tokens[index + 1].text)
      {
        index += 1
      } else if typeKeywords.contains(token.text) || memberKeywords.contains(token.text) {
        return index
      } else if modifiers.contains(token.text) {
        index += 1
      } else {
        return nil
      }
    }
    return nil
  }

  /// Tells whether a documentation comment stands before the declaration's first attribute.
  private static func isDocumented(_ modifier: Int, in tokens: [SwiftToken]) -> Bool {
    var index = modifier - 1
    while index >= 0 {
      let token = tokens[index]
      if token.kind == .word, modifiers.contains(token.text) {
        index -= 1
      } else if token.kind == .word, index > 0, tokens[index - 1].is("@") {
        index -= 2
      } else if token.is(")"), let opening = tokens[..<index].lastIndex(where: { $0.is("(") }),
        opening > 0, tokens[opening - 1].kind == .word
      {
        index = opening - 1
      } else {
        return token.kind == .documentation
      }
    }
    return false
  }
}
