// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConvergeTesting

@Suite struct CampaignSummaryTests {
  private func files(_ count: Int) async throws -> [(name: String, json: JSONValue)] {
    var files: [(name: String, json: JSONValue)] = []
    for number in 1...count {
      let shard = try #require(Shard(number, of: count))
      files.append(("\(number).json", await PlantedFailures.some.report(shard).json))
    }
    return files
  }

  private func changed(_ json: JSONValue, _ name: String, _ value: JSONValue?) -> JSONValue {
    guard case .object(let members) = json else { return json }
    return .object(
      members.filter { $0.name != name } + (value.map { [JSONMember(name, $0)] } ?? []))
  }

  @Test(arguments: [1, 2, 3, 9, 80, 90])
  func `all shards joined are the report of the whole campaign`(count: Int) async throws {
    let whole = await PlantedFailures.some.report()
    let files = try await files(count)
    let summary = try CampaignSummary(files)
    #expect(summary.json == whole.json)
    #expect(summary.lines == whole.lines)
    #expect(summary.failureCount == 6)
    #expect(summary.gaps == [])
    // In any order.
    #expect(try CampaignSummary(files.reversed()).json == whole.json)
  }

  @Test func `missing and incomplete shards are named`() async throws {
    var files = try await files(5)
    files[2].json = changed(files[2].json, "isComplete", .bool(false))
    files.remove(at: 3)
    files.remove(at: 0)
    let summary = try CampaignSummary(files)
    #expect(
      summary.gaps == ["missing: shards 1, 4 of 5", "not run to the end: shard 3 of 5"])
    #expect(summary.json["isComplete"] == .bool(false))
    #expect(summary.json["shard"] == .null)
    #expect(summary.lines.contains("missing: shards 1, 4 of 5"))
  }

  @Test func `reports of other campaigns are refused, and the difference is named`() async throws {
    let files = try await files(2)
    func join(_ name: String, _ value: JSONValue) throws(SummaryError) {
      _ = try CampaignSummary([files[0], (files[1].name, changed(files[1].json, name, value))])
    }
    #expect(
      throws: SummaryError.otherCampaign(
        file: "2.json", member: "seed", found: "7", expected: "100")
    ) { try join("seed", .integer(7)) }
    #expect(
      throws: SummaryError.otherCampaign(
        file: "2.json", member: "count", found: "81", expected: "80")
    ) { try join("count", .integer(81)) }
    #expect(
      throws: SummaryError.otherCampaign(
        file: "2.json", member: "command", found: "\"collect\"", expected: "\"run\"")
    ) { try join("command", .string("collect")) }
    #expect(
      throws: SummaryError.otherCampaign(
        file: "2.json", member: "shards", found: "3", expected: "2")
    ) { try join("shard", .string("2/3")) }
    #expect(throws: SummaryError.repeatedShard(1, file: "2.json", other: "1.json")) {
      try join("shard", .string("1/2"))
    }
  }

  @Test func `each member of a report is asked for`() async throws {
    let file = try await files(1)[0]
    guard case .object(let members) = file.json else { return }
    // These two follow from others.
    for member in members where !["perSecond", "unreached"].contains(member.name) {
      #expect(throws: SummaryError.self, "without \(member.name)") {
        try CampaignSummary([(file.name, changed(file.json, member.name, nil))])
      }
    }
    for json in [JSONValue.null, .array([]), .object([])] {
      #expect(throws: SummaryError.malformed(file: "x", member: "command")) {
        try CampaignSummary([("x", json)])
      }
    }
  }

  @Test func `counts too great to be added are refused`() async throws {
    let file = try await files(1)[0]
    let json = changed(file.json, "operations", .integer(Int64.max))
    #expect(throws: SummaryError.self) { try CampaignSummary([(file.name, json)]) }
  }

  @Test func `histories that collect garbage are joined too`() async throws {
    var options = FuzzOptions()
    options.calls = 10...20
    options.collectsAlways = true
    options.extent = .count(6)
    var files: [(name: String, json: JSONValue)] = []
    for number in 1...2 {
      options.shard = try #require(Shard(number, of: 2))
      var state = CampaignState<RunCounts>()
      await Campaign(Fuzzer(generator: options.generator), seed: options.seed, shard: options.shard)
        .run(&state, to: options.end, jobs: 2)
      let report = CampaignReport(
        command: "collect", options: options, state: state, isComplete: true, failures: [])
      files.append(("\(number)", report.json))
    }
    let summary = try CampaignSummary(files)
    #expect(summary.json["histories"] == .integer(6))
    #expect(summary.json["collecting"] == .integer(6))
    #expect(summary.json["dropped"] != .integer(0))
    #expect(summary.gaps == [])
  }
}
