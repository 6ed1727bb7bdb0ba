// SPDX-License-Identifier: Apache-2.0

/// Reads the histories of a `.jsonl` file and refuses what the format does not allow.
package struct HistoryReader {
  /// The most bytes of a line: half of what a document takes as one value.
  private static let lineLimitBytes = 8 << 20

  private let file: String
  private var histories: [History] = []
  private var isOpen = false
  private var changeCounts: [Int] = []

  /// The histories in a file's bytes, in order; the file's name is for errors only.
  ///
  /// - Throws: `HistoryError` naming file, line and fault; a history without `final` is one.
  package static func read(_ bytes: [UInt8], file: String) throws(HistoryError) -> [History] {
    var reader = HistoryReader(file: file)
    var lineCount = 0
    for (number, range) in LineRanges(bytes) {
      lineCount = number
      guard range.count <= lineLimitBytes else { throw reader.error(.lineTooLong, number) }
      try reader.readLine(bytes, range, number)
    }
    if reader.histories.isEmpty { throw reader.error(.noHistory, max(lineCount, 1)) }
    if reader.isOpen { throw reader.error(.noFinal, lineCount) }
    return reader.histories
  }

  private init(file: String) {
    self.file = file
  }

  private mutating func readLine(
    _ bytes: [UInt8], _ range: Range<Int>, _ number: Int
  ) throws(HistoryError) {
    let object: JSONValue
    do {
      object = try JSONParser.parse(bytes, in: range, line: number)
    } catch {
      throw self.error(.notJSON(error), number)
    }
    do throws(HistoryError.Reason) {
      let line = LineReader(object: object)
      let type = try line.string("t")
      if type == "history" {
        guard !isOpen else { throw .noFinal }
        try begin(line, number)
      } else {
        try append(type, line, number)
      }
    } catch {
      throw self.error(error, number)
    }
  }

  private mutating func begin(_ line: LineReader, _ number: Int) throws(HistoryError.Reason) {
    let format = try line.integer("format")
    guard format == 1 else { throw .unsupportedFormat(format) }
    let history = History(
      seed: try line.integer("seed"), replicas: try line.replicas(), fields: try line.fields(),
      firstLine: number, lines: [])
    changeCounts = Array(repeating: 0, count: history.replicas.count)
    histories.append(history)
    isOpen = true
  }

  private mutating func append(
    _ type: String, _ line: LineReader, _ number: Int
  ) throws(HistoryError.Reason) {
    guard isOpen else { throw histories.isEmpty ? .notInHistory : .afterFinal }
    let index = histories.count - 1
    let step: History.Step
    switch type {
    case "do":
      let edit = try line.edit(in: histories[index])
      let expected = changeCounts[edit.change.replica] + 1
      guard edit.change.number == expected else {
        throw .wrongChangeNumber(edit.change.number, expected: expected)
      }
      changeCounts[edit.change.replica] = expected
      step = .edit(edit)
    case "deliver":
      let change = try line.changeReference(in: histories[index])
      guard (1...max(changeCounts[change.replica], 1)).contains(change.number),
        changeCounts[change.replica] > 0
      else { throw .changeNotMade(histories[index].replicas[change.replica], change.number) }
      step = .deliver(change, to: try line.replica("to", in: histories[index]))
    case "merge":
      step = .merge(
        from: try line.replica("from", in: histories[index]),
        to: try line.replica("to", in: histories[index]))
    case "expect":
      step = .expect(try line.expectation(in: histories[index]))
    case "final":
      step = .final(try line.state(in: histories[index]))
      isOpen = false
    default:
      throw .unknownLine(type)
    }
    histories[index].lines.append(History.Line(number: number, step: step))
  }

  private func error(_ reason: HistoryError.Reason, _ line: Int) -> HistoryError {
    HistoryError(reason: reason, file: file, line: line)
  }
}

extension HistoryError.Reason: Error {}
