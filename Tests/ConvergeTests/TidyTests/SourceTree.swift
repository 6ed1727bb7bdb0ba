// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The package's own files, read once for all rules.
struct SourceTree: CustomTestStringConvertible, Sendable {
  /// A text file that is not Swift: documentation, scripts, configuration.
  struct TextFile: Sendable {
    let path: String
    let text: String
  }

  let root: String
  /// What stands at the top, and all files and folders below those that are the project's own.
  let paths: [String]
  /// The Swift files below `Sources`, `Tests` and `Fuzz`.
  let swiftFiles: [SourceFile]
  /// The README and the articles of every documentation catalogue.
  let documents: [TextFile]

  /// The tree that these tests were compiled from.
  static let current = SourceTree(root: packageRoot())

  init(root: String) {
    self.root = root
    let folders = ["Sources", "Tests", "Fuzz", ".ci", ".github"]
    let below = folders.flatMap { folder in
      (FileManager.default.enumerator(atPath: root + "/" + folder)?.allObjects ?? [])
        .compactMap { $0 as? String }
        .filter { !$0.hasPrefix(".") && !$0.contains("/.") }
        .map { folder + "/" + $0 }
    }
    let top = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    paths = (top + below).sorted()
    swiftFiles =
      paths
      .filter { $0.hasSuffix(".swift") && $0.contains("/") }
      .compactMap { path in
        Self.text(of: path, in: root).map { SourceFile(path: path, text: $0) }
      }
    documents =
      paths
      .filter { $0 == "README.md" || ($0.contains(".docc/") && $0.hasSuffix(".md")) }
      .compactMap { path in
        Self.text(of: path, in: root).map { TextFile(path: path, text: $0) }
      }
  }

  /// What a failed expectation shows of it.
  var testDescription: String { root }

  /// The text of one file of the tree, or nil when there is none.
  func text(of path: String) -> String? { Self.text(of: path, in: root) }

  private static func text(of path: String, in root: String) -> String? {
    try? String(contentsOfFile: root + "/" + path, encoding: .utf8)
  }

  /// The folder around `Tests`: this file lies three folders deep in it.
  private static func packageRoot(_ file: String = #filePath) -> String {
    file.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
      .joined(separator: "/")
  }
}
