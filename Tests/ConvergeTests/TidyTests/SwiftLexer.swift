// SPDX-License-Identifier: Apache-2.0

/// Cuts Swift source into tokens, so that no rule takes a word in a comment or a string for code.
///
/// It knows nested block comments, raw and multi-line strings, interpolations, identifiers in
/// backticks and `#/…/#` literals. Whatever does not parse is cut as it comes: the compiler judges.
struct SwiftLexer {
  /// A string whose interpolation is being read.
  private struct OpenString {
    let hashCount: Int
    let isMultiline: Bool
    var parenthesisDepth = 0
  }

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var endOfLastToken = -1
  private var openStrings: [OpenString] = []
  private var tokens: [SwiftToken] = []

  private init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The tokens of a source text, in order.
  static func tokens(of text: String) -> [SwiftToken] {
    var lexer = SwiftLexer(text)
    while lexer.position < lexer.bytes.count { lexer.scanToken() }
    return lexer.tokens
  }

  private mutating func scanToken() {
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "\n"):
      line += 1
      position += 1
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
      position += 1
    case UInt8(ascii: "/") where byte(at: position + 1) == UInt8(ascii: "/"):
      scanLineComment()
    case UInt8(ascii: "/") where byte(at: position + 1) == UInt8(ascii: "*"):
      scanBlockComment()
    case UInt8(ascii: "\""):
      scanOpeningQuotes(hashCount: 0)
    case UInt8(ascii: "#"):
      scanHashes()
    case UInt8(ascii: "`"):
      scanRawIdentifier()
    case let byte where Self.isWordByte(byte):
      while let next = self.byte(at: position), Self.isWordByte(next) { position += 1 }
      append(.word, from: start, line: line)
    default:
      scanMark()
    }
  }

  // MARK: Comments

  private mutating func scanLineComment() {
    let start = position
    while let next = byte(at: position), next != UInt8(ascii: "\n") { position += 1 }
    let isDocumentation = matches("///", at: start) && !matches("////", at: start)
    append(isDocumentation ? .documentation : .comment, from: start, line: line)
  }

  private mutating func scanBlockComment() {
    let start = position
    let startLine = line
    let isDocumentation = matches("/**", at: start) && !matches("/**/", at: start)
    var depth = 0
    repeat {
      if matches("/*", at: position) {
        depth += 1
        position += 2
      } else if matches("*/", at: position) {
        depth -= 1
        position += 2
      } else {
        if bytes[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
      }
    } while depth > 0 && position < bytes.count
    append(isDocumentation ? .documentation : .comment, from: start, line: startLine)
  }

  // MARK: Strings

  private mutating func scanHashes() {
    let start = position
    while byte(at: position) == UInt8(ascii: "#") { position += 1 }
    let hashCount = position - start
    if byte(at: position) == UInt8(ascii: "\"") {
      scanOpeningQuotes(hashCount: hashCount)
    } else if byte(at: position) == UInt8(ascii: "/") {
      let startLine = line
      position += 1
      let end = "/" + String(repeating: "#", count: hashCount)
      while position < bytes.count, !matches(end, at: position) { advance() }
      position = min(position + end.utf8.count, bytes.count)
      append(.string, from: start, line: startLine)
    } else {
      append(.mark, from: start, line: line)
    }
  }

  private mutating func scanOpeningQuotes(hashCount: Int) {
    let start = position
    let isMultiline = matches("\"\"\"", at: position)
    position += isMultiline ? 3 : 1
    append(.string, from: start, line: line)
    scanString(OpenString(hashCount: hashCount, isMultiline: isMultiline))
  }

  /// Reads on in a string up to its end, or up to an interpolation, which then counts as code.
  private mutating func scanString(_ string: OpenString) {
    let hashes = String(repeating: "#", count: string.hashCount)
    let end = (string.isMultiline ? "\"\"\"" : "\"") + hashes
    let escape = "\\" + hashes
    while position < bytes.count {
      if matches(end, at: position) {
        position += end.utf8.count
        endOfLastToken = position
        return
      }
      if matches(escape, at: position) {
        position += escape.utf8.count
        if byte(at: position) == UInt8(ascii: "(") {
          position += 1
          openStrings.append(string)
          return
        }
        if position < bytes.count { advance() }
      } else if bytes[position] == UInt8(ascii: "\n"), !string.isMultiline {
        return
      } else {
        advance()
      }
    }
  }

  // MARK: Words and marks

  private mutating func scanRawIdentifier() {
    let start = position
    position += 1
    while let next = byte(at: position), next != UInt8(ascii: "`"), next != UInt8(ascii: "\n") {
      position += 1
    }
    let text = String(decoding: bytes[(start + 1)..<position], as: UTF8.self)
    position = min(position + 1, bytes.count)
    tokens.append(
      SwiftToken(kind: .word, text: text, line: line, isAdjacent: endOfLastToken == start))
    endOfLastToken = position
  }

  private mutating func scanMark() {
    let start = position
    position += 1
    if var string = openStrings.popLast() {
      switch bytes[start] {
      case UInt8(ascii: ")") where string.parenthesisDepth == 0:
        string.parenthesisDepth = 0
        scanString(string)
        return
      case UInt8(ascii: ")"): string.parenthesisDepth -= 1
      case UInt8(ascii: "("): string.parenthesisDepth += 1
      default: break
      }
      openStrings.append(string)
    }
    append(.mark, from: start, line: line)
  }

  // MARK: Bytes

  private func byte(at index: Int) -> UInt8? {
    index < bytes.count ? bytes[index] : nil
  }

  private func matches(_ text: String, at index: Int) -> Bool {
    index + text.utf8.count <= bytes.count && bytes[index...].starts(with: text.utf8)
  }

  private mutating func advance() {
    if bytes[position] == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  private mutating func append(_ kind: SwiftToken.Kind, from start: Int, line: Int) {
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    tokens.append(
      SwiftToken(kind: kind, text: text, line: line, isAdjacent: endOfLastToken == start))
    endOfLastToken = position
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"): true
    default: byte >= 0x80
    }
  }
}
