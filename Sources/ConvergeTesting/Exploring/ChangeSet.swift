// SPDX-License-Identifier: Apache-2.0

/// A set of the changes of one explored history, by their places in it.
struct ChangeSet: Hashable, Sendable {
  /// The most changes that a history may have: a set is a small index into tables.
  static let limit = 8

  private(set) var bits: UInt8

  /// No change.
  static let none = ChangeSet(bits: 0)

  /// The first so many changes.
  static func first(_ count: Int) -> ChangeSet { ChangeSet(bits: UInt8((1 << count) - 1)) }

  /// One change.
  static func only(_ change: Int) -> ChangeSet { ChangeSet(bits: 1 << UInt8(change)) }

  /// All sets of the first so many changes; a set comes after those within it.
  static func all(ofFirst count: Int) -> some Sequence<ChangeSet> {
    (0..<1 << count).lazy.map { ChangeSet(bits: UInt8($0)) }
  }

  /// The set's place in a table of all sets.
  var index: Int { Int(bits) }

  var count: Int { bits.nonzeroBitCount }

  /// The change that stands last in the history; nil when there is none.
  var last: Int? { bits == 0 ? nil : 7 - bits.leadingZeroBitCount }

  func contains(_ change: Int) -> Bool { bits & 1 << UInt8(change) != 0 }

  func isSubset(of other: ChangeSet) -> Bool { bits & ~other.bits == 0 }

  func inserting(_ change: Int) -> ChangeSet { union(.only(change)) }

  func removing(_ change: Int) -> ChangeSet { subtracting(.only(change)) }

  func union(_ other: ChangeSet) -> ChangeSet { ChangeSet(bits: bits | other.bits) }

  func intersection(_ other: ChangeSet) -> ChangeSet { ChangeSet(bits: bits & other.bits) }

  func subtracting(_ other: ChangeSet) -> ChangeSet { ChangeSet(bits: bits & ~other.bits) }

  /// The changes, in the history's order.
  var changes: [Int] { (0..<8).filter { contains($0) } }
}
