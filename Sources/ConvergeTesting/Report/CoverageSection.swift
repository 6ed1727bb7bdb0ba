// SPDX-License-Identifier: Apache-2.0

/// The part of a report's page that tells what a run has covered.
struct CoverageSection {
  let counts: RunCounts
  let seconds: Double

  /// The whole section.
  var markup: Markup {
    .element(
      "section", [.init("class", "coverage"), .init("id", "coverage")],
      [
        .element("h2", [], "What was covered"), cards,
        .element(
          "div", class: "columns",
          [
            bars(
              "Operations", "calls", entries(counts.calls), columns: ("datatype.call", "made")),
            .element(
              "div", [],
              [
                histogram(
                  "Sizes of histories", "sizes", counts.historySizes, ("operations", "histories")),
                histogram(
                  "Concurrency: when a change was made, how many others had its author not seen?",
                  "concurrency", counts.concurrency, ("not seen", "changes")),
                bars(
                  "Whole states taken in", "paths", entries(counts.mergePaths),
                  columns: ("by way of", "times")),
              ]),
          ]),
        checks,
      ])
  }

  private var cards: Markup {
    let perSecond = seconds > 0 ? Double(counts.histories) / seconds : 0
    let numbers = [
      ("histories", counts.histories), ("operations", counts.operations),
      ("deliveries", counts.deliveries), ("of them repeats", counts.repeats),
      ("of them waited", counts.waits), ("whole states merged", counts.merges),
      ("restarts", counts.restarts), ("transactions that threw", counts.abandons),
      ("checks made", counts.checks), ("histories a second", Int(perSecond)),
    ]
    return .element(
      "ul", class: "cards",
      numbers.map { name, number in
        .element(
          "li", class: "card",
          [.element("b", [], number.grouped), .text(name)])
      })
  }

  private func entries<Thing>(_ tally: Tally<Thing>) -> [(name: String, count: Int)] {
    tally.entries.map { ($0.name, $0.count) }
  }

  private func histogram(
    _ title: String, _ id: String, _ histogram: Histogram, _ columns: (String, String)
  ) -> Markup {
    bars(
      title, id,
      histogram.classes.drop { $0.count == 0 }.map { range, count in
        let name =
          range.count == 1
          ? "\(range.lowerBound)" : "\(range.lowerBound)–\(range.upperBound)"
        return (name, count)
      }, columns: columns)
  }

  /// Numbers with a bar each; what was never seen is said in words.
  private func bars(
    _ title: String, _ id: String, _ entries: [(name: String, count: Int)],
    columns: (String, String)
  ) -> Markup {
    let most = max(entries.map(\.count).max() ?? 0, 1)
    let rows = entries.map { name, count in
      let share = Double(count) / Double(most) * 100
      return Markup.element(
        "tr", [],
        [
          .element("th", [.init("scope", "row")], name),
          .element("td", [.init("class", "number")], count.grouped),
          .element(
            "td", class: "bar",
            count > 0
              ? [.element("div", [.init("style", "width: \((share * 10).rounded() / 10)%")], [])]
              : [.element("span", class: "muted", "never")]),
        ])
    }
    return .element(
      "div", [],
      [
        .element("h3", [], title),
        .element(
          "table", [.init("class", "bars"), .init("id", id)],
          [
            .element(
              "thead", [],
              [
                .element(
                  "tr", [],
                  [
                    .element("th", [.init("scope", "col")], columns.0),
                    .element("th", [.init("scope", "col"), .init("class", "number")], columns.1),
                    .element("td", [], []),
                  ])
              ]), .element("tbody", [], rows),
          ]),
      ])
  }

  private var checks: Markup {
    // What only apps have is told where an app was run.
    let ofApps: [CheckID] = [.rule, .action]
    let told = CheckID.allCases.filter { !ofApps.contains($0) || counts.checkIDs[$0] > 0 }
    let rows = told.map { check in
      Markup.element(
        "tr", [],
        [
          .element("th", [.init("scope", "row")], check.rawValue),
          .element("td", [], check.law),
          .element(
            "td", [.init("class", counts.checkIDs[check] == 0 ? "number missed" : "number")],
            counts.checkIDs[check] == 0
              ? "never made" : counts.checkIDs[check].grouped),
        ])
    }
    return .element(
      "div", [],
      [
        .element("h3", [], "Checks, and how often each was made"),
        .element("table", [.init("id", "checks")], [.element("tbody", [], rows)]),
      ])
  }
}
