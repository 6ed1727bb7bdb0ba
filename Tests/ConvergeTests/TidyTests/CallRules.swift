// SPDX-License-Identifier: Apache-2.0

/// What no file may call or say, however handy.
enum CallRules {
  /// Sources of time, chance and identity, each of which must be an argument.
  static let ambient = [
    "Date()", "Date.now", "UUID()", ".random(", ".randomElement()", ".shuffled()", ".shuffle()",
    "SystemRandomNumberGenerator", "Task.sleep", "ContinuousClock", "SuspendingClock",
    "DispatchTime", "clock_gettime", ".hashValue", "Hasher()",
  ]
  /// What of that measures and what starts a run: programs may, where a user types their name.
  static let ambientInPrograms: Set = ["ContinuousClock", "SystemRandomNumberGenerator"]
  /// The file that draws the keys of hash tables, as the standard library's own tables do: nobody
  /// outside may know them, and they show in nothing.
  static let hashing = "Sources/Converge/Datatypes/Values/ValueBytes+TableHash.swift"
  /// The folders of programs.
  static let programs = ["Fuzz/", "Sources/converge-bench/"]
  /// Ways to end the process on a mistake.
  static let traps = ["try!", "as!", "fatalError("]
  /// What a later system brings, which a build on Linux never notices.
  static let newer = [
    "InlineArray", "Span<", "MutableSpan", "OutputSpan", "RawSpan", "MutableRawSpan",
    "OutputRawSpan", "UTF8Span", ".span", ".mutableSpan", ".utf8Span", "Observations",
    "Task.immediate", "#available", "#unavailable",
  ]
  /// The first version that is too new: all of Apple's systems have one number from then on.
  static let newerVersion = 26
  /// The files that may hold unsafe code or an unchecked promise, each with a proof in place.
  static let unsafeFiles: Set<String> = [
    "Sources/Converge/Sequence/Slab.swift",
    "Sources/Converge/Encoding/Array+Words.swift",
    "Fuzz/converge-fuzz/TrapReport.swift",
    "Fuzz/converge-decoders/DecoderEntry.swift",
  ]

  static func ambient(_ file: SourceFile) -> [TidyViolation] {
    guard file.isUnder("Sources", "Fuzz") else { return [] }
    let isProgram = programs.contains { file.path.hasPrefix($0) }
    return ambient.filter {
      !(isProgram && ambientInPrograms.contains($0)) && !(file.path == hashing && $0 == "Hasher()")
    }.flatMap {
      file.violations(of: $0, "`\($0)` is ambient: take it as an argument")
    }
  }

  static func traps(_ file: SourceFile) -> [TidyViolation] {
    guard file.isUnder("Sources", "Fuzz") else { return [] }
    return traps.flatMap { file.violations(of: $0, "`\($0)` ends the process: throw instead") }
  }

  static func leftovers(_ file: SourceFile) -> [TidyViolation] {
    guard file.isUnder("Sources", "Fuzz") else { return [] }
    let words: Set<Substring> = ["TODO", "FIXME", "XXX"]
    return file.lines.enumerated().flatMap { index, line in
      line.split { !$0.isLetter }.filter(words.contains).map {
        TidyViolation(file.path, line: index + 1, "`\($0)` left over: do it, or file an issue")
      }
    }
  }

  static func newer(_ file: SourceFile) -> [TidyViolation] {
    newer.flatMap { file.violations(of: $0, "`\($0)` is newer than the systems we run on") }
      + file.lines(of: "@available(").flatMap { line in
        file.code.filter { $0.line == line && (Int($0.text) ?? 0) >= newerVersion }.map {
          TidyViolation(file.path, line: line, "version \($0.text) is newer than our systems")
        }
      }
  }

  /// Unsafe code and unchecked promises stand in few files, each place under its reason.
  static func unsafe(
    _ file: SourceFile, listed: Set<String> = unsafeFiles
  ) -> [TidyViolation] {
    guard file.isUnder("Sources", "Fuzz") else { return [] }
    let isListed = listed.contains(file.path)
    return file.code.indices.compactMap { index in
      let word = file.code[index]
      let isPromise = word.is("unchecked") && index > 0 && file.code[index - 1].is("@")
      let isUnsafe =
        word.kind == .word
        && ["unsafe", "Unsafe", "withUnsafe"].contains { word.text.hasPrefix($0) }
      guard isPromise || isUnsafe else { return nil }
      if !isListed {
        return TidyViolation(
          file.path, line: word.line, "`\(word.text)` in a file not listed in `unsafeFiles`")
      }
      let needsReason = isPromise || word.is("unsafe")
      return needsReason && !hasReason(above: word.line, in: file)
        ? TidyViolation(
          file.path, line: word.line, "`\(word.text)` without `// Safety:` or `// because` above")
        : nil
    }
  }

  /// Tells whether the comment right above a line gives the reason for it.
  private static func hasReason(above line: Int, in file: SourceFile) -> Bool {
    let comment = file.lines[..<(line - 1)].reversed().prefix {
      $0.drop { $0 == " " }.hasPrefix("//")
    }
    return comment.contains {
      $0.drop { $0 == " " || $0 == "/" }.hasPrefix("because")
        || $0.drop { $0 == " " || $0 == "/" }.hasPrefix("Safety:")
    }
  }
}
