// SPDX-License-Identifier: Apache-2.0

extension RunCounts: CampaignCounts {
  /// The counts by name, in the order of reports.
  package var members: [JSONMember] {
    [
      number("histories", histories), number("operations", operations),
      number("deliveries", deliveries), number("repeats", repeats), number("waits", waits),
      number("merges", merges), number("restarts", restarts), number("abandons", abandons),
      number("collecting", collecting), number("admissions", admissions),
      number("evictions", evictions), number("dropped", dropped),
      number("checks", checks), JSONMember("calls", calls.json),
      JSONMember("mergePaths", mergePaths.json), JSONMember("checkIDs", checkIDs.json),
      JSONMember("markers", markers.json),
      JSONMember("historySizes", historySizes.json), JSONMember("concurrency", concurrency.json),
    ]
  }

  /// The counts that a report holds, or nil where one is missing or a sum is wrong.
  package init?(_ json: JSONValue) {
    guard let histories = json["histories"]?.count, let operations = json["operations"]?.count,
      let deliveries = json["deliveries"]?.count, let repeats = json["repeats"]?.count,
      let waits = json["waits"]?.count, let restarts = json["restarts"]?.count,
      let abandons = json["abandons"]?.count, let merges = json["merges"]?.count,
      let collecting = json["collecting"]?.count, let admissions = json["admissions"]?.count,
      let evictions = json["evictions"]?.count, let dropped = json["dropped"]?.count,
      let checks = json["checks"]?.count, let calls = json["calls"],
      let mergePaths = json["mergePaths"], let checkIDs = json["checkIDs"],
      let markers = json["markers"],
      let historySizes = json["historySizes"], let concurrency = json["concurrency"]
    else { return nil }
    self.histories = histories
    self.operations = operations
    self.deliveries = deliveries
    self.repeats = repeats
    self.waits = waits
    self.restarts = restarts
    self.abandons = abandons
    self.collecting = collecting
    self.admissions = admissions
    self.evictions = evictions
    self.dropped = dropped
    self.calls = Tally(calls)
    self.mergePaths = Tally(mergePaths)
    self.checkIDs = Tally(checkIDs)
    self.markers = Tally(markers)
    self.historySizes = Histogram(historySizes)
    self.concurrency = Histogram(concurrency)
    guard merges == self.merges, checks == self.checks else { return nil }
  }

  private func number(_ name: String, _ value: Int) -> JSONMember {
    JSONMember(name, .integer(Int64(value)))
  }
}
