// SPDX-License-Identifier: Apache-2.0

/// Makes such histories from seeds: one seed, one history, for ever.
package struct GarbageComposer {
  private let fields: [HistoryField]
  private let founders: ClosedRange<Int>
  private let calls: ClosedRange<Int>
  private var random: SplitMix64
  private var steps: [GarbageStep] = []
  private var underWay: [(label: Int, to: Int)] = []
  private var replicaCount = 0
  private var nextLabel = 0
  private var callCount = 0
  /// How often what is sent to the last replica does not arrive yet: who knows least of what
  /// others know is the one whom dropping too early harms.
  private var deafPercent = 0
  private var now: Int64 = 1_700_000_000_000

  /// Makes the history of a seed.
  package static func script(
    seed: UInt64, founders: ClosedRange<Int>, calls: ClosedRange<Int>, fields: [HistoryField]
  ) -> GarbageScript {
    var composer = GarbageComposer(
      fields: fields, founders: founders, calls: calls, random: SplitMix64(seed: seed))
    return composer.compose(seed)
  }

  private init(
    fields: [HistoryField], founders: ClosedRange<Int>, calls: ClosedRange<Int>,
    random: SplitMix64
  ) {
    self.fields = fields
    self.founders = founders
    self.calls = calls
    self.random = random
  }

  private mutating func compose(_ seed: UInt64) -> GarbageScript {
    let founderCount = random.within(founders)
    replicaCount = founderCount
    let chosen = chosenFields()
    let goal = random.within(calls)
    let keyCount = [1, 2, 2, 3, 5][random.below(5)]
    let syncPercent = random.within(20...70)
    let mergePercent = [0, 0, 5, 20][random.below(4)]
    let tellPercent = [5, 10, 20, 40][random.below(4)]
    let joinPerMille = [0, 0, 20, 80][random.below(4)]
    deafPercent = [0, 0, 70, 95][random.below(4)]
    let restartPerMille = [0, 10, 40][random.below(3)]
    while callCount < goal {
      if random.chance(syncPercent) {
        travel(mergePercent)
      } else {
        edit(chosen, keyCount)
      }
      if random.chance(tellPercent) { tell() }
      if random.chance(tellPercent) { steps.append(.collect(anyReplica())) }
      if random.below(1000) < restartPerMille { steps.append(.restart(anyReplica())) }
      if random.below(1000) < joinPerMille, replicaCount < founderCount + 2 { join() }
    }
    return GarbageScript(seed: seed, founderCount: founderCount, fields: fields, steps: steps)
  }

  /// One field, or a few: one meets itself most often.
  private mutating func chosenFields() -> [Int] {
    let one = random.below(fields.count)
    guard random.chance(40) else { return [one] }
    return [one] + fields.indices.filter { _ in random.chance(15) }
  }

  private mutating func travel(_ mergePercent: Int) {
    if random.chance(mergePercent) {
      let path = MergePath.allCases[random.below(MergePath.allCases.count)]
      steps.append(.merge(from: anyReplica(), to: anyReplica(), by: path))
      return
    }
    guard !underWay.isEmpty else { return }
    // Mostly in order, at times any; one in eight comes again.
    let place = random.chance(70) ? 0 : random.below(underWay.count)
    let message = underWay[place]
    if message.to == replicaCount - 1, random.chance(deafPercent) {
      underWay.append(underWay.remove(at: place))
      return
    }
    if !random.chance(12) { underWay.remove(at: place) }
    steps.append(.deliver(label: message.label, to: message.to))
  }

  private mutating func edit(_ chosen: [Int], _ keyCount: Int) {
    now += Int64([0, 1, 1, 50][random.below(4)])
    let replica = anyReplica()
    var made: [ScriptCall] = []
    for _ in 0..<random.within(1...[1, 1, 2, 4][random.below(4)]) {
      made.append(call(chosen[random.below(chosen.count)], keyCount))
    }
    callCount += made.count
    let skew = Int64(replica * [0, 0, 3][random.below(3)])
    steps.append(
      .edit(ScriptEdit(label: nextLabel, replica: replica, wall: now + skew, calls: made)))
    send(from: replica)
  }

  private mutating func call(_ field: Int, _ keyCount: Int) -> ScriptCall {
    var call = ScriptCall(
      field: field, choice: random.below(60), index: random.below(1000),
      extent: random.below(1000), key: random.below(keyCount), value: random.below(40))
    var inner = fields[field].inner
    while !inner.isEmpty, random.chance(75) {
      let choice = random.below(inner.count)
      call.path += [random.below(2), choice]
      inner = inner[choice].inner
    }
    return call
  }

  private mutating func tell() {
    let replica = anyReplica()
    steps.append(.acknowledge(label: nextLabel, replica: replica))
    send(from: replica)
  }

  private mutating func join() {
    let sponsor = anyReplica()
    steps.append(.admit(label: nextLabel, sponsor: sponsor, fromSnapshot: random.chance(50)))
    send(from: sponsor)
    if random.chance(30) {
      let other = anyReplica()
      steps.append(.admitAgain(label: nextLabel, sponsor: other))
      send(from: other)
    }
    replicaCount += 1
  }

  private mutating func send(from replica: Int) {
    for other in 0..<replicaCount where other != replica {
      underWay.append((nextLabel, other))
    }
    nextLabel += 1
  }

  private mutating func anyReplica() -> Int { random.below(replicaCount) }
}
