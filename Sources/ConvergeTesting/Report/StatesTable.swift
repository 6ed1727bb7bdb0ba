// SPDX-License-Identifier: Apache-2.0

/// The states of all replicas side by side, with the first difference marked.
struct StatesTable {
  private let record: RunRecord
  private let comparison: StateComparison

  init(_ record: RunRecord) {
    self.record = record
    comparison = StateComparison(record)
  }

  /// The table.
  var markup: Markup {
    .element(
      "table", class: "states",
      [
        .element("thead", [], [.element("tr", [], head)]),
        .element("tbody", [], [appliedRow] + comparison.rows.indices.map { row($0) }),
      ])
  }

  private var head: [Markup] {
    [.element("th", [.init("scope", "col")], "value")]
      + record.lanes.map { .element("th", [.init("scope", "col")], "\($0) shows") }
  }

  /// What each replica has applied, as names of changes.
  private var appliedRow: Markup {
    .element(
      "tr", [],
      [.element("th", [.init("scope", "row")], "has applied")]
        + record.states.map { .element("td", [], applied($0.applied)) })
  }

  private func applied(_ counts: [Int]) -> String {
    let parts = counts.enumerated().filter { $0.element > 0 }.map { author, count in
      let last = "\(record.lanes[author])\(count)"
      return count == 1 ? last : "\(record.lanes[author])1–\(last)"
    }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }

  private func row(_ index: Int) -> Markup {
    let row = comparison.rows[index]
    let isFirst = index == comparison.firstDifference
    let place: [Markup] =
      isFirst
      ? [.text(row.place), .element("span", class: "sign", "  ◀ first difference")]
      : [.text(row.place)]
    return .element(
      "tr", isFirst ? [.init("class", "first")] : [],
      [.element("th", [.init("scope", "row")], place)]
        + row.shown.indices.map { cell(row.shown[$0], row.corrections[$0]) })
  }

  private func cell(_ shown: String?, _ correction: StateComparison.Correction?) -> Markup {
    let content = shown ?? "nothing"
    guard let correction else {
      return .element("td", shown == nil ? [.init("class", "muted")] : [], content)
    }
    return .element(
      "td", class: "wrong",
      [
        .text("✗ " + content),
        .element("span", class: "should", "should be \(correction.expected ?? "nothing")"),
      ])
  }
}
