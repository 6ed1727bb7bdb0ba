// SPDX-License-Identifier: Apache-2.0

/// The reports on shards of one campaign, put together.
struct JoinedShards<Counts: CampaignCounts> {
  private var command = ""
  private var campaign: [JSONMember] = []
  private var shardCount = 1
  /// The file that each shard is from, by its number.
  private var files: [Int: String] = [:]
  private var incomplete: [Int] = []
  private var counts = Counts()
  private var failureCount = 0
  private var failures: [JSONValue] = []
  private var seconds = 0.0

  /// Joins reports, each with the name of its file.
  init(_ files: [(name: String, json: JSONValue)]) throws(SummaryError) {
    for (name, json) in files { try add(json, from: name) }
  }

  /// The report on all of them.
  var report: CampaignReport<Counts> {
    CampaignReport(
      command: command, campaign: campaign, shard: missing.isEmpty ? .whole : nil,
      isComplete: gaps.isEmpty, counts: counts, failureCount: failureCount,
      failures: firstFailures, seconds: seconds)
  }

  /// What is missing for them to be the whole campaign, a sentence each.
  var gaps: [String] {
    let lists = [("missing", missing), ("not run to the end", incomplete.sorted())]
    return lists.filter { !$0.1.isEmpty }.map { words, shards in
      "\(words): shard\(shards.count > 1 ? "s" : "") "
        + shards.map(String.init).joined(separator: ", ") + " of \(shardCount)"
    }
  }

  private var missing: [Int] { (1...shardCount).filter { files[$0] == nil } }

  /// The first failure of each check, in the order in which one run had come upon them.
  private var firstFailures: [JSONValue] {
    let first = campaign.first { $0.name == "seed" }?.value.integer ?? 0
    func place(_ failure: JSONValue) -> UInt64 {
      UInt64(bitPattern: (failure["seed"]?.integer ?? 0) &- first) & UInt64(Int64.max)
    }
    var found: [FirstFailure] = []
    return failures.sorted { place($0) < place($1) }.filter { failure in
      let count = found.count
      FirstFailure(seed: place(failure), check: failure["check"]?.text ?? "").join(&found)
      return found.count > count
    }
  }

  // MARK: Adding

  private mutating func add(_ json: JSONValue, from file: String) throws(SummaryError) {
    func malformed(_ member: String) -> SummaryError { .malformed(file: file, member: member) }
    guard let command = json["command"]?.text else { throw malformed("command") }
    guard let shard = json["shard"]?.text.flatMap({ Shard($0) }) else { throw malformed("shard") }
    let extent = json["time"] == nil ? "count" : "time"
    let names = ["seed", "replicas", "ops", "fields", extent]
    var campaign: [JSONMember] = []
    for name in names {
      guard let value = json[name] else { throw malformed(name) }
      campaign.append(JSONMember(name, value))
    }
    if files.isEmpty {
      (self.command, self.campaign, shardCount) = (command, campaign, shard.count)
    }
    try compare(file, [JSONMember("command", .string(command))] + campaign, shard)
    if let other = files[shard.number] {
      throw .repeatedShard(shard.number, file: file, other: other)
    }
    files[shard.number] = file
    guard let counts = Counts(json) else { throw malformed("histories") }
    guard let failureCount = json["failures"]?.count else { throw malformed("failures") }
    guard let failures = json["shrunkFailures"]?.elements else { throw malformed("shrunkFailures") }
    guard case .bool(let isComplete)? = json["isComplete"] else { throw malformed("isComplete") }
    guard case .double(let seconds)? = json["seconds"] else { throw malformed("seconds") }
    self.counts += counts
    self.failureCount += failureCount
    self.failures += failures
    self.seconds += seconds
    if !isComplete { incomplete.append(shard.number) }
  }

  /// Throws the first option that differs from that of the first report.
  private func compare(
    _ file: String, _ members: [JSONMember], _ shard: Shard
  ) throws(SummaryError) {
    let expected =
      [JSONMember("command", .string(command))] + campaign
      + [JSONMember("shards", .integer(Int64(shardCount)))]
    let found = members + [JSONMember("shards", .integer(Int64(shard.count)))]
    for (expected, found) in zip(expected, found)
    where expected.name != found.name || expected.value != found.value {
      throw .otherCampaign(
        file: file, member: found.name, found: JSONWriter.compact(found.value),
        expected: JSONWriter.compact(expected.value))
    }
  }
}
