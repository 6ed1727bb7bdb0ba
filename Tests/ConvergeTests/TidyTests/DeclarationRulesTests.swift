// SPDX-License-Identifier: Apache-2.0

import Testing

struct DeclarationRulesTests {
  private func file(_ text: String) -> SourceFile {
    SourceFile(path: "Sources/A/B.swift", text: text)
  }

  @Test func `nothing public starts with an underscore`() {
    expectNone(SourceTree.current.swiftFiles.flatMap(DeclarationRules.underscores))
  }

  @Test func `whatever others can see is documented`() {
    expectNone(SourceTree.current.swiftFiles.flatMap(DeclarationRules.documentation))
  }

  @Test func `a public underscore is found`() {
    let texts = [
      "public func _a() {}", "public struct _A {}", "public static var _a = 1",
      "@inlinable public mutating func _a() {}", "public private(set) var _a = 1",
      "public import _A",
    ]
    for text in texts { #expect(DeclarationRules.underscores(file(text)).count == 1, "\(text)") }
    let fine = ["private var _a = 1", "package var _a = 1", "public func a(_ b: Int) {}"]
    for text in fine { #expect(DeclarationRules.underscores(file(text)).isEmpty, "\(text)") }
  }

  @Test func `a visible declaration without documentation is found`() {
    let declarations = [
      "public struct A {}", "package func a() {}", "open class A {}", "public init() {}",
      "public static func < (a: A, b: A) -> Bool {}", "public subscript(a: Int) -> Int { 1 }",
      "@inlinable\n@available(*, deprecated)\npublic mutating func a() {}",
      "public private(set) var a = 1", "public class func a() {}", "public typealias A = B",
      "nonisolated public let a = 1", "public nonisolated(unsafe) static let a = 1",
    ]
    for text in declarations {
      #expect(DeclarationRules.documentation(file(text)).count == 1, "\(text)")
      #expect(DeclarationRules.documentation(file("// A.\n" + text)).count == 1, "\(text)")
      #expect(DeclarationRules.documentation(file("let b = c()\n" + text)).count == 1, "\(text)")
      #expect(DeclarationRules.documentation(file("/// A.\n" + text)).isEmpty, "\(text)")
      #expect(DeclarationRules.documentation(file("/// A.\n// b\n" + text)).isEmpty, "\(text)")
    }
  }

  @Test func `what nobody else sees needs no documentation`() {
    let texts = [
      "func a() {}", "private var a = 1", "public import A", "enum A {\n case open\n case shut }",
      "let package = Package()\npackage.targets = []", "open(path)", "switch a { case .public: b }",
    ]
    for text in texts { #expect(DeclarationRules.documentation(file(text)).isEmpty, "\(text)") }
  }
}
