// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// Replicas of one sequence, each a `SlotTree` and a naive tree side by side.
struct SlotTreeWorld {
  /// Slots inserted one after another by one replica.
  struct Insert {
    var author: Int
    var first: UInt64
    var length: Int
    var parent: Dot?
    var side: Side
    /// How many inserts of each replica the author had applied.
    var seen: [Int]
  }

  struct Replica {
    var tree = SlotTree()
    var naive = NaiveFugue()
    /// The numbers of the replicas, in the order of first mention here.
    var table = ReplicaTable()
    /// The slot of each content number.
    var contents: [Dot] = []
    var applied: [Int]
  }

  let ids: [ReplicaID]
  var replicas: [Replica]
  var inserts: [[Insert]]
  var counters: [UInt64]
  var random: ValueGenerator

  init(_ count: Int, seed: UInt64) {
    var random = ValueGenerator(seed: seed)
    ids = (0..<count).map { _ in ReplicaID.random(using: &random) }
    replicas = Array(repeating: Replica(applied: Array(repeating: 0, count: count)), count: count)
    inserts = Array(repeating: [], count: count)
    counters = Array(repeating: 0, count: count)
    self.random = random
  }

  /// Inserts slots at a position of what a replica shows.
  mutating func insert(_ length: Int, at position: Int, by author: Int) {
    let replica = replicas[author]
    let (parent, side) = replica.naive.placement(at: position)
    let placement = replica.tree.placement(at: position)
    #expect(placement.side == side && replica.dot(placement.parent) == parent)
    inserts[author].append(
      Insert(
        author: author, first: counters[author] + 1, length: length, parent: parent, side: side,
        seen: replica.applied))
    counters[author] += UInt64(length)
    apply(inserts[author][inserts[author].count - 1], at: author)
    let first = counters[author] - UInt64(length - 1)
    #expect(replicas[author].naive.visible[position].counter == first)
  }

  /// Lets a replica take in one insert that is ready, if there is one.
  @discardableResult
  mutating func deliver(to reader: Int) -> Bool {
    let ready = inserts.indices.filter { author in
      let next = replicas[reader].applied[author]
      guard next < inserts[author].count else { return false }
      return zip(inserts[author][next].seen, replicas[reader].applied).allSatisfy { $0 <= $1 }
    }
    guard !ready.isEmpty else { return false }
    let author = ready[random.number(below: ready.count)]
    apply(inserts[author][replicas[reader].applied[author]], at: reader)
    return true
  }

  private mutating func apply(_ insert: Insert, at reader: Int) {
    var replica = replicas[reader]
    let number = replica.table.insert(ids[insert.author])
    let parent = insert.parent.map {
      LocalDot(replica: replica.table.insert($0.replica), counter: $0.counter)
    }
    let isHung = replica.tree.insert(
      LocalDot(replica: number, counter: insert.first), length: insert.length,
      at: Placement(parent: parent ?? .none, side: insert.side),
      content: UInt32(replica.contents.count), isVisible: true, replicas: replica.table)
    #expect(isHung)
    for offset in 0..<insert.length {
      let dot = Dot(replica: ids[insert.author], counter: insert.first + UInt64(offset))
      let before = Dot(replica: dot.replica, counter: dot.counter - 1)
      replica.naive.insert(
        dot, parent: offset == 0 ? insert.parent : before,
        side: offset == 0 ? insert.side : .right)
      replica.contents.append(dot)
    }
    replica.applied[insert.author] += 1
    replicas[reader] = replica
  }

  /// Shows or hides a stretch of slots of one replica, some of which may not be there.
  mutating func setVisible(_ isVisible: Bool, at reader: Int) {
    let author = random.number(below: ids.count)
    guard let number = replicas[reader].table.number(of: ids[author]), counters[author] > 0 else {
      return
    }
    let first = UInt64(1 + random.number(below: Int(counters[author])))
    let length = 1 + random.number(below: 6)
    replicas[reader].tree.setVisible(
      isVisible, LocalDot(replica: number, counter: first), length: length)
    for counter in first..<first + UInt64(length) {
      replicas[reader].naive.setVisible(isVisible, Dot(replica: ids[author], counter: counter))
    }
  }
}

extension SlotTreeWorld.Replica {
  /// A dot by replica id; nil for the root.
  func dot(_ dot: LocalDot) -> Dot? {
    dot.isNone ? nil : Dot(replica: table[dot.replica], counter: dot.counter)
  }

  /// All slots in order, dead ones too.
  var order: [Dot] {
    var order: [Dot] = []
    tree.forEachRun { run in
      for offset in 0..<run.count {
        order.append(
          Dot(replica: table[run.dot.replica], counter: run.dot.counter + UInt64(offset)))
      }
    }
    return order
  }

  /// Compares the tree with the naive one.
  func check() {
    tree.checkInvariants()
    #expect(order == naive.order)
    let visible = naive.visible
    #expect(tree.count == visible.count && tree.hasNoSlots == naive.order.isEmpty)
    var position = 0
    tree.forEachVisibleRun { first, content, count in
      for offset in 0..<count where position < visible.count {
        let slot = first.advanced(by: offset)
        #expect(dot(slot) == visible[position] && contents[Int(content) + offset] == dot(slot))
        #expect(tree.slot(at: position).dot == slot && tree.position(of: slot) == position)
        position += 1
      }
    }
    #expect(position == visible.count)
    for dot in naive.order where !naive.isVisible(dot) {
      guard let number = table.number(of: dot.replica) else { continue }
      #expect(tree.position(of: LocalDot(replica: number, counter: dot.counter)) == nil)
    }
  }
}
