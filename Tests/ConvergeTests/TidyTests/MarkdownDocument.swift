// SPDX-License-Identifier: Apache-2.0

/// A document as the rules see it: its lines, and what it names outside its blocks of code.
struct MarkdownDocument: Sendable {
  /// A name in the text.
  struct Mention: Equatable, Sendable {
    let text: String
    let line: Int
  }

  let path: String
  let lines: [Substring]
  /// What stands between single backticks.
  private(set) var codeSpans: [Mention] = []
  /// What stands between double backticks, the links to symbols.
  private(set) var symbolLinks: [Mention] = []
  /// The targets of `<doc:…>`.
  private(set) var links: [Mention] = []

  /// The article's name: its file's, without `.md`.
  var name: String { String(path.split(separator: "/").last?.dropLast(3) ?? "") }

  /// The documentation catalogue around it, empty for the README.
  var catalogue: String {
    path.firstRange(of: ".docc/").map { String(path[..<$0.lowerBound]) } ?? ""
  }

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var isFenced = false
    for (index, line) in lines.enumerated() {
      if line.drop(while: { $0 == " " }).hasPrefix("```") {
        isFenced.toggle()
      } else if !isFenced {
        readSpans(of: line, number: index + 1)
        readLinks(of: line, number: index + 1)
      }
    }
  }

  private mutating func readSpans(of line: Substring, number: Int) {
    var rest = line
    while let start = rest.firstIndex(of: "`") {
      let fence = rest[start...].prefix { $0 == "`" }
      rest = rest[fence.endIndex...]
      guard let end = rest.firstRange(of: fence) else { return }
      let mention = Mention(text: String(rest[..<end.lowerBound]), line: number)
      if fence.count == 1 { codeSpans.append(mention) } else { symbolLinks.append(mention) }
      rest = rest[end.upperBound...]
    }
  }

  private mutating func readLinks(of line: Substring, number: Int) {
    var rest = line
    while let start = rest.firstRange(of: "<doc:") {
      rest = rest[start.upperBound...]
      guard let end = rest.firstIndex(of: ">") else { return }
      links.append(Mention(text: String(rest[..<end]), line: number))
      rest = rest[end...]
    }
  }
}
