// SPDX-License-Identifier: Apache-2.0

/// A run's report as one HTML page that stands by itself: no script, nothing from the network.
package struct ReportPage {
  private let report: CampaignReport<RunCounts>
  private let options: FuzzOptions
  private let failures: [FuzzFailure]

  /// The page of a report.
  ///
  /// - Parameters:
  ///   - report: the report.
  ///   - options: what was asked for.
  ///   - failures: the failures that were shrunk.
  package init(
    _ report: CampaignReport<RunCounts>, options: FuzzOptions, failures: [FuzzFailure]
  ) {
    self.report = report
    self.options = options
    self.failures = failures
  }

  /// The page's text.
  package var html: String {
    Self.html("converge-fuzz: \(title)", [heading] + sections)
  }

  private var failed: Int { report.failureCount }

  private var title: String {
    let histories = report.counts.histories.grouped
    return failed == 0
      ? "✓ All checks held in \(histories) histories"
      : "✗ A check failed in \(failed.grouped) of \(histories) histories"
  }

  /// A whole page of such parts.
  static func html(_ title: String, _ parts: [Markup]) -> String {
    let body = Markup.element("body", [], [.element("main", [], parts)])
    return "<!DOCTYPE html>\n"
      + Markup.element("html", [.init("lang", "en")], [head(title), body]).string
  }

  private static func head(_ title: String) -> Markup {
    .element(
      "head", [],
      [
        .element("meta", [.init("charset", "utf-8")], []),
        .element(
          "meta",
          [
            .init("http-equiv", "Content-Security-Policy"),
            .init("content", "default-src 'none'; style-src 'unsafe-inline'; img-src data:"),
          ], []),
        .element(
          "meta",
          [.init("name", "viewport"), .init("content", "width=device-width, initial-scale=1")],
          []),
        .element("link", [.init("rel", "icon"), .init("href", "data:,")], []),
        .element("title", [], title), .style(PageStyle.sheet),
      ])
  }

  private var heading: Markup {
    .element(
      "header", [],
      [
        .element("h1", [], title),
        .element(
          "p", class: "muted",
          "converge-fuzz made histories of replicas that edit, lose, delay, repeat and reorder, "
            + "and compared each replica with a model that shares no code with the library. "
            + "First seed \(options.seed)"
            + (report.isComplete ? "." : "; the run was stopped before its end.")),
        failed == 0
          ? .element(
            "div", class: "verdict good",
            [.element("strong", [], "Nothing failed."), .element("p", [], coveredSentence)])
          : .element(
            "div", class: "verdict bad",
            [.element("strong", [], failedSentence), .element("ul", [], failureLinks)]),
      ])
  }

  private var coveredSentence: String {
    "\(report.counts.checks.grouped) checks were made on "
      + "\(report.counts.operations.grouped) operations. What follows is what they met."
  }

  private var failedSentence: String {
    let shown = failures.count
    return "The first failure of \(shown == 1 ? "a check" : "each of \(shown) checks") "
      + "was made as small as possible, and is told below."
  }

  private var failureLinks: [Markup] {
    failureSections.map { section in
      .element(
        "li", [],
        [
          .element(
            "a", [.init("href", "#\(section.anchor)")],
            "\(section.failure.failure.check.rawValue), seed \(section.failure.script.seed)"),
          .text(": \(section.failure.failure.detail)"),
        ])
    }
  }

  private var failureSections: [FailureSection] {
    failures.compactMap { failure in
      failure.record.map {
        FailureSection(
          failure: failure, record: $0,
          command: options.command(seed: failure.script.seed))
      }
    }
  }

  private var sections: [Markup] {
    failureSections.map(\.markup)
      + [CoverageSection(counts: report.counts, seconds: report.seconds).markup]
  }
}
