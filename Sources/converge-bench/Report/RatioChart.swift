// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A chart of what we need against the best peer, on a logarithmic scale: an SVG image that stands
/// alone and is readable on light and on dark ground.
struct RatioChart {
  private static let labelWidth = 330.0
  private static let plotWidth = 400.0
  private static let valueWidth = 130.0
  private static let rowHeight = 22.0
  private static let top = 64.0

  private let lines: [(title: String, ratio: Double)]
  /// How many times the scale goes to either side of 1, as a power of two.
  private let reach: Double

  init(_ comparison: Comparison) {
    lines = comparison.lines.compactMap { line in
      line.ratio.map { ("\(line.row.title), \(line.row.quantity.unit)", $0) }
    }
    let greatest = lines.map { abs(log2($0.ratio)) }.max() ?? 0
    reach = min(12, max(2, greatest.rounded(.up)))
  }

  var svg: String {
    let width = Self.labelWidth + Self.plotWidth + Self.valueWidth
    let height = Self.top + Double(lines.count) * Self.rowHeight + 16
    let size = "\(Figure.short(width, isPlain: true)) \(Figure.short(height, isPlain: true))"
    let rows = lines.indices.map(row).joined()
    let role = #"role="img" aria-label="Converge against the best peer""#
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" \(role)>
      <style>
      text { font: 12px system-ui, sans-serif; fill: #24292f }
      .title { font-weight: 600; font-size: 14px }
      .soft { fill: #57606a }
      .line { stroke: #d0d7de }
      .one { stroke: #57606a }
      .less { fill: #1a7f37 }
      .more { fill: #bc4c00 }
      @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .soft { fill: #9198a1 }
      .line { stroke: #3d444d }
      .one { stroke: #9198a1 }
      .less { fill: #3fb950 }
      .more { fill: #f0883e }
      }
      </style>
      <text class="title" x="8" y="20">Converge ÷ best peer: less is better</text>
      \(axis(height: height))\(rows)</svg>

      """
  }

  /// The lines at powers of two, and what they stand for.
  private func axis(height: Double) -> String {
    let step = reach > 6 ? 3 : reach > 3 ? 2 : 1
    return stride(from: -Int(reach), through: Int(reach), by: 1)
      .filter { $0.isMultiple(of: step) }
      .map { power in
        let x = Self.coordinate(position(Double(power)))
        let text = power < 0 ? "1/\(1 << -power)" : "\(1 << power)"
        let kind = power == 0 ? "one" : "line"
        let bottom = Self.coordinate(height - 12)
        return """
          <line class="\(kind)" x1="\(x)" x2="\(x)" y1="48" y2="\(bottom)"/>
          <text class="soft" x="\(x)" y="42" text-anchor="middle">\(text)</text>

          """
      }.joined()
  }

  private func row(_ index: Int) -> String {
    let (title, ratio) = lines[index]
    let y = Self.top + Double(index) * Self.rowHeight
    let one = position(0)
    let end = position(max(-reach, min(reach, log2(ratio))))
    let kind = ratio <= 1 ? "less" : "more"
    let start = Self.coordinate(min(one, end))
    let width = Self.coordinate(max(1, abs(end - one)))
    let bar = Self.coordinate(y - 10)
    let base = Self.coordinate(y + 2)
    let label = Self.coordinate(Self.labelWidth - 10)
    let value = Self.coordinate(Self.labelWidth + Self.plotWidth + 12)
    return """
      <text x="\(label)" y="\(base)" text-anchor="end">\(Self.escaped(title))</text>
      <rect class="\(kind)" x="\(start)" y="\(bar)" width="\(width)" height="14"/>
      <text x="\(value)" y="\(base)">\(Figure.number(ratio))</text>

      """
  }

  private func position(_ power: Double) -> Double {
    Self.labelWidth + Self.plotWidth * (power + reach) / (2 * reach)
  }

  private static func coordinate(_ value: Double) -> String {
    Figure.short(value, isPlain: true)
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: String(character)
      }
    }.joined()
  }
}

extension Figure {
  /// A number as it stands in a file: no commas between the thousands.
  fileprivate static func short(_ value: Double, isPlain: Bool) -> String {
    short(value).filter { $0 != "," }
  }
}
