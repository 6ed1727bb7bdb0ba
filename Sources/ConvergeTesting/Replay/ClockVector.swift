// SPDX-License-Identifier: Apache-2.0

/// One line of the clock vectors: a clock, steps, and what each must give.
package struct ClockVector: Sendable {
  /// A step and what it must do.
  package struct Step: Sendable {
    /// What is done with the clock.
    package enum Action: Sendable {
      case send(wall: Int64)
      case observe(Stamp, wall: Int64)
    }

    /// What is done with the clock.
    package var action: Action
    /// The timestamp that the step gives; nil when it must be refused.
    package var result: Stamp?
    /// The clock afterwards.
    package var after: Stamp
  }

  /// The vector's name.
  package var name: String
  /// The line of its file, from 1.
  package var line: Int
  /// The clock at the start.
  package var start: Stamp
  /// The most by which an observed timestamp may exceed the wall clock; nil for any.
  package var maximumDrift: Int64?
  /// The steps in order.
  package var steps: [Step]
}

extension ClockVector {
  /// Whether a file holds clock vectors: its first line then has a `start` and no `t`.
  package static func isClockFile(_ bytes: [UInt8]) -> Bool {
    var lines = LineRanges(bytes)
    guard let first = lines.next(),
      case .success(let value) = Result(catching: { () throws(JSONError) in
        try JSONParser.parse(bytes, in: first.range, line: first.number)
      })
    else { return false }
    return value["t"] == nil && value["start"] != nil
  }

  /// The vectors in a file's bytes.
  ///
  /// - Throws: `HistoryError` naming file, line and fault.
  package static func read(_ bytes: [UInt8], file: String) throws(HistoryError) -> [ClockVector] {
    var vectors: [ClockVector] = []
    for (number, range) in LineRanges(bytes) {
      let object: JSONValue
      do {
        object = try JSONParser.parse(bytes, in: range, line: number)
      } catch {
        throw HistoryError(reason: .notJSON(error), file: file, line: number)
      }
      do throws(HistoryError.Reason) {
        vectors.append(try vector(LineReader(object: object), number))
      } catch {
        throw HistoryError(reason: error, file: file, line: number)
      }
    }
    return vectors
  }

  private static func vector(
    _ line: LineReader, _ number: Int
  ) throws(HistoryError.Reason) -> ClockVector {
    guard let start = LineReader.stamp(try line.member("start")) else { throw .malformed("start") }
    let drift = try line.member("max_drift_ms")
    guard drift == .null || drift.integer != nil else { throw .malformed("max_drift_ms") }
    guard let elements = try line.member("steps").elements else { throw .malformed("steps") }
    var steps: [Step] = []
    for element in elements { steps.append(try step(LineReader(object: element))) }
    return ClockVector(
      name: try line.string("name"), line: number, start: start, maximumDrift: drift.integer,
      steps: steps)
  }

  private static func step(_ line: LineReader) throws(HistoryError.Reason) -> Step {
    guard let arguments = try line.member("args").elements else { throw .malformed("args") }
    guard let after = LineReader.stamp(try line.member("after")) else { throw .malformed("after") }
    let action: Step.Action
    switch (try line.string("do"), arguments.first, arguments.last?.integer) {
    case ("send", _, let wall?) where arguments.count == 1:
      action = .send(wall: wall)
    case ("observe", let remote?, let wall?) where arguments.count == 2:
      guard let remote = LineReader.stamp(remote) else { throw .malformed("args") }
      action = .observe(remote, wall: wall)
    default:
      throw .malformed("do")
    }
    return Step(action: action, result: try result(line), after: after)
  }

  private static func result(_ line: LineReader) throws(HistoryError.Reason) -> Stamp? {
    if line.object["error"] != nil { return nil }
    let pair = JSONValue.array([try line.member("l"), try line.member("c")])
    guard let stamp = LineReader.stamp(pair) else { throw .malformed("l") }
    guard UInt64(try line.string("packed")) == stamp.packed else { throw .malformed("packed") }
    return stamp
  }
}
