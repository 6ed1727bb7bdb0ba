// SPDX-License-Identifier: Apache-2.0

/// What a run of the fuzzer is asked to do.
package struct FuzzOptions: Sendable, Equatable {
  /// When a run ends.
  package enum Extent: Sendable, Equatable {
    /// After so many histories: the output is then a function of the options alone.
    case count(Int)
    /// After so many seconds.
    case seconds(Int)
  }

  /// How many histories a plain run makes: half a minute on two cores that others use too.
  package static let defaultCount = 12_000

  /// Of a hundred histories of a plain run, about how many declare members and collect garbage.
  private static let collectingPercent = 3

  /// The seed of the first history.
  package var seed: UInt64 = 1
  /// When the run ends.
  package var extent = Extent.count(defaultCount)
  /// The numbers of replicas to draw from.
  package var replicas = ScriptGenerator.replicaLimits
  /// The numbers of calls to draw from.
  package var calls = ScriptGenerator.callLimits
  /// The fields that documents have.
  package var fields = ScriptGenerator.allFields
  /// Whether members are declared in all histories, so that garbage is collected.
  package var collectsAlways = false
  /// The directory that failing histories are written to; nil for none.
  package var directory: String?
  /// The directory that the report as a page is written to; nil for none.
  package var reportDirectory: String?
  /// The share of the histories that runs here.
  package var shard = Shard.whole
  /// How many histories run at the same time; nil for as many as there are cores.
  package var jobs: Int?
  /// The file that keeps how far the run has come; nil for none.
  package var checkpoint: String?
  /// Whether the run ends with the first history that fails.
  package var stopsAtFailure = false

  /// The options of a plain run.
  package init() {}

  /// The generator that these options ask for.
  package var generator: ScriptGenerator {
    ScriptGenerator(
      replicas: replicas, calls: calls, fields: fields,
      collectingPercent: collectsAlways ? 100 : Self.collectingPercent)
  }

  /// The position at which the shard ends.
  package var end: Int {
    switch extent {
    case .count(let count): shard.share(of: count)
    case .seconds: Int.max
    }
  }

  /// What makes the histories what they are, as reports and checkpoints hold it: equal members mean
  /// one campaign, of which each shard may run elsewhere.
  package var campaignMembers: [JSONMember] {
    [
      JSONMember("seed", .integer(Int64(truncatingIfNeeded: seed))),
      JSONMember("replicas", Self.json(replicas)), JSONMember("ops", Self.json(calls)),
      JSONMember("fields", .array(fields.map { .string($0.name) })),
    ]
  }

  /// How long the campaign is, as reports hold it.
  package var extentMember: JSONMember {
    switch extent {
    case .count(let count): JSONMember("count", .integer(Int64(count)))
    case .seconds(let seconds): JSONMember("time", .integer(Int64(seconds)))
    }
  }

  /// Whether a campaign with these members is a full run: one of which nothing was narrowed.
  static func isFull(_ campaign: [JSONMember]) -> Bool {
    let plain = FuzzOptions().campaignMembers
    return campaign.allSatisfy { member in
      switch member.name {
      case "seed": true
      case "count": (member.value.count ?? 0) >= defaultCount
      default: plain.contains { $0.name == member.name && $0.value == member.value }
      }
    }
  }

  private static func json(_ range: ClosedRange<Int>) -> JSONValue {
    .array([.integer(Int64(range.lowerBound)), .integer(Int64(range.upperBound))])
  }

  /// The command's name.
  package var commandName: String { collectsAlways ? "collect" : "run" }

  /// The command that runs one history of this run again.
  package func command(seed: UInt64) -> String {
    var words = ["converge-fuzz", commandName, "--seed", "\(seed)", "--count", "1"]
    if replicas != ScriptGenerator.replicaLimits {
      words += ["--replicas", "\(replicas.lowerBound)...\(replicas.upperBound)"]
    }
    if calls != ScriptGenerator.callLimits {
      words += ["--ops", "\(calls.lowerBound)...\(calls.upperBound)"]
    }
    if fields != ScriptGenerator.allFields {
      words += ["--fields", fields.map(\.name).joined(separator: ",")]
    }
    return words.joined(separator: " ")
  }
}
