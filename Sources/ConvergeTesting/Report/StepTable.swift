// SPDX-License-Identifier: Apache-2.0

/// A run as a table in plain text: step, replica, what happened, what is shown then.
package enum StepTable {
  /// Letters that a cell may have on one line; what is longer goes on below.
  private static let cellLimit = 56

  /// The table's lines; none is longer than a terminal is wide, unless a word is.
  package static func lines(of record: RunRecord) -> [String] {
    var rows = [["step", "replica", "what happened", "shows then"]].map { $0.map { [$0] } }
    for event in record.events {
      let words = record.lines(of: event)
      rows.append([
        [record.place(of: event)], [record.lanes[event.replica]],
        wrapped([words.first ?? ""]) + wrapped(words.dropFirst().map { "- \($0)" }),
        wrapped(event.shows),
      ])
    }
    let widths = (0..<4).map { column in
      rows.flatMap { $0[column] }.map(\.count).max() ?? 0
    }
    return rows.flatMap { row in
      (0..<(row.map(\.count).max() ?? 0)).map { line in
        let cells = row.enumerated().map { column, cell in
          padded(line < cell.count ? cell[line] : "", to: widths[column])
        }
        return trimmed(cells.joined(separator: "  "))
      }
    }
  }

  private static func wrapped(_ lines: some Sequence<String>) -> [String] {
    lines.flatMap { line in
      var pieces: [String] = []
      for word in line.split(separator: " ", omittingEmptySubsequences: false) {
        if let last = pieces.last, last.count + word.count < cellLimit {
          pieces[pieces.count - 1] = last + " " + word
        } else {
          pieces.append((pieces.isEmpty ? "" : "  ") + word)
        }
      }
      return pieces
    }
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }

  private static func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }
}
