// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Foundation
import Testing

@testable import converge_bench

@Suite struct ComparisonTests {
  private func comparison() throws -> Comparison {
    let text = #"""
      {"records": [
      {"lib": "converge", "workload": "W1", "variant": "automerge-paper one commit",
       "median_s": 0.006},
      {"lib": "converge", "workload": "W2", "bytes": 150000,
       "variant": "automerge-paper snapshot, first encode"},
      {"lib": "converge", "workload": "W1", "median_s": 0.25, "update_bytes": 100, "updates": 2,
       "variant": "automerge-paper commit per txn + emit update"},
      {"lib": "loro", "workload": "W1", "variant": "automerge-paper one commit", "median_s": 9},
      {"lib": "cola", "workload": "W1", "variant": "automerge-paper with a jumprope text",
       "median_s": 0.024},
      {"lib": "pycrdt", "workload": "W2", "variant": "automerge-paper update v1, gc, first encode",
       "bytes": 300000}]}
      """#
    let later = #"""
      {"records": [{"lib": "loro", "workload": "W1", "variant": "automerge-paper one commit",
      "median_s": 0.012}]}
      """#
    var records = MeasuredRecords()
    #expect(records.add(try JSONParser.parse(Array(text.utf8))) == 6)
    #expect(records.add(try JSONParser.parse(Array(later.utf8))) == 1)
    return Comparison(records)
  }

  @Test func `rows are of what was measured, and the least of the peers is the best`() throws {
    let lines = try comparison().lines
    #expect(
      lines.map(\.row.title) == [
        "W1 automerge-paper, one commit", "W1 commit per txn + emit update",
        "W1 update of one keystroke, mean", "W2 automerge-paper, snapshot",
      ])
    #expect(lines[0].best == 12)
    #expect(lines[0].ratio == 0.5)
    #expect(lines[2].ours == 50)
    #expect(lines[2].ratio == nil)
    #expect(lines[3].ratio == 0.5)
  }

  @Test func `the table has a column for each peer, and marks what is reached`() throws {
    let rows = try comparison().markdown.split(separator: "\n").map(String.init)
    #expect(
      rows[0]
        == "| workload | Converge | best peer | Loro | Yrs | cola | Converge ÷ best | bar | goal |")
    #expect(rows[1] == "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    #expect(
      rows[2]
        == "| W1 automerge-paper, one commit, ms | **6.00** | 12.0 Loro | 12.0 | – | 24.0 | 0.500 "
        + "| 12 ✓ | 6 ✓ |")
    #expect(rows[3].hasSuffix("| – | 160 ✗ | 80 ✗ |"))
    #expect(rows.allSatisfy { $0.count { $0 == "|" } == 10 })
  }

  @Test func `the chart is well-formed XML that stands alone`() throws {
    let svg = RatioChart(try comparison()).svg
    let document = try #require(svg.hasPrefix("<svg ") ? svg : nil)
    #expect(document.hasSuffix("</svg>\n"))
    #expect(svg.count(of: "<rect ") == 2)
    #expect(svg.count(of: "class=\"less\"") == 2)
    #expect(svg.contains("prefers-color-scheme: dark"))
    #expect(svg.count(of: "<text") == svg.count(of: "</text>"))
    #expect(!svg.contains("href") && !svg.contains("url("))
  }

  @Test func `a file without records is none`() {
    var records = MeasuredRecords()
    #expect(records.add(.object([])) == nil)
  }

  @Test func `figures show three digits that count`() {
    #expect(Figure.number(0.0123) == "0.012")
    #expect(Figure.number(1.234) == "1.23")
    #expect(Figure.number(12.345) == "12.3")
    #expect(Figure.number(1_234.5) == "1,235")
    #expect(Figure.short(2.50) == "2.5")
    #expect(Figure.short(160_000) == "160,000")
    #expect(Figure.fixed(0.05, places: 1) == "0.1")
    #expect(Figure.fixed(-1.5, places: 2) == "-1.50")
  }
}

extension String {
  fileprivate func count(of piece: String) -> Int { ranges(of: piece).count }
}
