// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting

/// `summarize`: joins the JSON reports of the shards of a run.
enum SummarizeCommand {
  /// Reads all reports and prints what they come to together.
  static func run(_ names: [String], _ json: JSONDestination?) throws(InputError) -> ExitCode {
    var files: [(name: String, json: JSONValue)] = []
    for name in names {
      let bytes = try Files.read(name)
      do {
        files.append((name, try JSONParser.parse(bytes)))
      } catch {
        throw .unreadable(name, reason: "line \(error.line): \(error)")
      }
    }
    let summary: CampaignSummary
    do {
      summary = try CampaignSummary(files)
    } catch {
      throw .summary(error)
    }
    try Files.write(summary.lines, summary.json, to: json)
    // Who has the report in a file must not miss that it is not all.
    for gap in summary.gaps { Terminal.warn(gap) }
    if summary.failureCount > 0 || !summary.unreached.isEmpty { return .failed }
    return summary.gaps.isEmpty ? .held : .unusable
  }
}
