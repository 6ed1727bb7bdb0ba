// SPDX-License-Identifier: Apache-2.0

import Converge
import ConvergeTesting

/// SET: an add-wins set as a bare value, without a document: what an app keeps in its own model.
struct SetWorkload {
  private typealias Members = StandaloneORSet<String>

  private static let insertCount = 100_000
  private static let halfCount = 50_000
  private static let changeCount = 10

  func run(in session: inout BenchSession) throws {
    measureInserts(in: &session)
    measureMerge(in: &session)
    try measureChanges(in: &session)
  }

  private static func element(_ number: Int) -> String { "element-" + number.digits(6) }

  private static func elements(_ range: Range<Int>) -> [String] { range.map(element) }

  /// A set of some elements, as a replica made it.
  private static func members(_ range: Range<Int>, by number: Int) -> Members {
    var set = Members(replica: ReplicaGroup.replica(number))
    for element in elements(range) { set.insert(element) }
    return set
  }

  private func isRight(_ set: Members, _ range: Range<Int>) -> BenchRecord.Fact {
    ("ok", .bool(set.elements == Self.elements(range)))
  }

  private func measureInserts(in session: inout BenchSession) {
    let elements = Self.elements(0..<Self.insertCount)
    let inserting = session.stopwatch.time(
      on: { Members(replica: ReplicaGroup.replica(0)) },
      { set in for element in elements { set.insert(element) } })
    session.add(
      "SET", "100k inserts", inserting.timing, operations: elements.count,
      [isRight(inserting.state, 0..<Self.insertCount)])
  }

  /// Two replicas that share nothing yet: each has what the other lacks, so all of it travels.
  private func measureMerge(in session: inout BenchSession) {
    let half = Self.halfCount
    let other = Self.members(half..<2 * half, by: 1)
    let merging = session.stopwatch.time(
      on: { Self.members(0..<half, by: 0) }, { $0.merge(other) })
    session.add(
      "SET", "merge of two sets of 50k", merging.timing, operations: 2 * half,
      [isRight(merging.state, 0..<2 * half)])
  }

  /// What a replica has done since it was forked, as a delta.
  private func measureChanges(in session: inout BenchSession) throws {
    let count = Self.halfCount
    let delta = {
      let first = Self.members(0..<count, by: 0)
      var second = first.fork(as: ReplicaGroup.replica(1))
      for number in count..<count + Self.changeCount { second.insert(Self.element(number)) }
      return second.delta(since: first.versionVector)
    }()
    let merging = try session.stopwatch.time(
      on: { Self.members(0..<count, by: 0) }, { try $0.merge(delta) })
    session.add(
      "SET", "ten changes into a set of 50k", merging.timing, operations: Self.changeCount,
      [isRight(merging.state, 0..<count + Self.changeCount)])
  }
}
