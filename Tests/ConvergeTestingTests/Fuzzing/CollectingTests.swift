// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

/// Histories with members: the same scripts, world, checks and shrinker as all others.
@Suite struct CollectingTests {
  @Test(arguments: [UInt64(1), 1_000, 103_448])
  func `collecting never changes what is shown`(seed: UInt64) async {
    var options = FuzzOptions()
    options.collectsAlways = true
    options.calls = 10...40
    var state = CampaignState<RunCounts>()
    let campaign = Campaign(Fuzzer(generator: options.generator), seed: seed)
    await campaign.run(&state, to: 12, jobs: 1)
    #expect(state.failureCount == 0, "\(state.firstFailures)")
    #expect(state.counts.collecting == 12)
    #expect(state.counts.dropped > 0)
  }

  @Test func `what an evicted replica still edits is promised nothing`() {
    var options = FuzzOptions()
    options.collectsAlways = true
    // B evicts A and drops a place, on which A, who takes that in, then hangs a record.
    let result = ScriptRun.run(options.generator.script(seed: 92_376))
    #expect(result.failure == nil)
    #expect(result.counts.evictions > 0)
  }

  @Test func `a newcomer of whom only an evicted replica has heard is promised nothing`() {
    let wall: Int64 = 1_700_000_000_000
    func edit(_ label: Int, _ replica: Int, _ choice: Int) -> ScriptStep {
      let call = ScriptCall(field: 0, choice: choice, key: 1)
      return .edit(ScriptEdit(label: label, replica: replica, wall: wall, calls: [call]))
    }
    func member(_ label: Int, _ replica: Int, _ action: MemberStep.Action) -> ScriptStep {
      .member(MemberStep(label: label, replica: replica, wall: wall, action: action))
    }
    // A evicts B, removes what B had inserted, and drops it. B, who knows nothing of that, inserts
    // it again and admits C, who then takes in what A has.
    let script = Script(
      seed: 1, replicaCount: 3, founderCount: 2, fields: [HistoryField("ranks", .orderedSet)],
      steps: [
        edit(0, 1, 0), .deliver(label: 0, to: 0, isEncoded: false), member(1, 0, .evict(1)),
        edit(2, 0, 1), member(3, 0, .acknowledge), .collect(0), edit(4, 1, 0),
        member(5, 1, .admit(fromSnapshot: false)), .merge(from: 0, to: 2, by: .document),
      ])
    let result = ScriptRun.run(script)
    #expect(result.failure == nil)
    #expect(result.counts.evictions == 1 && result.counts.admissions == 1)
  }

  @Test func `about three of a hundred histories of a plain run collect garbage`() {
    let generator = FuzzOptions().generator
    let collecting = (1...1_000).count { generator.script(seed: UInt64($0)).hasMembers }
    #expect((15...50).contains(collecting))
  }

  @Test func `histories admit and evict, and newcomers are replicas like others`() {
    let generator = {
      var options = FuzzOptions()
      options.collectsAlways = true
      return options.generator
    }()
    var counts = RunCounts()
    for seed in 1...40 as ClosedRange<UInt64> {
      let script = generator.script(seed: seed)
      #expect(script == generator.script(seed: seed))
      #expect((2...3).contains(script.founderCount))
      counts += ScriptRun.run(script).counts
    }
    #expect(counts.admissions > 0)
    #expect(counts.evictions > 0)
  }

  @Test func `without members, what is said about them is passed over`() {
    let steps: [ScriptStep] = [
      .member(MemberStep(label: 0, replica: 0, wall: 1, action: .acknowledge)),
      .member(MemberStep(label: 1, replica: 0, wall: 1, action: .admit(fromSnapshot: true))),
      .member(MemberStep(label: 2, replica: 1, wall: 1, action: .evict(0))), .collect(0),
      .deliver(label: 0, to: 1, isEncoded: false),
    ]
    let script = Script(
      seed: 1, replicaCount: 2, fields: [HistoryField("note", .text)], steps: steps)
    let result = ScriptRun.run(script)
    #expect(result.failure == nil)
    #expect(result.counts.deliveries == 0)
  }

  @Test func `a founder or a newcomer can be taken out of a script`() {
    let field = HistoryField("note", .text)
    func member(_ label: Int, _ replica: Int, _ action: MemberStep.Action) -> ScriptStep {
      .member(MemberStep(label: label, replica: replica, wall: 1, action: action))
    }
    let script = Script(
      seed: 1, replicaCount: 4, founderCount: 2, fields: [field],
      steps: [
        member(0, 0, .admit(fromSnapshot: false)), member(1, 1, .admit(fromSnapshot: true)),
        member(2, 3, .evict(2)), .collect(3),
      ])
    let withoutNewcomer = script.dropping(replica: 2)
    #expect(withoutNewcomer.founderCount == 2)
    #expect(withoutNewcomer.steps == [member(1, 1, .admit(fromSnapshot: true)), .collect(2)])
    let withoutFounder = script.dropping(replica: 0)
    #expect(withoutFounder.founderCount == 1)
    #expect(
      withoutFounder.steps == [
        member(1, 0, .admit(fromSnapshot: true)), member(2, 2, .evict(1)), .collect(2),
      ])
  }
}
