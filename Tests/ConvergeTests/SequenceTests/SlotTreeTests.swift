// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

struct SlotTreeTests {
  @Test(arguments: 0..<25 as Range<UInt64>)
  func `a tree is the paper's, whatever is inserted, shown, hidden and in which order`(
    seed: UInt64
  ) {
    var world = SlotTreeWorld(3, seed: seed)
    for _ in 0..<40 {
      let replica = world.random.number(below: 3)
      let count = world.replicas[replica].tree.count
      switch world.random.number(below: 10) {
      case 0..<4:
        let isAtEnd = world.random.number(below: 3) == 0
        let position = isAtEnd ? count : world.random.number(below: count + 1)
        world.insert(1 + world.random.number(below: 4), at: position, by: replica)
      case 4, 5: world.setVisible(false, at: replica)
      case 6: world.setVisible(true, at: replica)
      default: for _ in 0..<3 { world.deliver(to: replica) }
      }
      world.replicas[replica].check()
    }
    for replica in 0..<3 {
      while world.deliver(to: replica) {}
      world.replicas[replica].check()
    }
    #expect(world.replicas[0].order == world.replicas[1].order)
    #expect(world.replicas[0].order == world.replicas[2].order)
  }

  @Test(arguments: 0..<15 as Range<UInt64>)
  func `every placement is the paper's, dead slots counted`(seed: UInt64) {
    var world = SlotTreeWorld(2, seed: seed)
    for _ in 0..<12 {
      for replica in 0..<2 {
        world.insert(
          1 + world.random.number(below: 3),
          at: world.random.number(below: world.replicas[replica].tree.count + 1), by: replica)
        world.setVisible(false, at: replica)
        if world.random.number(below: 2) == 0 { world.deliver(to: replica) }
        let state = world.replicas[replica]
        for position in 0...state.tree.count {
          let placement = state.tree.placement(at: position)
          let (parent, side) = state.naive.placement(at: position)
          #expect(state.dot(placement.parent) == parent && placement.side == side)
        }
      }
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `the union with another tree is the tree of both`(seed: UInt64) {
    var world = SlotTreeWorld(3, seed: seed)
    for _ in 0..<30 {
      let replica = world.random.number(below: 3)
      let count = world.replicas[replica].tree.count
      world.insert(
        1 + world.random.number(below: 3), at: world.random.number(below: count + 1), by: replica)
      if world.random.number(below: 2) == 0 { world.deliver(to: replica) }
    }
    var (mine, theirs) = (world.replicas[0], world.replicas[1])
    var join = JoinContext(
      mine: LocalVersionVector(), theirs: LocalVersionVector(),
      numbers: theirs.table.ids.map { mine.table.insert($0) }, replicas: mine.table)
    for (author, id) in world.ids.enumerated() {
      guard let number = mine.table.number(of: id) else { continue }
      join.mine[number] = covered(author, mine, world)
      join.theirs[number] = covered(author, theirs, world)
    }
    join.replicas = mine.table
    var added = 0
    mine.tree.formUnion(theirs.tree, join) { slots, _, _ in added += slots.count }
    mine.tree.checkInvariants()
    for author in 0..<3 {
      #expect(added >= 0)
      while mine.applied[author] < theirs.applied[author] {
        let insert = world.inserts[author][mine.applied[author]]
        for offset in 0..<insert.length {
          let dot = Dot(replica: world.ids[author], counter: insert.first + UInt64(offset))
          let before = Dot(replica: dot.replica, counter: dot.counter - 1)
          mine.naive.insert(
            dot, parent: offset == 0 ? insert.parent : before,
            side: offset == 0 ? insert.side : .right)
          mine.naive.setVisible(false, dot)
          added -= 1
        }
        mine.applied[author] += 1
      }
    }
    #expect(added == 0 && mine.order == mine.naive.order)
    #expect(mine.tree.count == mine.naive.visible.count)
  }

  private func covered(
    _ author: Int, _ replica: SlotTreeWorld.Replica, _ world: SlotTreeWorld
  ) -> UInt64 {
    let applied = replica.applied[author]
    guard applied > 0 else { return 0 }
    let last = world.inserts[author][applied - 1]
    return last.first + UInt64(last.length) - 1
  }

  // MARK: Runs

  private static let table: ReplicaTable = {
    var table = ReplicaTable()
    _ = table.insert(.numbered(1))
    _ = table.insert(.numbered(2))
    return table
  }()

  private func dot(_ counter: UInt64, _ replica: Int = 0) -> LocalDot {
    LocalDot(replica: replica, counter: counter)
  }

  private func runs(_ tree: SlotTree) -> [Int] {
    var counts: [Int] = []
    tree.forEachRun { counts.append($0.isVisible ? $0.count : -$0.count) }
    return counts
  }

  @Test func `what is typed in one go is one run, in one change or in many`() {
    var tree = SlotTree()
    for counter in 1...50 as ClosedRange<UInt64> {
      tree.insert(
        dot(counter), length: 1, at: tree.placement(at: tree.count), content: UInt32(counter),
        isVisible: true, replicas: Self.table)
    }
    tree.insert(
      dot(51), length: 10, at: tree.placement(at: 50), content: 51, isVisible: true,
      replicas: Self.table)
    #expect(runs(tree) == [60])
    tree.checkInvariants()
  }

  @Test func `hiding splits runs, and showing joins them`() {
    var tree = SlotTree()
    tree.insert(
      dot(1), length: 10, at: Placement(parent: .none, side: .right), content: 0, isVisible: true,
      replicas: Self.table)
    tree.setVisible(false, dot(4), length: 2)
    #expect(runs(tree) == [3, -2, 5])
    tree.setVisible(false, dot(1), length: 4)
    #expect(runs(tree) == [-5, 5])
    tree.setVisible(true, dot(2), length: 3)
    #expect(runs(tree) == [-1, 3, -1, 5])
    tree.setVisible(true, dot(1), length: 40)
    #expect(runs(tree) == [10])
    tree.checkInvariants()
  }

  @Test func `an insert inside a run splits it, and what hangs there keeps it split`() {
    var tree = SlotTree()
    tree.insert(
      dot(1), length: 4, at: Placement(parent: .none, side: .right), content: 0, isVisible: true,
      replicas: Self.table)
    #expect(tree.placement(at: 2) == Placement(parent: dot(3), side: .left))
    tree.insert(
      dot(1, 1), length: 1, at: tree.placement(at: 2), content: 4, isVisible: true,
      replicas: Self.table)
    #expect(runs(tree) == [2, 1, 2])
    tree.setVisible(false, dot(1, 1))
    #expect(runs(tree) == [2, -1, 2])
    tree.checkInvariants()
  }

  @Test func `a slot whose parent is missing is not added, and ranges that never were are passed`()
  {
    var tree = SlotTree()
    let side = Placement(parent: dot(7), side: .right)
    let leftOfRoot = Placement(parent: .none, side: .left)
    for placement in [side, leftOfRoot] {
      let isHung = tree.insert(
        dot(1), length: 1, at: placement, content: 0, isVisible: true, replicas: Self.table)
      #expect(!isHung)
    }
    #expect(tree.hasNoSlots)
    tree.insert(
      dot(10), length: 2, at: Placement(parent: .none, side: .right), content: 0, isVisible: true,
      replicas: Self.table)
    tree.setVisible(false, dot(1), length: 1 << 40)
    tree.setVisible(false, dot(1, 1), length: 5)
    #expect(tree.count == 0 && !tree.contains(dot(9)) && !tree.contains(dot(12)))
    tree.checkInvariants()
  }
}
