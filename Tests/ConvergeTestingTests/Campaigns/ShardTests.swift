// SPDX-License-Identifier: Apache-2.0

import ConvergeTesting
import Testing

@Suite struct ShardTests {
  @Test(arguments: [1, 2, 3, 7, 20], [0, 1, 5, 20, 101])
  func `the shards of a campaign are its histories, each once`(count: Int, total: Int) throws {
    var seeds: [UInt64] = []
    for number in 1...count {
      let shard = try #require(Shard(number, of: count))
      seeds += (0..<shard.share(of: total)).map { shard.seed(at: $0, from: 40) }
    }
    #expect(seeds.sorted() == (0..<total).map { 40 + UInt64($0) })
  }

  @Test func `a shard takes every n-th history`() throws {
    let shard = try #require(Shard("2/3"))
    #expect((0..<3).map { shard.seed(at: $0, from: 10) } == [11, 14, 17])
    #expect(shard.description == "2/3")
  }

  @Test func `after the greatest seed comes 0`() throws {
    let last = UInt64(Int64.max)
    #expect((0..<3).map { Shard.whole.seed(at: $0, from: last - 1) } == [last - 1, last, 0])
  }

  @Test(arguments: ["", "1", "0/2", "3/2", "1/0", "1/2/3", "a/b", "-1/2", "1/100001"])
  func `what names no shard is none`(text: String) {
    #expect(Shard(text) == nil)
  }
}
