// SPDX-License-Identifier: Apache-2.0

/// The dice of one history: every seed gets other ones, so that rare conditions come in bulk.
///
/// Groce et al., "Swarm Testing", ISSTA 2012, https://doi.org/10.1145/2338965.2336763: a random
/// subset of features per run finds more than all of them in every run.
struct SwarmProfile {
  /// The number of replicas, those admitted on the way among them.
  var replicaCount: Int
  /// The number of calls to make.
  var callCount: Int
  /// The fields that are called, as indices.
  var fields: [Int]
  /// For each field, which of its calls are made.
  var choices: [[Int]]
  /// For each field, which fields of its records are called.
  var innerChoices: [[Int]]
  /// Which of the app's actions are done, each as often as it weighs; none where calls are made.
  var actions: [Int] = []
  /// The number of different keys and members.
  var keyCount: Int
  /// The most calls in one transaction.
  var transactionLimit: Int
  /// How often, of a hundred steps, something travels instead of being edited.
  var syncPercent: Int
  /// Of a hundred things that travel, how many are whole states.
  var mergePercent: Int
  /// Of a hundred deliveries, how many come again later.
  var repeatPercent: Int
  /// Of a hundred deliveries, how many are lost first and sent again much later.
  var dropPercent: Int
  /// Whether messages overtake each other.
  var reorders: Bool
  /// Of a hundred messages, how many travel as bytes.
  var encodedPercent: Int
  /// Of a thousand steps, how many restart a replica.
  var restartPerMille: Int
  /// Of a thousand steps, how many begin or end a partition.
  var partitionPerMille: Int
  /// Of a hundred steps, how many examine a replica.
  var examinePercent: Int
  /// Each replica's clock error in milliseconds.
  var skews: [Int64]
  /// The most by which the clock advances in a step, in milliseconds; 0 gives equal milliseconds.
  var tickLimit: Int
  /// Of a thousand steps, how many make a clock jump.
  var jumpPerMille: Int
  /// What members do; nil where none are declared.
  var members: MemberProfile?

  /// Draws a profile.
  init(
    using random: inout SplitMix64, replicas: ClosedRange<Int>, calls: ClosedRange<Int>,
    fields all: [HistoryField]
  ) {
    replicaCount = random.within(replicas)
    // Squaring favours short histories, which are quick and show most faults.
    let span = calls.upperBound - calls.lowerBound
    let draw = random.below(1000)
    callCount = calls.lowerBound + span * draw * draw / 998_001
    let isMixed = random.chance(50)
    // A third of the histories have records in records: these cost most.
    let chosen = all.indices.filter { index in
      random.chance(isMixed && all[index].inner.isEmpty ? 50 : 20)
    }
    fields = chosen.isEmpty && !all.isEmpty ? [random.below(all.count)] : chosen
    choices = all.map { field in
      let count = Self.choiceCount(field.kind)
      var subset = Self.subset(of: count, percent: 80, using: &random)
      // Without its first call, most datatypes stay empty.
      if subset.first != 0 { subset.insert(0, at: 0) }
      return subset
    }
    innerChoices = all.map { field in
      // One or two of ten meet themselves often, more of them meet each other.
      let percent = [5, 5, 15, 40][random.below(4)]
      let subset = Self.subset(of: field.inner.count, percent: percent, using: &random)
      return subset.isEmpty && !field.inner.isEmpty ? [random.below(field.inner.count)] : subset
    }
    keyCount = [1, 2, 2, 3, 5, 12][random.below(6)]
    transactionLimit = [1, 1, 2, 3, 6][random.below(5)]
    syncPercent = random.within(10...75)
    mergePercent = [0, 5, 15, 40][random.below(4)]
    repeatPercent = [0, 10, 30][random.below(3)]
    dropPercent = [0, 10, 30][random.below(3)]
    reorders = random.chance(70)
    encodedPercent = [0, 20, 100][random.below(3)]
    restartPerMille = [0, 0, 10, 40][random.below(4)]
    partitionPerMille = [0, 0, 20, 60][random.below(4)]
    examinePercent = [2, 4, 8][random.below(3)]
    let skewLimit = [0, 0, 5, 2000, 3_600_000][random.below(5)]
    skews = (0..<replicaCount).map { _ in Int64(random.within(-skewLimit...skewLimit)) }
    tickLimit = [0, 1, 2, 50, 5000][random.below(5)]
    jumpPerMille = [0, 0, 20, 100][random.below(4)]
  }

  /// Chooses some of an app's actions, each as often as it weighs.
  mutating func chooseActions(weighing weights: [Int], using random: inout SplitMix64) {
    let percent = [60, 80, 100][random.below(3)]
    var chosen = weights.indices.filter { _ in random.chance(percent) }
    if chosen.isEmpty, !weights.isEmpty { chosen = [random.below(weights.count)] }
    actions = chosen.flatMap { Array(repeating: $0, count: weights[$0]) }
  }

  /// Of a hundred numbers below a count, about so many.
  private static func subset(
    of count: Int, percent: Int, using random: inout SplitMix64
  ) -> [Int] {
    var subset: [Int] = []
    // One more than there can be: what is missing may be put before them.
    if count > 0 { subset.reserveCapacity(count + 1) }
    for number in 0..<count where random.chance(percent) { subset.append(number) }
    return subset
  }

  /// How many numbers `CallResolver` tells apart for a datatype's calls.
  private static func choiceCount(_ kind: DatatypeKind) -> Int {
    switch kind {
    case .register, .multiValue, .counter: 1
    case .flag, .set: 2
    case .orderedSet, .records, .text: 3
    case .orderedRecords: 4
    case .list: 5
    }
  }
}
