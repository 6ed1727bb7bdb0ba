// SPDX-License-Identifier: Apache-2.0

extension GarbageCounts: CampaignCounts {
  /// The counts by name, in the order of reports.
  package var members: [JSONMember] {
    [
      JSONMember("histories", .integer(Int64(histories))),
      JSONMember("operations", .integer(Int64(operations))),
      JSONMember("deliveries", .integer(Int64(deliveries))),
      JSONMember("merges", .integer(Int64(merges))),
      JSONMember("joins", .integer(Int64(joins))),
      JSONMember("slots", .integer(Int64(slots))),
      JSONMember("elements", .integer(Int64(elements))),
      JSONMember("records", .integer(Int64(records))),
      JSONMember("changes", .integer(Int64(changes))),
      JSONMember("deadSlots", .integer(Int64(deadSlots))),
    ]
  }

  /// The counts that a report holds, or nil where one is missing.
  package init?(_ json: JSONValue) {
    guard let histories = json["histories"]?.count, let operations = json["operations"]?.count,
      let deliveries = json["deliveries"]?.count, let merges = json["merges"]?.count,
      let joins = json["joins"]?.count, let slots = json["slots"]?.count,
      let elements = json["elements"]?.count, let records = json["records"]?.count,
      let changes = json["changes"]?.count, let deadSlots = json["deadSlots"]?.count
    else { return nil }
    self.histories = histories
    self.operations = operations
    self.deliveries = deliveries
    self.merges = merges
    self.joins = joins
    self.slots = slots
    self.elements = elements
    self.records = records
    self.changes = changes
    self.deadSlots = deadSlots
  }
}
