// SPDX-License-Identifier: Apache-2.0

/// Joins the reports on the shards of one campaign.
///
/// All shards joined give the report of the campaign run in one go, apart from timings.
package struct CampaignSummary: Sendable {
  /// The joined report as lines of text.
  package let lines: [String]
  /// The joined report as JSON.
  package let json: JSONValue
  /// How many histories failed.
  package let failureCount: Int
  /// The markers that a full run should have reached and has not.
  package let unreached: [Marker]
  /// What is missing for the report to be on the whole campaign, a sentence each.
  package let gaps: [String]

  /// Joins reports, each with the name of its file.
  ///
  /// - Throws: `SummaryError.malformed` for what is no report of `run` or `collect`,
  ///   `otherCampaign` when two are of different campaigns, `repeatedShard` for a shard that is
  ///   there twice.
  package init(_ files: [(name: String, json: JSONValue)]) throws(SummaryError) {
    switch files.first?.json["command"]?.text {
    case "run", "collect": self = try Self.joined(JoinedShards<RunCounts>(files))
    default: throw .malformed(file: files.first?.name ?? "", member: "command")
    }
  }

  private init(
    lines: [String], json: JSONValue, failureCount: Int, unreached: [Marker], gaps: [String]
  ) {
    self.lines = lines
    self.json = json
    self.failureCount = failureCount
    self.unreached = unreached
    self.gaps = gaps
  }

  private static func joined<Counts>(_ joined: JoinedShards<Counts>) -> CampaignSummary {
    let report = joined.report
    let gaps = joined.gaps
    return CampaignSummary(
      lines: report.lines + gaps, json: report.json, failureCount: report.failureCount,
      unreached: report.unreached, gaps: gaps)
  }
}

/// Why reports cannot be joined.
package enum SummaryError: Error, Equatable, Sendable {
  /// A member is missing or is not what it must be.
  case malformed(file: String, member: String)
  /// An option differs from that of the first report.
  case otherCampaign(file: String, member: String, found: String, expected: String)
  /// Two reports are on one shard.
  case repeatedShard(Int, file: String, other: String)
}

extension SummaryError: CustomStringConvertible {
  /// The fault in words.
  package var description: String {
    switch self {
    case .malformed(let file, let member):
      "\(file): no report of run or collect: \"\(member)\" is missing or malformed"
    case .otherCampaign(let file, let member, let found, let expected):
      "\(file): the report of another campaign: its \(member) is \(found), not \(expected)"
    case .repeatedShard(let number, let file, let other):
      "\(file): shard \(number) was already in \(other)"
    }
  }
}
