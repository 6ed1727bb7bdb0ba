// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

@Suite struct CampaignTests {
  private typealias State = CampaignState<RunCounts>

  @Test(arguments: [2, 3, 16])
  func `a campaign comes to the same whatever the number of jobs`(jobs: Int) async {
    let one = await PlantedFailures.some.report()
    let many = await PlantedFailures.some.report(jobs: jobs)
    #expect(one.json == many.json)
    #expect(one.failureCount == 6)
    #expect(one.failures.compactMap { $0["seed"]?.integer } == [107, 118, 125])
  }

  @Test func `real histories come to the same whatever the number of jobs`() async {
    let options = FuzzOptions()
    let campaign = Campaign(
      Fuzzer(generator: ScriptGenerator(replicas: 2...3, calls: 5...20)), seed: options.seed)
    var (one, many) = (State(), State())
    await campaign.run(&one, to: 12, jobs: 1)
    await campaign.run(&many, to: 12, jobs: 4)
    #expect(one == many)
    #expect(one.counts.operations > 0)
    #expect(one.failureCount == 0)
  }

  @Test(arguments: [1, 3], [0, 1, 17, 31, 79])
  func `a campaign that is stopped and goes on ends as one that is not`(
    jobs: Int, stop: Int
  ) async throws {
    let options = PlantedFailures.options()
    let campaign = Campaign(PlantedFailures.some, seed: options.seed)
    var whole = State()
    await campaign.run(&whole, to: options.end, jobs: jobs)
    var first = State()
    await campaign.run(&first, to: options.end, jobs: jobs, goesOn: { $0.position < stop })
    #expect(first.position == stop)
    // Through the file.
    let text = JSONWriter.indented(
      CampaignCheckpoint.json(first, command: "run", options: options))
    var second: State = try CampaignCheckpoint.state(
      JSONParser.parse(Array(text.utf8)), command: "run", options: options)
    #expect(second == first)
    await campaign.run(&second, to: options.end, jobs: jobs)
    #expect(second == whole)
  }

  @Test func `a run that ends with the first failure has those before it, whatever the jobs`()
    async
  {
    let campaign = Campaign(PlantedFailures.some, seed: 100)
    for jobs in [1, 4] {
      var state = State()
      await campaign.run(&state, to: 80, jobs: jobs, goesOn: { $0.failureCount == 0 })
      #expect(state.position == 8)
      #expect(state.firstFailures == [FirstFailure(seed: 107, check: "spec")])
    }
  }

  @Test func `each seed is announced once, before its history runs`() async {
    let seen = SeedList()
    var state = State()
    await Campaign(PlantedFailures.some, seed: 100).run(
      &state, to: 20, jobs: 3, willRun: { seen.add($0) })
    #expect(seen.seeds.sorted() == Array(100..<120))
  }
}

@Suite struct CampaignCheckpointTests {
  private func checkpoint(_ change: (inout FuzzOptions) -> Void = { _ in }) -> JSONValue {
    var options = PlantedFailures.options()
    change(&options)
    var state = CampaignState<RunCounts>()
    for seed in 100..<110 as Range<UInt64> {
      state.take(PlantedFailures.some.run(seed: seed), seed: seed)
    }
    return CampaignCheckpoint.json(state, command: "run", options: options)
  }

  private func open(
    _ json: JSONValue, command: String = "run"
  ) throws(CheckpointError) -> CampaignState<RunCounts> {
    try CampaignCheckpoint.state(json, command: command, options: PlantedFailures.options())
  }

  @Test func `a campaign may go on to another end`() throws {
    #expect(try open(checkpoint { $0.extent = .count(4_000) }).position == 10)
    #expect(try open(checkpoint { $0.extent = .seconds(9) }).position == 10)
  }

  @Test func `the checkpoint of another campaign is refused`() throws {
    #expect(throws: CheckpointError.otherCampaign("seed", found: "7", expected: "100")) {
      try open(checkpoint { $0.seed = 7 })
    }
    #expect(throws: CheckpointError.otherCampaign("ops", found: "[5,9]", expected: "[5,200]")) {
      try open(checkpoint { $0.calls = 5...9 })
    }
    let half = try #require(Shard("1/2"))
    #expect(
      throws: CheckpointError.otherCampaign("shard", found: "\"1/2\"", expected: "\"1/1\"")
    ) {
      try open(checkpoint { $0.shard = half })
    }
    #expect(
      throws: CheckpointError.otherCampaign(
        "command", found: "\"run\"", expected: "\"collect\"")
    ) {
      try open(checkpoint(), command: "collect")
    }
  }

  @Test func `a checkpoint past the end is refused`() {
    var options = PlantedFailures.options()
    options.extent = .count(9)
    #expect(throws: CheckpointError.tooFar(10, end: 9)) {
      let _: CampaignState<RunCounts> = try CampaignCheckpoint.state(
        checkpoint(), command: "run", options: options)
    }
  }

  @Test func `each member of a checkpoint is asked for, and what it holds is checked`() throws {
    guard case .object(let members) = checkpoint() else {
      Issue.record("not an object")
      return
    }
    for member in members {
      let rest = members.filter { $0.name != member.name }
      #expect(throws: CheckpointError.malformed(member.name)) { try open(.object(rest)) }
      let wrong = rest + [JSONMember(member.name, .bool(true))]
      #expect(throws: CheckpointError.self) { try open(.object(wrong)) }
    }
  }
}
