// SPDX-License-Identifier: Apache-2.0

/// The part of a report's page that tells one failure.
struct FailureSection {
  let failure: FuzzFailure
  let record: RunRecord
  /// What runs the seed again.
  let command: String

  /// The whole section.
  var markup: Markup {
    let rule = failure.failure.rule.map { " \"\($0)\"" } ?? ""
    let check = failure.failure.check.rawValue + rule
    return .element(
      "section", [.init("class", "failure"), .init("id", anchor)],
      [.element("h2", [], "✗ \(check), seed \(failure.script.seed)"), verdict, facts]
        + [.element("h3", [], "What happened")]
        + [legend, .element("div", class: "scroll", [RunDiagram(record).markup])]
        + [.element("h3", [], "What the replicas show"), comparisonNote]
        + [.element("div", class: "scroll", [StatesTable(record).markup])]
        + [.element("h3", [], "To keep")] + keepsakes)
  }

  /// The section's name in links.
  var anchor: String { "\(failure.failure.check.rawValue)-\(failure.script.seed)" }

  private var verdict: Markup {
    .element(
      "div", class: "verdict bad",
      [
        .element("strong", [], failure.failure.check.law),
        .element("p", [], "Here it does not hold: \(failure.failure.detail)"),
      ])
  }

  private var facts: Markup {
    let failed = failure.failure
    let place =
      failed.step.map { "after step \($0 + record.firstStep)" }
      ?? (failure.told == nil ? "at the end, when all had heard all" : "after the last step")
    let replica = failed.replica.map { ", at replica \(record.name(ofReplica: $0))" } ?? ""
    let shrinking = [
      Markup.element("dt", [], "made small"),
      .element(
        "dd", [],
        "\(failure.originalStepCount) steps cut to \(failure.script.steps.count) "
          + "in \(failure.runCount) runs; the same check still fails"),
      .element("dt", [], "again"), .element("dd", [], [.element("code", [], command)]),
    ]
    return .element(
      "dl", class: "facts",
      [.element("dt", [], "where"), .element("dd", [], place + replica)]
        + (failure.told == nil ? shrinking : []))
  }

  private var legend: Markup {
    DiagramLegend.markup(of: record)
  }

  private var comparisonNote: Markup {
    let comparison = StateComparison(record)
    let sentence =
      comparison.firstDifference == nil
      ? "Each replica shows what its changes make of it. "
        + "The check failed on something else: \(failure.failure.detail)"
      : "A row for each value. Red is what a replica should not show after what it has applied; "
        + "what it should show stands below."
    return .element("p", class: "muted", sentence)
  }

  private var keepsakes: [Markup] {
    let history = failure.history.map { HistoryWriter.lines(of: $0) } ?? []
    let parts = [
      (
        "A Swift test to paste into the package's tests",
        failure.script.fields.isEmpty ? [] : SwiftTest.lines(of: failure)
      ),
      ("The history, for converge-fuzz replay", history),
      ("The steps as a table", StepTable.lines(of: record)),
    ]
    return parts.filter { !$0.1.isEmpty }.map { title, lines in
      .element(
        "details", [],
        [
          .element("summary", [], title),
          .element("pre", [], lines.joined(separator: "\n")),
        ])
    }
  }
}
