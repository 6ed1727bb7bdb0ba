// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ConvergeTesting

@Suite struct ReportPageTests {
  private let failed = SampleFailure.page(withFailure: true)
  private let clean = SampleFailure.page(withFailure: false)

  @Test func `a page stands by itself and forbids whatever would not`() {
    for page in [failed, clean] {
      #expect(page.hasPrefix("<!DOCTYPE html>"))
      #expect(
        page.contains("content=\"default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;"))
      for word in ["<script", "http:", "https:", "url(", "@import", "src="] {
        #expect(!page.contains(word), "\(word)")
      }
    }
  }

  @Test func `a failure's page says which law broke, where, and how to see it again`() {
    for words in [
      "A check failed in 1 of 12 histories", "What a replica shows is what the model says.",
      "field &quot;theme&quot;: expected &quot;a&quot;, shown &quot;&lt;b&gt;&amp;&quot;",
      "after step 8, at replica C", "80 steps cut to 11 in 321 runs",
      "converge-fuzz run --seed 26 --count 1 --ops 5...10", "first difference",
      "should be null", "A Swift test to paste", "ScriptRun.run(script).failure == nil",
      "&quot;t&quot;:&quot;history&quot;",
    ] {
      #expect(failed.contains(words), "\(words)")
    }
  }

  @Test func `a clean page says what was covered, and what was never reached`() {
    for words in [
      "All checks held in 12 histories", "orderedSet.move", "Sizes of histories", "Concurrency",
      "Replicas that have applied everything show the same.", "histories a second",
    ] {
      #expect(clean.contains(words), "\(words)")
    }
    #expect(!clean.contains("svg class=\"diagram\""))
  }

  @Test(.enabled(if: Chromium.installed != nil), arguments: [false, true])
  func `a browser lays a failure's page out as its record says`(isDark: Bool) throws {
    let record = try #require(SampleFailure.failure().record)
    let selectors = [
      "svg.diagram line.lane", "svg.diagram circle.dot", "svg.diagram g.arrow",
      "svg.diagram g.arrow.waits", "svg.diagram g.arrow.known", "svg.diagram g.arrow.merge",
      "svg.diagram g.row", "svg.diagram g.row.failed", ".states tr.first", ".states td.wrong",
      "svg.diagram line.verdictMark",
    ]
    let counts = try PageMeasurements.counts(in: failed, isDark: isDark, selectors)
    let kinds = record.events.map(\.kind)
    let made = kinds.count { if case .made = $0 { true } else { false } }
    let delivered = kinds.count { if case .delivered = $0 { true } else { false } }
    let merged = kinds.count { if case .merged = $0 { true } else { false } }
    #expect(counts[selectors[0]] == record.lanes.count)
    #expect(counts[selectors[1]] == made)
    #expect(counts[selectors[2]] == delivered + merged)
    #expect(counts[selectors[3]] == 2)
    #expect(counts[selectors[4]] == 1)
    #expect(counts[selectors[5]] == merged)
    #expect(counts[selectors[6]] == record.events.count + 1)
    #expect(counts[selectors[7]] == 2)
    #expect(counts[selectors[8]] == 1)
    #expect(counts[selectors[9]] == 1)
    #expect(counts[selectors[10]] == 2)
  }

  @Test(.enabled(if: Chromium.installed != nil), arguments: [false, true])
  func `a browser lays a clean page out`(isDark: Bool) throws {
    let selectors = ["#calls tbody tr", "#checks tr", "#paths tbody tr", "svg.diagram"]
    let counts = try PageMeasurements.counts(in: clean, isDark: isDark, selectors)
    #expect(counts["#calls tbody tr"] == DatatypeCall.allCases.count)
    // All but the two that only apps have.
    #expect(counts["#checks tr"] == CheckID.allCases.count - 2)
    #expect(counts["#paths tbody tr"] == MergePath.allCases.count)
    #expect(counts["svg.diagram"] == 0)
  }

  @Test(.enabled(if: Chromium.installed != nil))
  func `a picture of a page is light or dark as its reader likes it`() throws {
    let chromium = try #require(Chromium.installed)
    let folder = try ScratchFolder()
    let light = try chromium.screenshot(failed, in: folder, isDark: false)
    let dark = try chromium.screenshot(failed, in: folder, isDark: true)
    for picture in [light, dark] { #expect(picture.starts(with: [0x89, 0x50, 0x4e, 0x47])) }
    #expect(light != dark)
  }
}
