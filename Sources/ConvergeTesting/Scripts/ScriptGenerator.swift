// SPDX-License-Identifier: Apache-2.0

/// Makes scripts from seeds: one seed, one script, for ever.
package struct ScriptGenerator: Sendable {
  /// The number of replicas to draw from.
  package var replicas: ClosedRange<Int>
  /// The number of calls to draw from.
  package var calls: ClosedRange<Int>
  /// The fields that a document may have.
  package var fields: [HistoryField]
  /// How often each of an app's actions is done, compared with the others; none where calls are
  /// made.
  var actionWeights: [Int] = []
  /// Of a hundred scripts, about how many declare members and collect garbage.
  package var collectingPercent = 0

  /// The numbers of replicas that can be asked for.
  package static let replicaLimits = 2...5
  /// The numbers of calls that can be asked for.
  package static let callLimits = 5...200

  /// One field of each kind, and of the kinds that hold members one with integers.
  package static let allFields = [
    HistoryField("tags", .set), HistoryField("numbers", .set),
    HistoryField("favorites", .orderedSet), HistoryField("ranks", .orderedSet),
    HistoryField("theme", .register), HistoryField("conflict", .multiValue),
    HistoryField("plays", .counter), HistoryField("muted", .flag), HistoryField("queue", .list),
    HistoryField("items", .records), HistoryField("shelf", .orderedRecords),
    HistoryField("note", .text), HistoryField("plans", .records, of: recordFields),
    HistoryField("board", .orderedRecords, of: recordFields),
  ]

  /// One field of each kind for records, of which two hold records themselves.
  static let recordFields = [
    HistoryField("title", .register), HistoryField("owners", .multiValue),
    HistoryField("votes", .counter), HistoryField("done", .flag), HistoryField("tags", .set),
    HistoryField("ranks", .orderedSet), HistoryField("steps", .list),
    HistoryField("note", .text), HistoryField("parts", .records, of: innermostFields),
    HistoryField("chapters", .orderedRecords, of: innermostFields),
  ]

  private static let innermostFields = [
    HistoryField("title", .register), HistoryField("votes", .counter),
    HistoryField("steps", .list),
  ]

  /// A generator for these sizes and fields.
  ///
  /// - Precondition: the ranges lie within their limits, and there is a field.
  package init(
    replicas: ClosedRange<Int> = replicaLimits, calls: ClosedRange<Int> = callLimits,
    fields: [HistoryField] = allFields, collectingPercent: Int = 0
  ) {
    precondition(!fields.isEmpty, "A document needs a field.")
    self.replicas = replicas
    self.calls = calls
    self.fields = fields
    self.collectingPercent = collectingPercent
  }

  /// Whether the script of a seed declares members.
  private func isCollecting(_ seed: UInt64) -> Bool {
    // Not the dice of the script itself: those of the others stay as they are.
    var random = SplitMix64(seed: ~seed)
    return random.chance(collectingPercent)
  }

  /// A generator of what an app does, whose actions weigh so much.
  init(replicas: ClosedRange<Int>, actions: ClosedRange<Int>, weights: [Int]) {
    self.replicas = replicas
    calls = actions
    fields = []
    actionWeights = weights
  }

  /// The script of a seed.
  package func script(seed: UInt64) -> Script {
    var random = SplitMix64(seed: seed)
    var profile =
      isCollecting(seed)
      ? SwarmProfile(collectingUsing: &random, replicas: replicas, calls: calls, fields: fields)
      : SwarmProfile(using: &random, replicas: replicas, calls: calls, fields: fields)
    if !actionWeights.isEmpty {
      profile.chooseActions(weighing: actionWeights, using: &random)
    }
    var composer = ScriptComposer(profile: profile, fields: fields, random: random)
    return Script(
      seed: seed, replicaCount: profile.replicaCount,
      founderCount: profile.members?.founderCount ?? 0, fields: fields,
      steps: composer.compose())
  }
}

/// Writes the steps of one script.
private struct ScriptComposer {
  let profile: SwarmProfile
  let fields: [HistoryField]
  var random: SplitMix64
  var network: SimulatedNetwork
  var steps: [ScriptStep] = []
  var callCount = 0
  var nextLabel = 0
  var evictionCount = 0
  var now: Int64 = 1_700_000_000_000
  var jumps: [Int64]

  init(profile: SwarmProfile, fields: [HistoryField], random: SplitMix64) {
    self.profile = profile
    self.fields = fields
    self.random = random
    network = SimulatedNetwork(
      replicaCount: profile.members?.founderCount ?? profile.replicaCount)
    jumps = Array(repeating: 0, count: profile.replicaCount)
  }

  mutating func compose() -> [ScriptStep] {
    // Both weights are positive, so the calls are always made in the end.
    while callCount < profile.callCount {
      if random.chance(profile.syncPercent) { travel() } else { edit() }
      if random.below(1000) < profile.partitionPerMille {
        network.togglePartition(using: &random)
      }
      if random.below(1000) < profile.restartPerMille {
        steps.append(.restart(anyReplica(), fromSnapshot: random.chance(50)))
      }
      if random.chance(profile.examinePercent) {
        steps.append(.examine(anyReplica(), isThorough: random.chance(3)))
      }
      if let members = profile.members { govern(members) }
    }
    return steps
  }

