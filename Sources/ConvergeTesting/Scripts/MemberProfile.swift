// SPDX-License-Identifier: Apache-2.0

/// The dice of a history in which members are declared and collect garbage.
struct MemberProfile {
  /// The most replicas that are admitted on the way.
  private static let newcomerLimit = 2
  /// The most evictions: with more of them hardly anyone is left.
  static let evictionLimit = 2

  /// The members from the start.
  var founderCount: Int
  /// Of a hundred steps, how many are followed by an acknowledgement, and how many by a collection.
  var tellPercent: Int
  /// Of a thousand steps, how many admit a replica.
  var admitPerMille: Int
  /// Of a thousand steps, how many evict one.
  var evictPerMille: Int
  /// Of a hundred messages to the newest replica, how many are put off: who knows least of what
  /// others know is the one whom dropping too early harms.
  var deafPercent: Int

  fileprivate init(using random: inout SplitMix64, founderCount: Int) {
    self.founderCount = founderCount
    tellPercent = [10, 20, 40, 60][random.below(4)]
    admitPerMille = [0, 0, 20, 80][random.below(4)]
    evictPerMille = [0, 0, 0, 0, 0, 20, 20, 80][random.below(8)]
    deafPercent = [0, 0, 70, 95][random.below(4)]
  }

  /// How many replicas there may come to be.
  fileprivate var replicaLimit: Int {
    founderCount + (admitPerMille > 0 ? Self.newcomerLimit : 0)
  }
}

extension SwarmProfile {
  /// The sizes that find wrong cuts soonest, where others are not asked for: with two founders a
  /// cut moves often, and one field meets itself most often.
  private static let usualFounders = 2...3
  private static let usualCalls = 10...60

  /// Draws a profile of a history in which members collect garbage.
  init(
    collectingUsing random: inout SplitMix64, replicas: ClosedRange<Int>, calls: ClosedRange<Int>,
    fields all: [HistoryField]
  ) {
    self.init(
      using: &random,
      replicas: replicas == ScriptGenerator.replicaLimits ? Self.usualFounders : replicas,
      calls: calls == ScriptGenerator.callLimits ? Self.usualCalls : calls, fields: all)
    let members = MemberProfile(using: &random, founderCount: replicaCount)
    let one = random.below(all.count)
    let others = random.chance(40) ? all.indices.filter { _ in random.chance(15) } : []
    fields = [one] + others
    keyCount = [1, 2, 2, 3, 5][random.below(5)]
    transactionLimit = [1, 1, 2, 4][random.below(4)]
    // Garbage is only dropped where all hear of all, twice over.
    syncPercent = random.within(30...85)
    if random.chance(50) { (reorders, dropPercent, partitionPerMille) = (false, 0, 0) }
    let (least, most) = (calls.lowerBound, calls.upperBound)
    callCount =
      calls == ScriptGenerator.callLimits
      ? random.within(Self.usualCalls) : random.within(least...most)
    let limit = members.replicaLimit
    skews = (0..<limit).map { skews[$0 % replicaCount] }
    replicaCount = limit
    self.members = members
  }
}
