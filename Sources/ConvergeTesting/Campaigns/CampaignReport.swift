// SPDX-License-Identifier: Apache-2.0

/// What a run, a shard of one, or all shards joined have come to, as text and as JSON.
package struct CampaignReport<Counts: CampaignCounts>: Sendable {
  /// The command: `run` or `collect`.
  package var command: String
  /// What was asked for: the members that shards of one campaign have in common.
  package var campaign: [JSONMember]
  /// The shard that this is about; nil for several that are not all.
  package var shard: Shard?
  /// Whether the campaign or shard was run to its end.
  package var isComplete: Bool
  /// What was done.
  package var counts: Counts
  /// How many histories failed.
  package var failureCount: Int
  /// The failures that were shrunk, each as JSON.
  package var failures: [JSONValue]
  /// How long it took, in seconds.
  package var seconds: Double

  /// A report on how far a campaign has come.
  package init(
    command: String, options: FuzzOptions, state: CampaignState<Counts>, isComplete: Bool,
    failures: [JSONValue]
  ) {
    self.init(
      command: command, campaign: options.campaignMembers + [options.extentMember],
      shard: options.shard, isComplete: isComplete, counts: state.counts,
      failureCount: state.failureCount, failures: failures, seconds: state.seconds)
  }

  /// A report of these parts.
  init(
    command: String, campaign: [JSONMember], shard: Shard?, isComplete: Bool, counts: Counts,
    failureCount: Int, failures: [JSONValue], seconds: Double
  ) {
    self.command = command
    self.campaign = campaign
    self.shard = shard
    self.isComplete = isComplete
    self.counts = counts
    self.failureCount = failureCount
    self.failures = failures
    self.seconds = seconds
  }

  /// The markers that a full run should have reached and has not; none where it is no full run.
  package var unreached: [Marker] {
    let isFull = command == "run" && shard == .whole && isComplete && FuzzOptions.isFull(campaign)
    return isFull ? counts.markers.unreached : []
  }

  /// The report in lines of text; only those that begin with `time:` depend on the machine.
  package var lines: [String] {
    ReportText.lines(
      counts: counts.members, failureCount: failureCount, failures: failures, seconds: seconds)
      + (isComplete ? [] : ["not run to the end"]) + counts.markers.lines
      + unreached.map { "MARKER not reached: \($0.tallyName): \($0.sentence)" }
  }

  /// The report as JSON; only keys with `seconds` or `perSecond` depend on the machine.
  package var json: JSONValue {
    .object(
      [JSONMember("command", .string(command))] + campaign + [
        JSONMember("shard", shard.map { .string($0.description) } ?? .null),
        JSONMember("isComplete", .bool(isComplete)),
      ] + counts.members + [
        JSONMember("unreached", .array(unreached.map { .string($0.tallyName) })),
        JSONMember("failures", .integer(Int64(failureCount))),
        JSONMember("shrunkFailures", .array(failures)),
        JSONMember("seconds", .double(ReportText.rounded(seconds))),
        JSONMember(
          "perSecond",
          .double(ReportText.rounded(ReportText.rate(counts.histories, seconds)))),
      ])
  }
}
