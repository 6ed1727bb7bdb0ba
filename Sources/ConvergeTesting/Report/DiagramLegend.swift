// SPDX-License-Identifier: Apache-2.0

/// Says what the signs of a diagram mean: those that occur in it.
enum DiagramLegend {
  private struct Sign {
    let drawing: [Markup]
    let words: String
    let isOf: (RunEvent.Kind) -> Bool
  }

  /// The legend of a record's diagram.
  static func markup(of record: RunRecord) -> Markup {
    let kinds = record.events.map(\.kind)
    let name = record.lanes.first ?? "A"
    var items = (signs(name) + otherSigns).filter { kinds.contains(where: $0.isOf) }
      .map { item($0.drawing, $0.words) }
    if record.failure != nil {
      let cross = [line("verdictMark", 20, 2, 36, 18), line("verdictMark", 20, 18, 36, 2)]
      items.append(item(cross, "the check fails here"))
    }
    return .element(
      "ul", class: "legend",
      [.element("li", class: "muted", "Time runs down; a line is a replica.")] + items)
  }

  private static func item(_ drawing: [Markup], _ words: String) -> Markup {
    let attributes: [Markup.Attribute] = [
      .init("width", 58), .init("height", 20), .init("viewBox", "0 0 58 20"),
      .init("aria-hidden", "true"),
    ]
    return .element(
      "li", [], [.element("svg", attributes, drawing), .element("span", [], words)])
  }

  /// Changes and how they travel.
  private static func signs(_ name: String) -> [Sign] {
    [
      Sign(
        drawing: [dot],
        words: "\(name)1: the first change of \(name), \(name)2 its second; a change is one commit"
      ) { if case .made = $0 { true } else { false } },
      Sign(
        drawing: arrow("applied") + [circle("end applied", 5)],
        words: "a change arrives and is applied"
      ) { if case .delivered(_, .applied) = $0 { true } else { false } },
      Sign(
        drawing: arrow("waits") + [circle("end waits", 6)],
        words: "arrives, and waits for what its author had seen before"
      ) { if case .delivered(_, .waits) = $0 { true } else { false } },
      Sign(
        drawing: arrow("known") + [line("end known", 50, 2, 50, 18)],
        words: "arrives again: known already"
      ) { if case .delivered(_, .alreadyKnown) = $0 { true } else { false } },
      Sign(drawing: arrow("merge"), words: "takes in the other's whole state") {
        if case .merged = $0 { true } else { false }
      },
    ]
  }

  /// What happens to a replica or to a link.
  private static var otherSigns: [Sign] {
    let diamond: [Markup.Attribute] = [
      .init("class", "end noted"), .init("points", "28,3 35,10 28,17 21,10"),
    ]
    return [
      Sign(
        drawing: [line("restart", 14, 6, 42, 6), line("restart", 14, 15, 42, 15)],
        words: "restarts, and loses what waits"
      ) { if case .restarted = $0 { true } else { false } },
      Sign(
        drawing: [shape("rect", "band", [("x", 8), ("y", 2), ("width", 40), ("height", 16)])],
        words: "no link: the two cannot reach each other"
      ) { if case .linked = $0 { true } else { false } },
      Sign(
        drawing: [.element("polygon", diamond, [])], words: "something else, as the words say"
      ) { $0 == .noted },
    ]
  }

  private static var dot: Markup {
    shape("circle", "dot lane0", [("cx", 28), ("cy", 10), ("r", 8)])
  }

  private static func circle(_ style: String, _ radius: Int) -> Markup {
    shape("circle", style, [("cx", 50), ("cy", 10), ("r", radius)])
  }

  private static func arrow(_ style: String) -> [Markup] {
    let head: [Markup.Attribute] = [.init("class", "head"), .init("points", "42,10 31,5 31,15")]
    return [
      .element(
        "g", class: "arrow \(style)",
        [line("", 4, 10, 31, 10), .element("polygon", head, [])])
    ]
  }

  private static func line(_ style: String, _ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int) -> Markup {
    shape("line", style, [("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)])
  }

  private static func shape(
    _ name: String, _ style: String, _ numbers: [(String, Int)]
  ) -> Markup {
    .element(
      name, [.init("class", style)] + numbers.map { Markup.Attribute($0.0, $0.1) }, [])
  }
}
