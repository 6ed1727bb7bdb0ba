// SPDX-License-Identifier: Apache-2.0

/// Something that is counted by name: the names are stable, and reports use them.
package protocol Tallied: CaseIterable, Sendable {
  /// The place among all cases, from 0.
  var ordinal: Int { get }
  /// What reports call it.
  var tallyName: String { get }
}

/// How often each of a fixed list of things was seen.
package struct Tally<Thing: Tallied>: Sendable, Equatable {
  private var counts = Array(repeating: 0, count: Thing.allCases.count)

  /// Nothing seen yet.
  package init() {}

  /// How often one thing was seen.
  package subscript(thing: Thing) -> Int { counts[thing.ordinal] }

  /// How often anything was seen.
  package var total: Int { counts.reduce(0, +) }

  /// Every thing with how often it was seen, in the order of the cases.
  package var entries: [(name: String, count: Int)] {
    Thing.allCases.map { ($0.tallyName, self[$0]) }
  }

  /// Counts a thing.
  package mutating func add(_ thing: Thing, _ count: Int = 1) {
    counts[thing.ordinal] += count
  }

  /// Adds what another tally has counted.
  package static func += (left: inout Tally, right: Tally) {
    for index in left.counts.indices { left.counts[index] += right.counts[index] }
  }

  /// The counts by name, as a report in JSON holds them.
  package var json: JSONValue {
    .object(entries.map { JSONMember($0.name, .integer(Int64($0.count))) })
  }

  /// The counts that a report in JSON holds; a name that it lacks was never seen.
  package init(_ json: JSONValue) {
    for thing in Thing.allCases {
      if let count = json[thing.tallyName]?.count { add(thing, count) }
    }
  }
}

extension CheckID: Tallied {
  /// The place among all cases.
  package var ordinal: Int {
    switch self {
    case .spec: 0
    case .convergence: 1
    case .bytes: 2
    case .laws: 3
    case .paths: 4
    case .redelivery: 5
    case .codec: 6
    case .clock: 7
    case .intent: 8
    case .outcome: 9
    case .rollback: 10
    case .quiescence: 11
    case .invariants: 12
    case .garbage: 13
    case .members: 14
    case .rule: 15
    case .action: 16
    }
  }

  /// The check's id.
  package var tallyName: String { rawValue }
}

extension MergePath: Tallied {
  /// The place among all cases.
  package var ordinal: Int {
    switch self {
    case .document: 0
    case .state: 1
    case .snapshot: 2
    case .delta: 3
    }
  }

  /// The path's name.
  package var tallyName: String { rawValue }
}
