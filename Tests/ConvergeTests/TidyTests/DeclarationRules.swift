// SPDX-License-Identifier: Apache-2.0

/// What a declaration owes to those who see it.
enum DeclarationRules {
  /// What is public bears a name that means to stay.
  static func underscores(_ file: SourceFile) -> [TidyViolation] {
    file.visibleDeclarations.filter { $0.access != "package" && $0.name.hasPrefix("_") }.map {
      TidyViolation(file.path, line: $0.line, "`\($0.name)` is public and starts with `_`")
    }
  }

  /// What others can see says what it is.
  static func documentation(_ file: SourceFile) -> [TidyViolation] {
    file.visibleDeclarations
      .filter { !$0.isDocumented && $0.keyword != "import" && $0.keyword != "extension" }
      .map {
        TidyViolation(
          file.path, line: $0.line, "\($0.access) `\($0.name)` has no documentation comment")
      }
  }
}
