// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// `trace`: replays a recorded editing session and compares the texts in the end.
enum TraceCommand {
  /// Replays one trace and prints how fast it went.
  static func run(_ name: String, _ json: JSONDestination?) throws(InputError) -> ExitCode {
    let bytes = try Files.read(name)
    let result: TraceResult
    let seconds: Double
    do throws(TraceError) {
      let trace = try Trace(bytes)
      let start = ContinuousClock.now
      result = try TraceReplay.run(trace) {
        Terminal.showProgress("\($0) of \($1) transactions")
      }
      seconds = (ContinuousClock.now - start).inSeconds
    } catch {
      Terminal.endProgress()
      throw .trace(name, error)
    }
    Terminal.endProgress()
    let operationsPerSecond = seconds > 0 ? Double(result.operations) / seconds : 0
    let report = JSONValue.object([
      JSONMember("command", .string("trace")), JSONMember("file", .string(name)),
      JSONMember("transactions", .integer(Int64(result.transactions))),
      JSONMember("patches", .integer(Int64(result.patches))),
      JSONMember("operations", .integer(Int64(result.operations))),
      JSONMember("deliveries", .integer(Int64(result.deliveries))),
      JSONMember("mismatch", result.mismatch.map { .string($0) } ?? .null),
      JSONMember("seconds", .double(seconds)),
      JSONMember("perSecond", .double(operationsPerSecond)),
    ])
    let lines =
      (result.mismatch.map { ["FAILED \(name): \($0)"] } ?? []) + [
        "\(name): \(result.transactions) transactions, \(result.patches) patches, "
          + "\(result.operations) operations, \(result.deliveries) deliveries"
          + (result.mismatch == nil ? ", texts equal" : ""),
        "time: \(seconds) seconds, \(Int(operationsPerSecond)) operations a second",
      ]
    try Files.write(lines, report, to: json)
    return result.mismatch == nil ? .held : .failed
  }
}
