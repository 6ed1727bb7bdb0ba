// SPDX-License-Identifier: Apache-2.0

import Testing

/// A Swift source file as the rules see it: its place in the package, its lines and its tokens.
struct SourceFile: CustomTestStringConvertible, Sendable {
  /// The place below the package's root, such as `Sources/Converge/Causality/Dot.swift`.
  let path: String
  let lines: [Substring]
  /// All tokens, comments too.
  let tokens: [SwiftToken]
  /// The tokens that the compiler reads.
  let code: [SwiftToken]
  /// Where in `code` each word stands.
  private let places: [String: [Int]]

  init(path: String, text: String) {
    self.path = path
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    self.lines = lines
    tokens = SwiftLexer.tokens(of: text)
    let code = tokens.filter { $0.kind != .comment && $0.kind != .documentation }
    places = Dictionary(
      grouping: code.indices.filter { code[$0].kind == .word }, by: { code[$0].text })
    self.code = code
  }

  /// What a failed expectation shows of it.
  var testDescription: String { path }

  /// The file's name without folders and `.swift`.
  var name: String {
    let last = path.split(separator: "/").last ?? ""
    return String(last.hasSuffix(".swift") ? last.dropLast(6) : last)
  }

  /// The name before the first `+`: the type whose aspect the file holds.
  var subject: String { String(name.prefix { $0 != "+" }) }

  /// The two outermost folders, such as `Sources/Converge`: the target the file belongs to.
  var target: String { path.split(separator: "/").dropLast().prefix(2).joined(separator: "/") }

  /// Tells whether the file lies under one of these folders of the package.
  func isUnder(_ folders: String...) -> Bool {
    folders.contains { path.hasPrefix($0 + "/") }
  }

  /// The lines on which a piece of code such as `Task.sleep` or `try!` stands, however spaced.
  ///
  /// The piece holds a word at least.
  func lines(of piece: String) -> [Int] {
    let wanted = SwiftLexer.tokens(of: piece)
    guard let word = wanted.firstIndex(where: { $0.kind == .word }) else { return [] }
    return (places[wanted[word].text] ?? []).compactMap { place in
      let start = place - word
      guard start >= 0, start + wanted.count <= code.count else { return nil }
      for (token, found) in zip(wanted, code[start...]) {
        guard found.is(token.text) else { return nil }
        if token.is("!") || token.is("<"), !found.isAdjacent { return nil }
      }
      return code[start].line
    }
  }

  /// One violation for each place where a piece of code stands.
  func violations(of piece: String, _ rule: String) -> [TidyViolation] {
    lines(of: piece).map { TidyViolation(path, line: $0, rule) }
  }
}
