// SPDX-License-Identifier: Apache-2.0

/// A piece of code that stands in a document, and in a test that runs it.
///
/// A test marks it by `// Example: name` and `// End of example`. Parts under one name belong
/// together, with a blank line between them: so a program's imports and types may stand at file
/// level and its statements in a function.
struct CodeExample: Sendable {
  /// Where it stands: a file and the first line, counted from 1.
  let path: String
  let line: Int
  /// The lines, without the indentation that all of them share.
  private(set) var lines: [String]

  /// The blocks of a document that are fenced as code of a language.
  static func blocks(of language: String, in document: MarkdownDocument) -> [CodeExample] {
    var blocks: [CodeExample] = []
    var open: CodeExample?
    var isFenced = false
    for (index, line) in document.lines.enumerated() {
      let content = line.drop { $0 == " " }
      guard content.hasPrefix("```") else {
        open?.lines.append(String(line))
        continue
      }
      isFenced.toggle()
      if isFenced, content.dropFirst(3) == language {
        open = CodeExample(path: document.path, line: index + 2, lines: [])
      } else if let block = open {
        blocks.append(block.outdented)
        open = nil
      }
    }
    return blocks
  }

  /// The examples that a file of tests marks, by name.
  static func marked(in file: SourceFile) -> [String: CodeExample] {
    var examples: [String: CodeExample] = [:]
    var open: (name: String, example: CodeExample)?
    for (index, line) in file.lines.enumerated() {
      let content = line.drop { $0 == " " }
      if content.hasPrefix(Self.start) {
        let name = String(content.dropFirst(Self.start.count))
        open = (name, CodeExample(path: file.path, line: index + 2, lines: []))
      } else if content == Self.end, let (name, part) = open {
        if examples[name] == nil {
          examples[name] = part.outdented
        } else {
          examples[name]?.lines += [""] + part.outdented.lines
        }
        open = nil
      } else {
        open?.example.lines.append(String(line))
      }
    }
    return examples
  }

  private static let start = "// Example: "
  private static let end = "// End of example"

  private var outdented: CodeExample {
    var result = self
    let blanks = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    result.lines = lines.map { String($0.dropFirst(blanks)) }
    return result
  }
}
