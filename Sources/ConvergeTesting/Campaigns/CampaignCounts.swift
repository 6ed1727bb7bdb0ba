// SPDX-License-Identifier: Apache-2.0

/// What histories have done, in numbers that add up and that reports hold by name.
package protocol CampaignCounts: Sendable, Equatable {
  /// Nothing done yet.
  init()
  /// Reads the counts among a report's members, or nil where one is missing or no count.
  init?(_ json: JSONValue)
  /// The counts by name.
  var members: [JSONMember] { get }
  /// How many histories were run.
  var histories: Int { get }
  /// What the histories have come by.
  var markers: Tally<Marker> { get }
  /// Adds what others have done.
  static func += (left: inout Self, right: Self)
}

extension JSONValue {
  /// The greatest count that is read: as many as there may be shards add up without overflow.
  private static let countLimit: Int64 = 1 << 45

  /// The number when this is a count, or nil.
  var count: Int? {
    guard let integer, (0...Self.countLimit).contains(integer) else { return nil }
    return Int(exactly: integer)
  }
}
