// SPDX-License-Identifier: Apache-2.0

@testable import ConvergeTesting

/// Histories that do nothing but fail where they are told to.
struct PlantedFailures: SeededHistories {
  /// The checks that fail, by seed.
  let checks: [UInt64: CheckID]

  func run(seed: UInt64) -> HistoryOutcome<RunCounts> {
    var counts = RunCounts()
    counts.histories = 1
    counts.operations = Int(seed % 7)
    counts.waits = Int(seed % 3)
    // Some take longer than others, so that they end in another order than they began.
    var random = SplitMix64(seed: seed)
    for _ in 0..<(seed % 5) * 2_000 { _ = random.next() }
    return HistoryOutcome(
      counts: counts,
      failure: checks[seed].map { CheckFailure($0, replica: 0, "planted in \(seed)") })
  }

  func shrunkFailure(seed: UInt64) -> FuzzFailure? {
    run(seed: seed).failure.map {
      FuzzFailure(
        failure: $0, script: Script(seed: seed, replicaCount: 2, fields: [], steps: []),
        originalStepCount: 9, runCount: 4, history: nil)
    }
  }

  /// Two of one check, then three others, of which one is too many.
  static let some = PlantedFailures(checks: [
    107: .spec, 111: .spec, 118: .codec, 125: .bytes, 131: .laws, 160: .codec,
  ])

  /// Options of a campaign of 80 such histories, or a shard of them.
  static func options(_ shard: Shard = .whole) -> FuzzOptions {
    var options = FuzzOptions()
    options.seed = 100
    options.extent = .count(80)
    options.shard = shard
    return options
  }

  /// The report on a shard run with so many jobs.
  func report(_ shard: Shard = .whole, jobs: Int = 1) async -> CampaignReport<RunCounts> {
    let options = Self.options(shard)
    let campaign = Campaign(self, seed: options.seed, shard: shard)
    var state = CampaignState<RunCounts>()
    await campaign.run(&state, to: options.end, jobs: jobs)
    let failures = await campaign.shrunkFailures(state, jobs: jobs)
    return CampaignReport(
      command: "run", options: options, state: state, isComplete: state.position == options.end,
      failures: failures.map { $0.json(options) })
  }
}
