// SPDX-License-Identifier: Apache-2.0

/// A report in lines of text; only those that begin with `time:` depend on the machine.
///
/// It is made from what the report in JSON holds, so that joined reports print as those of one run.
enum ReportText {
  /// The lines.
  static func lines(
    counts: [JSONMember], failureCount: Int, failures: [JSONValue], seconds: Double
  ) -> [String] {
    failures.flatMap { Self.lines(ofFailure: $0) }
      + (counts + [JSONMember("failures", .integer(Int64(failureCount)))]).compactMap { member in
        guard let count = member.value.integer else { return nil }
        let blanks = String(repeating: " ", count: max(11 - member.name.count, 1))
        return "\(member.name)\(blanks)\(count)"
      } + [timeLine(histories: counts.first?.value.count ?? 0, seconds: seconds)]
  }

  private static func timeLine(histories: Int, seconds: Double) -> String {
    "time: \(rounded(seconds)) seconds, \(Int(rate(histories, seconds))) histories a second"
  }

  private static func lines(ofFailure failure: JSONValue) -> [String] {
    let place = failure["step"]?.integer.map { "after step \($0)" } ?? "after the final exchange"
    let replica = failure["replica"]?.text.map { ", replica \($0)" } ?? ""
    let script = strings("script", of: failure)
    let table = strings("table", of: failure)
    let parts = [
      ("as a history:", strings("history", of: failure)),
      ("as a test:", strings("test", of: failure)),
    ]
    return [
      "FAILED \(failure["check"]?.text ?? ""): seed \(number("seed", of: failure))",
      "  \(failure["detail"]?.text ?? "")",
      "  \(place)\(replica); \(script.count) of \(number("originalSteps", of: failure)) steps left "
        + "after \(number("shrinkRuns", of: failure)) runs",
      "  what happened, with \(number("replicas", of: failure)) replicas:",
    ] + (table.isEmpty ? script : table).map { "    " + $0 }
      + parts.filter { !$0.1.isEmpty }.flatMap { title, lines in
        ["  \(title)"] + lines.map { $0.isEmpty ? "" : "    " + $0 }
      }
      + ["  again: \(failure["again"]?.text ?? "")", ""]
  }

  private static func number(_ name: String, of failure: JSONValue) -> Int64 {
    failure[name]?.integer ?? 0
  }

  private static func strings(_ name: String, of failure: JSONValue) -> [String] {
    (failure[name]?.elements ?? []).compactMap(\.text)
  }

  /// How many histories were run in a second.
  static func rate(_ histories: Int, _ seconds: Double) -> Double {
    seconds > 0 ? Double(histories) / seconds : 0
  }

  /// Thousandths are more than timings mean.
  static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
