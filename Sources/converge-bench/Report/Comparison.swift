// SPDX-License-Identifier: Apache-2.0

/// Our figures beside the peers', a line for each row of which there is anything of ours.
struct Comparison {
  /// One row's figures.
  struct Line {
    let row: ReportRow
    let ours: Double
    /// In the order of the libraries; nil where a library has no such record.
    let peers: [Double?]

    var best: Double? { peers.compactMap(\.self).min() }
    /// Below 1 where we need less than the best peer.
    var ratio: Double? { best.map { ours / $0 } }
  }

  /// How the libraries are called, in the order of the columns.
  static let names = [
    ("loro", "Loro"), ("pycrdt", "Yrs"), ("yjs", "Yjs"), ("automerge", "Automerge"),
    ("diamond-types", "diamond-types"), ("cola", "cola"),
  ]

  let libraries: [(id: String, name: String)]
  let lines: [Line]

  init(_ records: MeasuredRecords) {
    let libraries = Self.names.filter { records.libraries.contains($0.0) }
    self.libraries = libraries
    lines = ReportRow.all.compactMap { row in
      guard
        let ours = records.figure(of: "converge", row.workload, row.ours, row.quantity)
      else { return nil }
      let peers = libraries.map {
        records.figure(of: $0.0, row.workload, row.peers, row.quantity)
      }
      return Line(row: row, ours: ours, peers: peers)
    }
  }

  // MARK: Markdown

  /// The comparison as a Markdown table.
  var markdown: String {
    let names = libraries.map(\.name)
    let head =
      ["workload", "Converge", "best peer"] + names + ["Converge ÷ best", "bar", "goal"]
    let rule = ["---"] + Array(repeating: "---:", count: head.count - 1)
    return ([head, rule] + lines.map(cells)).map { "| " + $0.joined(separator: " | ") + " |" }
      .joined(separator: "\n") + "\n"
  }

  private func cells(of line: Line) -> [String] {
    let text = line.row.quantity.text
    let best = line.best.map { best in
      let names = zip(libraries, line.peers).filter { $1 == best }.map(\.0.name)
      return text(best) + " " + names.joined(separator: ", ")
    }
    return ["\(line.row.title), \(line.row.quantity.unit)", "**\(text(line.ours))**", best ?? "–"]
      + line.peers.map { $0.map(text) ?? "–" }
      + [
        line.ratio.map { Figure.number($0) } ?? "–",
        Self.target(line.row.bar, line), Self.target(line.row.goal, line),
      ]
  }

  /// What is to be reached, with a mark where it is.
  private static func target(_ target: Double?, _ line: Line) -> String {
    guard let target else { return "–" }
    return Figure.short(target) + (line.ours <= target ? " ✓" : " ✗")
  }
}

extension Figure {
  /// A number without digits after the point that say nothing.
  static func short(_ value: Double) -> String {
    var text = fixed(value, places: 2)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
