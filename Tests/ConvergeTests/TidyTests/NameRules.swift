// SPDX-License-Identifier: Apache-2.0

/// What a file or type may be called.
enum NameRules {
  /// Words that name no concept.
  static let emptyWords: Set<String> = [
    "Manager", "Helper", "Util", "Utility", "Common", "Misc", "Base", "Impl", "Info",
  ]

  /// A file is named after the type it declares, or `Type+Aspect` after the one it extends.
  ///
  /// `main.swift` is exempt, and so is a file of test functions alone, which ends in `Tests`.
  static func fileName(_ file: SourceFile) -> [TidyViolation] {
    if file.name == "main" { return [] }
    let types = file.typeDeclarations.filter(\.isAtFileLevel)
    if types.isEmpty, file.isUnder("Tests"), file.name.hasSuffix("Tests") { return [] }
    let isAspect = file.name.contains("+")
    let named = types.filter { $0.name == file.subject }
    if isAspect ? !named.isEmpty : named.contains(where: { $0.keyword != "extension" }) {
      return []
    }
    let wish = isAspect ? "extend" : "declare"
    return [TidyViolation(file.path, "must \(wish) `\(file.subject)`, whose name it bears")]
  }

  /// Blanks in file names break scripts.
  static func blanks(_ path: String) -> [TidyViolation] {
    path.contains(" ") ? [TidyViolation(path, "a file name holds a blank")] : []
  }

  /// No file or folder name is built on a word that says nothing.
  static func emptyWords(inPath path: String) -> [TidyViolation] {
    let names = path.split(separator: "/").map { $0.prefix { $0 != "." } }
    return names.flatMap { words(of: $0) }.filter(isEmpty).map {
      TidyViolation(path, "`\($0)` says nothing in a name")
    }
  }

  /// No type name is built on a word that says nothing.
  static func emptyWords(inTypesOf file: SourceFile) -> [TidyViolation] {
    file.typeDeclarations.filter { $0.keyword != "extension" }.flatMap { type in
      words(of: type.name[...]).filter(isEmpty).map {
        TidyViolation(file.path, line: type.line, "`\($0)` says nothing in `\(type.name)`")
      }
    }
  }

  private static func isEmpty(_ word: String) -> Bool {
    emptyWords.contains(word)
      || (word.hasSuffix("s") && emptyWords.contains(String(word.dropLast())))
      || word == "Utilities"
  }

  /// The words of a camel-case name: `LWWRegisterBase` is `LWW`, `Register`, `Base`.
  static func words(of name: Substring) -> [String] {
    let characters = Array(name)
    var words: [String] = []
    for (index, character) in characters.enumerated() where character.isLetter {
      let before = index > 0 ? characters[index - 1] : "_"
      let after = index + 1 < characters.count ? characters[index + 1] : "_"
      let starts =
        !before.isLetter
        || (character.isUppercase && (before.isLowercase || after.isLowercase))
      if starts { words.append("") }
      words[words.count - 1].append(character)
    }
    return words
  }
}
