// SPDX-License-Identifier: Apache-2.0

import Testing

struct PackageRulesTests {
  @Test func `the package depends on nothing`() {
    let text = SourceTree.current.text(of: "Package.swift") ?? ""
    expectNone(PackageRules.manifest(SourceFile(path: "Package.swift", text: text)))
  }

  @Test func `only programs have flags that keep others from depending on them`() {
    let flags = "let programLinking = [LinkerSetting.unsafeFlags([\"-static-stdlib\"], isProgram)]"
    let library = ".target(name: \"L\", linkerSettings: programLinking),"
    let program = ".executableTarget(\n  name: \"P\", linkerSettings: programLinking),"
    let text = [flags, library, program, ".target(name: \"M\"),", ".unsafeFlags([])"]
    let file = SourceFile(path: "Package.swift", text: text.joined(separator: "\n"))
    #expect(PackageRules.manifest(file).map(\.line) == [2, 6])
  }

  @Test func `the top level holds what belongs there and nothing else`() {
    expectNone(PackageRules.topLevel(SourceTree.current.paths.filter { !$0.contains("/") }))
  }

  @Test func `names are told apart by more than case`() {
    expectNone(PackageRules.names(SourceTree.current.paths))
    #expect(PackageRules.names(["Fuzz/A", "Fuzz/a", "Fuzz/b"]).map(\.path) == ["Fuzz/a"])
  }

  @Test func `the README names the command that CI tests with`() {
    let script = SourceTree.current.text(of: ".ci/run") ?? ""
    let readme = SourceTree.current.text(of: "README.md") ?? ""
    expectNone(PackageRules.testCommand(script: script, readme: readme))
  }

  @Test func `a dependency or an unsafe flag is found`() {
    let texts = [
      "let p = Package(dependencies: [.package(url: \"a\", from: \"1.0.0\")])",
      "package.dependencies.append(a)", "settings: [.unsafeFlags([\"-O\"])]",
    ]
    for text in texts {
      #expect(PackageRules.manifest(SourceFile(path: "Package.swift", text: text)).count == 1)
    }
    let fine = ".target(name: \"A\", dependencies: [\"B\"])  // unsafeFlags"
    #expect(PackageRules.manifest(SourceFile(path: "Package.swift", text: fine)).isEmpty)
  }

  @Test func `a stranger at the top level and a missing part are found`() {
    let names = Array(PackageRules.topLevel) + [".github", ".build"]
    #expect(PackageRules.topLevel(names).isEmpty)
    #expect(PackageRules.topLevel(names + ["LICENSE"]).map(\.path) == ["LICENSE"])
    #expect(PackageRules.topLevel(names.filter { $0 != "Fuzz" }).map(\.path) == ["Fuzz"])
  }

  @Test func `a test command that only one of script and README knows is found`() {
    let script = "set -e\n  swift test --parallel\n"
    let readme = "Run\n\n```sh\nswift test --parallel\n```\n"
    #expect(PackageRules.testCommand(script: script, readme: readme).isEmpty)
    #expect(PackageRules.testCommand(script: script, readme: "`swift test`").count == 1)
    #expect(PackageRules.testCommand(script: "", readme: readme).count == 1)
    #expect(PackageRules.testCommand(script: script + script, readme: readme).count == 1)
  }
}
