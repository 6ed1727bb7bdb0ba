// SPDX-License-Identifier: Apache-2.0

/// What explorations report, as text and as JSON.
package struct ExplorationReport: Sendable {
  /// The most failures of one exploration that are shrunk; all are counted.
  private static let shrunkLimit = 3

  private struct Part {
    var explorer: Explorer
    var counts: ExplorationCounts
    var failures: [ExploredFailure]
    var seconds: Double
  }

  private var parts: [Part] = []

  /// A report on nothing yet.
  package init() {}

  /// Adds what one exploration came to, and how long it took.
  package mutating func add(
    _ result: ExplorationResult, of explorer: Explorer, seconds: Double
  ) {
    let failures = result.failures.prefix(Self.shrunkLimit)
      .map { ExploredFailure($0, in: explorer) }
    parts.append(
      Part(
        explorer: explorer, counts: result.counts, failures: failures, seconds: seconds))
  }

  /// What all explorations covered.
  package var counts: ExplorationCounts {
    parts.reduce(into: ExplorationCounts()) { $0 += $1.counts }
  }

  /// The failures that were shrunk.
  package var failures: [ExploredFailure] { parts.flatMap(\.failures) }

  private var seconds: Double { parts.reduce(0) { $0 + $1.seconds } }

  // MARK: Text

  /// The lines on the exploration added last; only those that begin with `time:` depend on the
  /// machine.
  package var lastLines: [String] {
    guard let part = parts.last else { return [] }
    return part.failures.flatMap(\.lines) + [part.explorer.title]
      + part.explorer.alphabet.letterNames.map { "  call       \($0)" }
      + lines(part.counts).map { "  " + $0 } + [timeLine(part.counts, part.seconds), ""]
  }

  /// The lines on all explorations together.
  package var sumLines: [String] {
    ["all"] + lines(counts).map { "  " + $0 } + [timeLine(counts, seconds)]
  }

  private func lines(_ counts: ExplorationCounts) -> [String] {
    let sizes = counts.histories.enumerated().filter { $0.element > 0 }
      .map { "\($0.element) of \($0.offset) changes" }
    return [
      "histories  \(counts.historyCount): \(sizes.joined(separator: ", "))",
      "states     \(counts.states)", "ways       \(counts.ways)", "orders     \(counts.orders)",
      "merges     \(counts.merges)",
      "checks     \(counts.checks.total): "
        + counts.checks.entries.filter { $0.count > 0 }.map { "\($0.name) \($0.count)" }
        .joined(separator: ", "),
      "failures   \(counts.failures)",
    ]
  }

  private func timeLine(_ counts: ExplorationCounts, _ seconds: Double) -> String {
    let rate = seconds > 0 ? Int(Double(counts.historyCount) / seconds) : 0
    return "time: \(rounded(seconds)) seconds, \(rate) histories a second"
  }

  // MARK: JSON

  /// The report as JSON; only keys with `seconds` or `perSecond` depend on the machine.
  package var json: JSONValue {
    .object(
      [
        JSONMember("command", .string("explore")),
        JSONMember("explorations", .array(parts.map { json($0) })),
      ] + members(counts, seconds))
  }

  private func json(_ part: Part) -> JSONValue {
    let explorer = part.explorer
    return .object(
      [
        JSONMember("field", .string(explorer.alphabet.field.name)),
        JSONMember("kind", .string(explorer.alphabet.field.kind.rawValue)),
        JSONMember("replicas", .integer(Int64(explorer.writerCount))),
        JSONMember("ops", .integer(Int64(explorer.changeCount))),
        JSONMember("clocks", .string(explorer.clocks.rawValue)),
        JSONMember("calls", .array(explorer.alphabet.letterNames.map { .string($0) })),
        JSONMember("shrunkFailures", .array(part.failures.map(\.json))),
      ] + members(part.counts, part.seconds))
  }

  private func members(_ counts: ExplorationCounts, _ seconds: Double) -> [JSONMember] {
    let rate = seconds > 0 ? Double(counts.historyCount) / seconds : 0
    return [
      number("histories", counts.historyCount),
      JSONMember("historiesByChanges", .array(counts.histories.map { .integer(Int64($0)) })),
      number("states", counts.states), number("ways", counts.ways),
      number("orders", counts.orders), number("merges", counts.merges),
      number("checks", counts.checks.total),
      JSONMember("checksByID", counts.checks.json), number("failures", counts.failures),
      JSONMember("seconds", .double(rounded(seconds))),
      JSONMember("perSecond", .double(rounded(rate))),
    ]
  }

  private func number(_ name: String, _ value: Int) -> JSONMember {
    JSONMember(name, .integer(Int64(value)))
  }

  /// Thousandths are more than timings mean.
  private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}

extension Explorer {
  /// What is explored, in one line.
  var title: String {
    "\(alphabet.field.name) (\(alphabet.field.kind)), \(writerCount) replicas, "
      + "up to \(changeCount) changes, clocks \(clocks.rawValue)"
  }
}
