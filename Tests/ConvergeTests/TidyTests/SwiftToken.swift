// SPDX-License-Identifier: Apache-2.0

/// A piece of Swift source that the rules can tell apart: a word, a mark, a string or a comment.
struct SwiftToken: Equatable, Sendable {
  enum Kind: Sendable {
    /// An identifier, keyword or number; an identifier in backticks comes without them.
    case word
    /// One character of punctuation or of an operator.
    case mark
    /// A string or regular expression literal; the code in its interpolations follows as tokens.
    case string
    /// A comment that documents nothing.
    case comment
    /// A comment that opens with `///` or `/**`.
    case documentation
  }

  let kind: Kind
  let text: String
  /// The line it starts on, counted from 1.
  let line: Int
  /// True when no blank stands between it and the token before.
  let isAdjacent: Bool

  /// Tells whether it is this word or mark; a string or a comment never is.
  func `is`(_ text: String) -> Bool {
    (kind == .word || kind == .mark) && self.text == text
  }
}
