// SPDX-License-Identifier: Apache-2.0

/// What keeps files, functions, lines and types small enough to be read at once.
enum SizeRules {
  static let license = "// SPDX-License-Identifier: Apache-2.0"
  static let lineLimit = 350
  static let bodyLineLimit = 50
  static let columnLimit = 100
  static let typeLineLimit = 700

  /// The licence stands on the first line, on its own.
  static func license(_ file: SourceFile) -> [TidyViolation] {
    file.lines.first.map(String.init) == license
      ? [] : [TidyViolation(file.path, line: 1, "the first line must be `\(license)`")]
  }

  /// A file past its limit hides a second concept.
  static func fileLength(_ file: SourceFile) -> [TidyViolation] {
    file.lines.count <= lineLimit
      ? []
      : [TidyViolation(file.path, "\(file.lines.count) lines, the limit is \(lineLimit)")]
  }

  /// Lines fit beside each other on a screen; only a comment's link may be longer.
  static func lineLength(_ file: SourceFile) -> [TidyViolation] {
    file.lines.enumerated().compactMap { index, line in
      guard line.utf8.count > columnLimit, line.count > columnLimit else { return nil }
      let start = line.drop { $0 == " " }
      if start.hasPrefix("//"), start.contains("://") { return nil }
      return TidyViolation(
        file.path, line: index + 1, "\(line.count) columns, the limit is \(columnLimit)")
    }
  }

  /// A function's body, from its opening brace to its closing one, those lines not counted.
  static func bodyLength(_ file: SourceFile) -> [TidyViolation] {
    file.bodies.compactMap { body in
      body.lineCount <= bodyLineLimit
        ? nil
        : TidyViolation(
          file.path, line: body.line,
          "`\(body.name)` has \(body.lineCount) lines, the limit is \(bodyLineLimit)")
    }
  }

  /// All files of one type together: `Type.swift` and each `Type+Aspect.swift` of its target.
  static func typeLength(_ files: [SourceFile]) -> [TidyViolation] {
    let types = Dictionary(grouping: files) { $0.target + "/" + $0.subject }
    return types.sorted { $0.key < $1.key }.compactMap { type, files in
      let count = files.reduce(0) { $0 + $1.lines.count }
      return count <= typeLineLimit
        ? nil
        : TidyViolation(type, "\(count) lines in \(files.count) files, limit \(typeLineLimit)")
    }
  }
}
