// SPDX-License-Identifier: Apache-2.0

/// Draws a run as a space-time diagram in SVG.
///
/// Nothing is told by colour alone: what was applied is a solid arrow, what waits a dotted one into
/// an open ring, what was known a dashed one into a short bar; and each row says it in words.
struct RunDiagram {
  private let layout: DiagramLayout
  private var record: RunRecord { layout.record }

  init(_ record: RunRecord) {
    layout = DiagramLayout(record)
  }

  /// The whole drawing.
  var markup: Markup {
    let backs = layout.rows.map { back($0) }
    let arrows = layout.rows.compactMap { arrow($0) }
    let marks = layout.rows.flatMap { signs($0) }
    return .element(
      "svg",
      [
        .init("class", "diagram"), .init("role", "img"),
        .init("style", "width: max(100%, \(layout.width)px)"), .init("height", layout.height),
      ],
      [.element("title", [], "What each replica did and heard, from top to bottom")]
        + backs + heads + links + lanes + arrows + marks + layout.rows.flatMap { words($0) })
  }

  // MARK: Lanes

  private var heads: [Markup] {
    [
      text("caption place", 34, layout.laneTop - 12, "step"),
      text("caption", layout.wordsStart, layout.laneTop - 12, "what happens, and what it shows"),
    ]
  }

  private var lanes: [Markup] {
    record.lanes.enumerated().flatMap { replica, name in
      let x = layout.lane(replica)
      return [
        line("lane", x, layout.laneTop, x, layout.height - 8),
        text("laneName", x, layout.laneTop - 12, name),
      ]
    }
  }

  /// The stretches of time in which two replicas could not reach each other.
  private var links: [Markup] {
    var open: [(pair: [Int], top: Int)] = []
    var bands: [Markup] = []
    for row in layout.rows {
      guard case .event(let event) = row.content, case .linked(let other, let isUp) = event.kind
      else { continue }
      let pair = [event.replica, other].sorted()
      if let index = open.firstIndex(where: { $0.pair == pair }) {
        bands.append(band(pair, open.remove(at: index).top, row.middle))
      }
      if !isUp { open.append((pair, row.middle)) }
    }
    return bands + open.map { band($0.pair, $0.top, layout.height - 8) }
  }

  private func band(_ pair: [Int], _ top: Int, _ bottom: Int) -> Markup {
    let left = layout.lane(pair[0]) + 14
    let right = layout.lane(pair[1]) - 14
    let names = pair.map { record.lanes[$0] }.joined(separator: " and ")
    return .element(
      "g", class: "partition",
      [
        .element("title", [], "\(names) cannot reach each other"),
        rectangle("band", left, top, right - left, bottom - top),
        text("bandName", (left + right) / 2, min(top + 16, bottom), "no link"),
      ])
  }

  // MARK: Rows

  private func back(_ row: DiagramLayout.Row) -> Markup {
    let title = row.lines.map(\.text).joined(separator: "\n")
    return .element(
      "g", class: "row\(isFailed(row) ? " failed" : "")",
      [
        .element("title", [], title),
        .element(
          "rect",
          [
            .init("class", "rowBack"), .init("x", 0), .init("y", row.top), .init("width", "100%"),
            .init("height", row.height),
          ], []),
      ])
  }

  private func isFailed(_ row: DiagramLayout.Row) -> Bool {
    switch row.content {
    case .event(let event): event.step != nil && event.step == record.failure?.step
    case .exchange: false
    case .verdict: true
    }
  }

  private func words(_ row: DiagramLayout.Row) -> [Markup] {
    var words = row.lines.enumerated().map { index, line in
      text(
        "words \(line.style.rawValue)", layout.wordsStart,
        row.middle + 5 + index * DiagramLayout.lineHeight, line.shownText)
    }
    if case .event(let event) = row.content {
      words.append(text("place", 34, row.middle + 5, record.place(of: event)))
    }
    return words
  }

  // MARK: Arrows

  private func arrow(_ row: DiagramLayout.Row) -> Markup? {
    guard case .event(let event) = row.content else { return nil }
    let x = layout.lane(event.replica)
    switch event.kind {
    case .delivered(let change, let delivery):
      guard let origin = layout.origin(of: change) else { return nil }
      let style =
        switch delivery {
        case .applied: "applied"
        case .alreadyKnown: "known"
        case .waits: "waits"
        }
      // A change that comes back to its own author makes a loop beside the lane.
      if change.replica == event.replica { return loop(style, x, origin, row.middle) }
      return arrow(style, layout.lane(change.replica), origin, x, row.middle)
    case .merged(let source, _):
      return arrow("merge", layout.lane(source), row.middle - 8, x, row.middle)
    case .made, .restarted, .linked, .noted:
      return nil
    }
  }

