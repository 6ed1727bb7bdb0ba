// SPDX-License-Identifier: Apache-2.0

/// What the package as a whole consists of.
enum PackageRules {
  static let topLevel: Set<String> = ["Package.swift", "Sources", "Tests", "Fuzz", "README.md"]

  /// The package stands on the toolchain alone, and any package may depend on it.
  static func manifest(_ file: SourceFile) -> [TidyViolation] {
    [".package(", "package.dependencies"].flatMap {
      file.violations(of: $0, "the package depends on no other")
    } + unsafeFlags(file)
  }

  /// Flags that SwiftPM calls unsafe keep others from depending on a library; a program may have
  /// them.
  private static func unsafeFlags(_ file: SourceFile) -> [TidyViolation] {
    var isProgram = false
    var violations: [TidyViolation] = []
    for (number, whole) in file.lines.enumerated() {
      let line = whole.split(separator: "//", omittingEmptySubsequences: false)[0]
      if line.contains("arget(") { isProgram = line.contains(".executableTarget(") }
      let isAllowed =
        line.hasPrefix("let program")
        ? line.hasSuffix(", isProgram)]")
        : isProgram || !line.contains(": program") && !line.contains("unsafeFlags")
      if !isAllowed {
        violations.append(
          TidyViolation(
            file.path, line: number + 1, "unsafe flags keep others from depending on it"))
      }
    }
    return violations
  }

  /// The top level holds five things, and dot files beside them.
  static func topLevel(_ names: [String]) -> [TidyViolation] {
    let present = names.filter { !$0.hasPrefix(".") }
    return present.filter { !topLevel.contains($0) }.sorted().map {
      TidyViolation($0, "does not belong at the top level")
    } + topLevel.subtracting(present).sorted().map { TidyViolation($0, "is missing") }
  }

  /// Two names that differ only in case are one name on many disks.
  static func names(_ paths: [String]) -> [TidyViolation] {
    Dictionary(grouping: Set(paths)) { $0.lowercased() }.values
      .filter { $0.count > 1 }.flatMap { $0.sorted().dropFirst() }.sorted()
      .map { TidyViolation($0, "differs from another name only in case") }
  }

  /// The one call of `swift test` in CI's script is what the README tells its reader to type.
  static func testCommand(script: String, readme: String) -> [TidyViolation] {
    let commands = script.split(separator: "\n")
      .map { String($0.drop { $0 == " " }) }
      .filter { $0 == "swift test" || $0.hasPrefix("swift test ") }
    guard let command = commands.first, commands.count == 1 else {
      return [TidyViolation(".ci/run", "calls `swift test` \(commands.count) times, not once")]
    }
    let lines = readme.split(separator: "\n").map { $0.drop { $0 == " " } }
    return lines.contains { $0 == command }
      ? [] : [TidyViolation("README.md", "has no line `\(command)`, which `.ci/run` calls")]
  }
}