  /// Lets members acknowledge, collect, admit and evict.
  private mutating func govern(_ members: MemberProfile) {
    if random.chance(members.tellPercent) { say(.acknowledge, by: anyReplica()) }
    if random.chance(members.tellPercent) { steps.append(.collect(anyReplica())) }
    if random.below(1000) < members.admitPerMille, network.replicaCount < profile.replicaCount {
      let sponsor = anyReplica()
      say(.admit(fromSnapshot: random.chance(50)), by: sponsor)
      network.add(from: sponsor)
      if random.chance(30) { say(.admitAgain, by: anyReplica()) }
    }
    if random.below(1000) < members.evictPerMille, evictionCount < MemberProfile.evictionLimit {
      evictionCount += 1
      let (silent, author) = (anyReplica(), anyReplica())
      say(.evict(silent), by: author)
      // Two that evict each other, which chance alone brings seldom.
      if random.chance(30) { say(.evict(author), by: silent) }
    }
  }

  private mutating func say(_ action: MemberStep.Action, by replica: Int) {
    steps.append(
      .member(
        MemberStep(label: nextLabel, replica: replica, wall: wall(of: replica), action: action)))
    network.send(nextLabel, from: replica)
    nextLabel += 1
  }

  private mutating func travel() {
    if random.chance(profile.mergePercent) {
      let source = anyReplica()
      let target = anyReplica()
      let path = MergePath.allCases[random.below(MergePath.allCases.count)]
      if source != target, network.connects(source, target) {
        steps.append(.merge(from: source, to: target, by: path))
      }
    } else if let message = network.receive(profile, using: &random) {
      steps.append(
        .deliver(
          label: message.label, to: message.target,
          isEncoded: random.chance(profile.encodedPercent)))
    }
  }

  private mutating func edit() {
    let replica = anyReplica()
    guard profile.actions.isEmpty else { return act(replica) }
    let limit = min(profile.transactionLimit, profile.callCount - callCount)
    let calls = (0..<random.within(1...limit)).map { _ in call() }
    let edit = ScriptEdit(label: nextLabel, replica: replica, wall: wall(of: replica), calls: calls)
    nextLabel += 1
    if random.chance(2) {
      steps.append(.abandon(edit))
      return
    }
    callCount += calls.count
    steps.append(.edit(edit))
    network.send(edit.label, from: replica)
  }

  private mutating func act(_ replica: Int) {
    let action = ScriptAction(
      index: profile.actions[random.below(profile.actions.count)], seed: random.next())
    let edit = ScriptEdit(
      label: nextLabel, replica: replica, wall: wall(of: replica), action: action)
    nextLabel += 1
    if random.chance(2) {
      steps.append(.abandon(edit))
      return
    }
    callCount += 1
    steps.append(.edit(edit))
    network.send(edit.label, from: replica)
  }

  private mutating func call() -> ScriptCall {
    let field = profile.fields[random.below(profile.fields.count)]
    let choices = profile.choices[field]
    var call = ScriptCall(
      field: field, choice: choices[random.below(choices.count)], index: random.below(1000),
      extent: random.below(1000), key: random.below(profile.keyCount), value: random.below(40))
    if !fields[field].inner.isEmpty { enterRecords(of: fields[field], &call) }
    return call
  }

  /// Leads a call into records; one in four is about the map that it has come to.
  ///
  /// Keys are few, so that records are removed, made anew and written to by several at once.
  private mutating func enterRecords(of field: HistoryField, _ call: inout ScriptCall) {
    call.key = random.below(min(profile.keyCount, 3))
    var choices = profile.innerChoices[call.field]
    var inner = field.inner
    while !inner.isEmpty, random.chance(75) {
      let choice = choices[random.below(choices.count)]
      call.path += [random.below(min(profile.keyCount, 2)), choice]
      call.choice = random.below(60)
      inner = inner[choice].inner
      choices = Array(inner.indices)
    }
  }

  /// What a replica's clock reads: common time, its own error, and where it jumped to.
  private mutating func wall(of replica: Int) -> Int64 {
    now += Int64(random.below(profile.tickLimit + 1))
    guard random.below(1000) < profile.jumpPerMille else {
      return now + profile.skews[replica] + jumps[replica]
    }
    switch random.below(6) {
    case 0: jumps[replica] = -5000
    case 1: jumps[replica] = 3_600_000
    case 2: jumps[replica] = 0
    case 3: jumps[replica] = 2_400_000_000_000
    case 4: return -1
    default: return 1 << 48
    }
    return now + profile.skews[replica] + jumps[replica]
  }

  private mutating func anyReplica() -> Int { random.below(network.replicaCount) }
}
