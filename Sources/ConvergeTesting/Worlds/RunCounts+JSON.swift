// SPDX-License-Identifier: Apache-2.0

extension RunCounts: CampaignCounts {
  /// The counts by name, in the order of reports.
  package var members: [JSONMember] {
    [
      JSONMember("histories", .integer(Int64(histories))),
      JSONMember("operations", .integer(Int64(operations))),
      JSONMember("deliveries", .integer(Int64(deliveries))),
      JSONMember("repeats", .integer(Int64(repeats))),
      JSONMember("waits", .integer(Int64(waits))),
      JSONMember("merges", .integer(Int64(merges))),
      JSONMember("checks", .integer(Int64(checks))),
    ]
  }

  /// The counts that a report holds, or nil where one is missing.
  package init?(_ json: JSONValue) {
    guard let histories = json["histories"]?.count, let operations = json["operations"]?.count,
      let deliveries = json["deliveries"]?.count, let repeats = json["repeats"]?.count,
      let waits = json["waits"]?.count, let merges = json["merges"]?.count,
      let checks = json["checks"]?.count
    else { return nil }
    self.histories = histories
    self.operations = operations
    self.deliveries = deliveries
    self.repeats = repeats
    self.waits = waits
    self.merges = merges
    self.checks = checks
  }
}
