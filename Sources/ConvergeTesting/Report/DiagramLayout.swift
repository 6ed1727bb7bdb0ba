// SPDX-License-Identifier: Apache-2.0

/// Where everything stands in a space-time diagram: a column for each replica, and time runs down.
///
/// Each event has a row of its own with its words beside it, so that no two labels meet.
struct DiagramLayout {
  /// One row: an event, the line before the final exchange, or the verdict at the end.
  struct Row {
    enum Content {
      case event(RunEvent)
      case exchange
      case verdict(CheckFailure)
    }

    let content: Content
    let top: Int
    let lines: [Line]

    /// The height of the dots and of the first line of words.
    var middle: Int { top + DiagramLayout.lineHeight }
    var height: Int { lines.count * DiagramLayout.lineHeight + DiagramLayout.rowGap }
  }

  /// A line of words beside a row.
  struct Line {
    enum Style: String {
      case sentence
      case call
      case shows
      case verdict
    }

    let text: String
    let style: Style
  }

  static let lineHeight = 20
  private static let rowGap = 12
  private static let headHeight = 44
  private static let firstLane = 84
  private static let laneGap = 92
  /// Letters that a line of words may have; what is longer is cut, and told whole on hovering.
  private static let lineLimit = 96
  /// The width of a letter of the font of fixed width that the words stand in, rounded up.
  private static let letterWidth = 8

  let record: RunRecord
  let rows: [Row]
  let height: Int
  /// The middle of the row in which each change was made.
  private let origins: [[Int]]

  init(_ record: RunRecord) {
    self.record = record
    var rows: [Row] = []
    var top = Self.headHeight
    var origins = Array(repeating: [Int](), count: record.lanes.count)
    func append(_ content: Row.Content, _ lines: [Line]) {
      rows.append(Row(content: content, top: top, lines: lines))
      top += rows[rows.count - 1].height
    }
    for event in record.events {
      let isFirstOfExchange = event.step == nil && !rows.contains { $0.isExchange }
      if isFirstOfExchange { append(.exchange, [Self.exchangeLine]) }
      append(.event(event), Self.lines(of: event, in: record))
      if case .made(let change) = event.kind {
        origins[change.replica].append(rows[rows.count - 1].middle)
      }
    }
    if let failure = record.failure {
      append(.verdict(failure), Self.lines(of: failure, in: record))
    }
    self.rows = rows
    self.origins = origins
    height = top + Self.lineHeight
  }

  /// The width of the lanes alone: the words begin there.
  var wordsStart: Int { Self.firstLane + record.lanes.count * Self.laneGap - Self.laneGap / 3 }

  var width: Int {
    let longest = rows.flatMap(\.lines).map { $0.shownText.count }.max() ?? 0
    return wordsStart + (longest + 3) * Self.letterWidth
  }

  var laneTop: Int { Self.headHeight - 10 }

  /// A lane's place from the left.
  func lane(_ replica: Int) -> Int { Self.firstLane + replica * Self.laneGap }

  /// Where the dot of a change stands, or nil when its making is not part of the record.
  func origin(of change: History.ChangeReference) -> Int? {
    origins[change.replica].indices.contains(change.number - 1)
      ? origins[change.replica][change.number - 1] : nil
  }

  private static let exchangeLine = Line(
    text: "the end of the script: all that is missing is delivered", style: .sentence)

  private static func lines(of event: RunEvent, in record: RunRecord) -> [Line] {
    let words = record.lines(of: event)
    let name = record.lanes[event.replica]
    return [Line(text: "\(name) \(words.first ?? "")", style: .sentence)]
      + words.dropFirst().map { Line(text: "  \($0)", style: .call) }
      + event.shows.map { Line(text: "  shows \($0)", style: .shows) }
  }

  private static func lines(of failure: CheckFailure, in record: RunRecord) -> [Line] {
    let place = failure.replica.map { " at \(record.name(ofReplica: $0))" } ?? ""
    let heading = Line(text: "✗ check \(failure.check.rawValue) fails\(place)", style: .verdict)
    return [heading] + pieces(failure.detail).map { Line(text: "  \($0)", style: .verdict) }
  }

  /// A sentence in pieces that fit on a line, broken at blanks where there are any.
  private static func pieces(_ sentence: String) -> [String] {
    var pieces: [String] = []
    for word in sentence.split(separator: " ", omittingEmptySubsequences: false) {
      if let last = pieces.last, last.count + word.count + 3 < lineLimit {
        pieces[pieces.count - 1] = last + " " + word
      } else {
        pieces.append(String(word))
      }
    }
    return pieces
  }

  /// A text cut to what a line holds.
  fileprivate static func cut(_ text: String) -> String {
    text.count > lineLimit ? text.prefix(lineLimit - 1) + "…" : text
  }
}

extension DiagramLayout.Row {
  var isExchange: Bool {
    if case .exchange = content { true } else { false }
  }
}

extension DiagramLayout.Line {
  /// What of the text fits.
  var shownText: String { DiagramLayout.cut(text) }
}
