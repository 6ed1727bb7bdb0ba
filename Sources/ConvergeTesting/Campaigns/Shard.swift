// SPDX-License-Identifier: Apache-2.0

/// A share of a campaign: every n-th of its histories.
///
/// Shard k of n has the histories whose place in the campaign, counted from 0, leaves k − 1 when
/// divided by n. So the n shards together are the whole campaign, each history once, and their
/// sizes differ by one at most.
package struct Shard: Sendable, Equatable {
  /// The most shards that a campaign is split into.
  package static let countLimit = 100_000
  /// The one shard that is everything.
  package static let whole = Shard(number: 1, of: 1)

  /// Which of the shards this is, from 1.
  package let number: Int
  /// How many shards there are.
  package let count: Int

  private init(number: Int, of count: Int) {
    self.number = number
    self.count = count
  }

  /// The shard that is written as `2/5`, or nil when that is none.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1] else { return nil }
    self.init(number, of: count)
  }

  /// The shard with a number among so many, or nil when there is none.
  package init?(_ number: Int, of count: Int) {
    guard (1...Self.countLimit).contains(count), (1...count).contains(number) else { return nil }
    self.init(number: number, of: count)
  }

  /// How many histories of a campaign of so many are in this shard.
  package func share(of total: Int) -> Int {
    total / count + (number <= total % count ? 1 : 0)
  }

  /// The seed of the shard's history at a position, in a campaign that begins with a seed.
  ///
  /// Seeds have 63 bits: histories hold them as integers with a sign, and the command line takes no
  /// negative ones. After the last comes 0.
  package func seed(at position: Int, from first: UInt64) -> UInt64 {
    let place = UInt64(truncatingIfNeeded: position) &* UInt64(count) &+ UInt64(number - 1)
    return (first &+ place) & UInt64(Int64.max)
  }
}

extension Shard: CustomStringConvertible {
  /// The shard as the command line takes it.
  package var description: String { "\(number)/\(count)" }
}
