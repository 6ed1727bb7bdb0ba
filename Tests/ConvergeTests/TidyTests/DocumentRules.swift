// SPDX-License-Identifier: Apache-2.0

/// What keeps the README and the articles true when the tree moves.
enum DocumentRules {
  /// Folders of one machine, which mean nothing on another.
  static let machineFolders = ["/work/", "/home/", "/root/", "/Users/"]

  /// Every file and folder that a document names in backticks exists.
  ///
  /// A Swift file may be named by the end of its path; any other path is a name that ends in a
  /// slash or starts with a folder of the top level. Patterns (`*`, `<…>`, `…`) name nothing.
  static func names(_ document: MarkdownDocument, paths: [String]) -> [TidyViolation] {
    document.codeSpans.filter { span in
      let isPattern = span.text.contains { "*<>…{}() ".contains($0) }
      return !isPattern && isPath(span.text, in: paths) && !exists(span.text, in: paths)
    }.map { TidyViolation(document.path, line: $0.line, "`\($0.text)` does not exist") }
  }

  private static func isPath(_ text: String, in paths: [String]) -> Bool {
    if text.hasSuffix(".swift") { return text != ".swift" }
    let isLocal = !text.hasPrefix("/") && !text.contains("://")
    let isBelowTop = paths.contains(String(text.prefix { $0 != "/" }))
    return isLocal && text.contains("/") && (text.hasSuffix("/") || isBelowTop)
  }

  private static func exists(_ name: String, in paths: [String]) -> Bool {
    let name = name.hasSuffix("/") ? String(name.dropLast()) : name
    return paths.contains { $0 == name || $0.hasSuffix("/" + name) }
  }

  /// Every `<doc:Article>` link leads to an article of the same catalogue, or to a known type.
  static func links(
    _ document: MarkdownDocument, articles: Set<String>, symbols: Set<String>
  ) -> [TidyViolation] {
    document.links.filter { link in
      let first = link.text.split { $0 == "/" || $0 == "#" }.first.map(String.init) ?? ""
      return !articles.contains(first) && !symbols.contains(first)
    }.map { TidyViolation(document.path, line: $0.line, "<doc:\($0.text)> leads nowhere") }
  }

  /// Every symbol link that starts with a type's name starts with one that is declared.
  static func symbolLinks(
    _ document: MarkdownDocument, symbols: Set<String>
  ) -> [TidyViolation] {
    document.symbolLinks.filter { link in
      let first = link.text.prefix { $0 != "/" && $0 != "(" }
      return first.first?.isUppercase == true && !symbols.contains(String(first))
    }.map { TidyViolation(document.path, line: $0.line, "``\($0.text)`` is declared nowhere") }
  }

  /// No document or source leads to a folder of the machine it was written on.
  static func machinePaths(path: String, lines: [Substring]) -> [TidyViolation] {
    lines.enumerated().flatMap { index, line in
      machineFolders.filter { namesFolder($0, in: line) }.map {
        TidyViolation(path, line: index + 1, "`\($0)` is a folder of one machine")
      }
    }
  }

  /// Tells whether a path that starts with the folder stands in the line, not one that holds it.
  private static func namesFolder(_ folder: String, in line: Substring) -> Bool {
    line.ranges(of: folder).contains { range in
      guard range.lowerBound > line.startIndex else { return true }
      let before = line[line.index(before: range.lowerBound)]
      return !before.isLetter && !before.isNumber && !"._-~".contains(before)
    }
  }
}
