// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting
import Foundation
import Testing

/// What the article on fuzzing an app says of its example.
@Suite struct FuzzingAnAppTests {
  @Test func `the failure is the one that the article shows`() throws {
    // Example: a wrong drag
    var fuzz = WallpapersTests.fuzz
    fuzz.action("drag to the top, wrongly") { document, random in
      guard let name = random.element(of: document.order.elements) else { return }
      document.edit {
        $0.order.remove(name)
        $0.order.insert(name, at: 0)
      }
    }
    // End of example
    let failure = try #require(throws: FuzzFailure.self) { try fuzz.run() }
    let article = try String(contentsOf: Self.article, encoding: .utf8)
    let isShown = article.contains("```\n\(failure)\n```\n")
    #expect(isShown, "\(failure)")
  }

  @Test func `each action of the example changes something`() throws {
    #expect(try WallpapersTests.fuzz.run(seeds: 1...20).idleActions == [])
  }

  private static let article = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .appending(path: "Sources/ConvergeTesting/ConvergeTesting.docc/FuzzingAnApp.md")
}
