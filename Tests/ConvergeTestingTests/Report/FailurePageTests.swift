// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting
import Testing

/// The pages that an app's failures bring with them.
@Suite struct FailurePageTests {
  private struct Notebook: Schema {
    let words = Field("words", OrderedORSet<String>.self)
  }

  /// Two devices go apart, and one is killed and comes back, before somebody looks too early.
  private func failure() throws -> FuzzFailure {
    var world = SimulatedWorld(Notebook(), devices: ["phone", "pad", "watch"])
    try world.act("phone", "adds fog") { $0.edit { $0.words.append("fog") } }
    try world.settle()
    world.disconnect("phone")
    try world.act("phone", "adds dune") { $0.edit { $0.words.append("dune") } }
    try world.act("pad", "adds rain") { $0.edit { $0.words.append("rain") } }
    world.kill("watch")
    try world.restart("watch")
    world.connect("phone", "pad")
    world.disconnect("phone", "watch")
    return try #require(throws: FuzzFailure.self) { try world.expectConverged() }
  }

  @Test func `a scenario's failure has a page in the app's words`() throws {
    let page = try #require(try failure().page)
    for words in [
      "phone makes phone1", "adds fog", "shows words = [&quot;fog&quot;]", "watch is killed",
      "watch restarts from its own snapshot", "phone and pad cannot reach each other",
      "phone the link to pad is up again", "phone lacks 1 change of pad",
      "✗ check convergence fails at phone", "after the last step",
    ] {
      #expect(page.contains(words), "\(words)")
    }
    #expect(!page.contains("A Swift test to paste"))
  }

  @Test func `a run's failure has a page that calls steps as its text does`() throws {
    let fuzz = Fuzz(Notebook(), devices: ["phone", "pad"]) {
      $0.action("adds fog") { (document, _) in
        document.edit { $0.words.insert("fog", at: 0) }
      }
      $0.invariant("there is no fog") { !$0.words.contains("fog") }
    }
    let failure = try #require(throws: FuzzFailure.self) { try fuzz.run(seeds: 1...5) }
    let page = try #require(failure.page)
    #expect(failure.description.contains("after step 1 of:"))
    let device = failure.description.contains(" on pad: ") ? "pad" : "phone"
    for words in [
      "\(device) makes \(device)1", "adds fog", "after step 1, at replica \(device)",
      "run(seed: \(failure.seed))", "✗ check rule fails at \(device)",
      "rule &quot;there is no fog&quot;",
    ] {
      #expect(page.contains(words), "\(words)")
    }
  }

  @Test(.enabled(if: Chromium.installed != nil), arguments: [false, true])
  func `a browser draws links that are down between the lanes`(isDark: Bool) throws {
    let selectors = [
      "svg.diagram g.partition", "svg.diagram line.restart", "svg.diagram line.lane",
      "svg.diagram line.linkDown",
    ]
    let page = try #require(try failure().page)
    let counts = try PageMeasurements.counts(in: page, isDark: isDark, selectors)
    // The phone lost two links, of which one came up again.
    #expect(counts[selectors[0]] == 2)
    #expect(counts[selectors[1]] == 2)
    #expect(counts[selectors[2]] == 3)
    #expect(counts[selectors[3]] == 4)
  }
}