  private func arrow(_ style: String, _ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int) -> Markup {
    let across = Double(x2 - x1)
    let down = Double(y2 - y1)
    let length = (across * across + down * down).squareRoot()
    let (unitX, unitY) = (across / length, down / length)
    let (tipX, tipY) = (Double(x2) - unitX * 8, Double(y2) - unitY * 8)
    let (backX, backY) = (tipX - unitX * 11, tipY - unitY * 11)
    let points = [
      (tipX, tipY), (backX - unitY * 5, backY + unitX * 5), (backX + unitY * 5, backY - unitX * 5),
    ]
    return .element(
      "g", class: "arrow \(style)",
      [
        .element(
          "line",
          [
            .init("x1", Self.rounded(Double(x1) + unitX * 10)),
            .init("y1", Self.rounded(Double(y1) + unitY * 10)),
            .init("x2", Self.rounded(backX)), .init("y2", Self.rounded(backY)),
          ], []),
        head(points),
      ])
  }

  private func loop(_ style: String, _ x: Int, _ y1: Int, _ y2: Int) -> Markup {
    let path = "M \(x - 8) \(y1 + 5) C \(x - 40) \(y1 + 14), \(x - 40) \(y2 - 6), \(x - 19) \(y2)"
    let tip = Double(x - 8)
    let middle = Double(y2)
    return .element(
      "g", class: "arrow \(style)",
      [
        .element("path", [.init("d", path), .init("fill", "none")], []),
        head([(tip, middle), (tip - 11, middle - 5), (tip - 11, middle + 5)]),
      ])
  }

  private func head(_ points: [(Double, Double)]) -> Markup {
    let list = points.map { "\(Self.rounded($0.0)),\(Self.rounded($0.1))" }
    return .element(
      "polygon", [.init("class", "head"), .init("points", list.joined(separator: " "))], [])
  }

  private static func rounded(_ value: Double) -> String {
    "\((value * 10).rounded() / 10)"
  }

  // MARK: Signs

  private func signs(_ row: DiagramLayout.Row) -> [Markup] {
    switch row.content {
    case .event(let event): signs(of: event, row.middle)
    case .exchange:
      [line("exchange", 8, row.top + 4, layout.width - 8, row.top + 4)]
    case .verdict(let failure):
      (failure.replica.map { [$0] } ?? Array(record.lanes.indices))
        .filter { record.lanes.indices.contains($0) }
        .flatMap { cross("verdictMark", layout.lane($0), row.middle, 8) }
    }
  }

  private func signs(of event: RunEvent, _ y: Int) -> [Markup] {
    let x = layout.lane(event.replica)
    switch event.kind {
    case .made(let change):
      return [
        circle("dot lane\(event.replica)", x, y, 8),
        text("dotName", x + 13, y + 5, record.name(of: change)),
      ]
    case .delivered(let change, .applied):
      return [circle("end applied lane\(change.replica)", x, y, 5)]
    case .delivered(_, .alreadyKnown): return [line("end known", x - 8, y, x + 8, y)]
    case .delivered(_, .waits): return [circle("end waits", x, y, 6)]
    case .merged(let source, _):
      return [
        rectangle("end merge", layout.lane(source) - 4, y - 12, 8, 8),
        rectangle("end merge", x - 5, y - 5, 10, 10),
      ]
    case .restarted:
      return [
        rectangle("gap", x - 4, y - 5, 8, 10), line("restart", x - 11, y - 5, x + 11, y - 5),
        line("restart", x - 11, y + 5, x + 11, y + 5),
      ]
    case .linked(_, let isUp):
      return isUp ? [circle("end waits", x, y, 4)] : cross("linkDown", x, y, 5)
    case .noted:
      let points = "\(x),\(y - 7) \(x + 7),\(y) \(x),\(y + 7) \(x - 7),\(y)"
      return [
        .element("polygon", [.init("class", "end noted"), .init("points", points)], [])
      ]
    }
  }

  private func cross(_ style: String, _ x: Int, _ y: Int, _ size: Int) -> [Markup] {
    [
      line(style, x - size, y - size, x + size, y + size),
      line(style, x - size, y + size, x + size, y - size),
    ]
  }

  // MARK: Shapes

  private func line(_ style: String, _ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int) -> Markup {
    .element(
      "line",
      [
        .init("class", style), .init("x1", x1), .init("y1", y1), .init("x2", x2), .init("y2", y2),
      ], [])
  }

  private func circle(_ style: String, _ x: Int, _ y: Int, _ radius: Int) -> Markup {
    .element(
      "circle", [.init("class", style), .init("cx", x), .init("cy", y), .init("r", radius)], [])
  }

  private func rectangle(
    _ style: String, _ x: Int, _ y: Int, _ width: Int, _ height: Int
  ) -> Markup {
    .element(
      "rect",
      [
        .init("class", style), .init("x", x), .init("y", y), .init("width", max(width, 0)),
        .init("height", max(height, 0)),
      ], [])
  }

  private func text(_ style: String, _ x: Int, _ y: Int, _ content: String) -> Markup {
    .element("text", [.init("class", style), .init("x", x), .init("y", y)], [.text(content)])
  }
}
