// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Converge

/// How the runs of a sequence hang, and what of that is refused.
struct SectionTreeTests {
  private static let alice = 0
  private static let bob = 1

  /// The runs of a text and how each hangs, the visible ones as `+`, the dead ones as `-`.
  private static func hooks(_ tree: SlotTree) -> [String] {
    var path = RunPath()
    path.begin(tree)
    return path.runs.enumerated().map { place, run in
      let name = "\(run.isVisible ? "+" : "-")\(run.length)"
      switch path.hook(of: place) {
      case .back: return "\(name) back"
      case .down(let passed): return "\(name) down \(passed)"
      case .left(let passed): return "\(name) left \(passed)"
      case .up(let climbed, let passed): return "\(name) up \(climbed) \(passed)"
      }
    }
  }

  private static func runs(_ tree: SlotTree) -> [SlotRun] {
    var path = RunPath()
    path.begin(tree)
    return path.runs
  }

  private static var table: ReplicaTable {
    var table = ReplicaTable()
    _ = table.insert(ReplicaID(high: 1, low: 0))
    _ = table.insert(ReplicaID(high: 2, low: 0))
    return table
  }

  private static func insert(
    _ replica: Int, _ counter: UInt64, _ length: Int = 1, _ parent: LocalDot?, _ side: Side,
    into tree: inout SlotTree
  ) {
    tree.insert(
      dot(replica, counter), length: length,
      at: Placement(parent: parent ?? .none, side: side), content: Run.noContent, isVisible: true,
      replicas: table)
  }

  private static func dot(_ replica: Int, _ counter: UInt64) -> LocalDot {
    LocalDot(replica: replica, counter: counter)
  }

  @Test func `what stands in a run splits it in three`() {
    var tree = SlotTree()
    Self.insert(Self.alice, 1, 6, nil, .right, into: &tree)
    Self.insert(Self.alice, 7, 1, Self.dot(Self.alice, 4), .left, into: &tree)
    tree.setVisible(false, Self.dot(Self.alice, 5), length: 1)
    // 1 2 3 [7] 4 5- 6
    #expect(Self.hooks(tree) == ["+3 down 0", "+1 down 1", "+1 back", "-1 down 0", "+1 down 0"])
  }

  @Test func `siblings hang further up, or on the slot passed over`() {
    var tree = SlotTree()
    Self.insert(Self.alice, 1, 6, nil, .right, into: &tree)
    Self.insert(Self.bob, 1, 2, Self.dot(Self.alice, 3), .right, into: &tree)
    Self.insert(Self.bob, 3, 1, nil, .right, into: &tree)
    Self.insert(Self.alice, 7, 1, Self.dot(Self.bob, 3), .left, into: &tree)
    Self.insert(Self.bob, 4, 1, Self.dot(Self.bob, 3), .left, into: &tree)
    #expect(
      Self.hooks(tree) == ["+6 down 0", "+2 up 3 0", "+1 up 5 1", "+1 left 0", "+1 back"])
  }

  @Test func `a chain of left children is passed over at once`() {
    var tree = SlotTree()
    for counter in 1...4 as ClosedRange<UInt64> {
      let parent = counter == 1 ? nil : Self.dot(Self.alice, counter - 1)
      Self.insert(Self.alice, counter, 1, parent, counter == 1 ? .right : .left, into: &tree)
    }
    #expect(Self.hooks(tree) == ["+1 down 3", "+1 back", "+1 back", "+1 back"])
  }

  @Test(arguments: 1...20)
  func `runs are told alike, however they are split in memory`(seed: UInt64) {
    var random = ValueGenerator(seed: seed)
    let grown = Self.grown(&random)
    let runs = Self.runs(grown)
    var splitRuns = grown.tree.copy()
    for _ in 0..<20 {
      let number = UInt32(random.number(below: splitRuns.runs.count))
      guard splitRuns.runs[number].count > 1 else { continue }
      _ = splitRuns.split(number, at: 1 + random.number(below: splitRuns.runs[number].count - 1))
    }
    splitRuns.order.settle()
    let tree = SlotTree(splitRuns)
    tree.checkInvariants()
    #expect(Self.runs(tree).map(\.dot) == runs.map(\.dot))
    #expect(Self.runs(tree).map(\.length) == runs.map(\.length))
  }

  @Test(arguments: 1...40)
  func `a tree is built from its runs and hooks`(seed: UInt64) throws {
    var random = ValueGenerator(seed: seed)
    // Some with so many runs that they are sorted by digits.
    let tree = Self.grown(&random, steps: seed % 10 == 0 ? 2_000 : 60)
    var path = RunPath()
    path.begin(tree)
    let runs = path.runs
    var builder = SlotTreeBuilder(replicas: Self.table, runCount: runs.count)
    for (place, run) in runs.enumerated() {
      let parent = builder.hang(path.hook(of: place))
      #expect(run.side == .left ? parent != nil : parent == run.parent)
      let isAfterSibling = builder.append(
        run.dot, length: UInt32(run.length), isVisible: run.isVisible)
      #expect(isAfterSibling)
    }
    let copy = try #require(builder.finish())
    copy.checkInvariants()
    #expect(Self.runs(copy).map(\.parent) == runs.map(\.parent))
    #expect(Self.runs(copy).map(\.side) == runs.map(\.side))
    #expect(copy.visibleSlots == tree.visibleSlots)
  }

  /// A tree of two replicas that hang slots anywhere.
  private static func grown(_ random: inout ValueGenerator, steps: Int = 60) -> SlotTree {
    var tree = SlotTree()
    var counters: [UInt64] = [0, 0]
    for _ in 0..<steps {
      let replica = random.number(below: 2)
      let length = 1 + random.number(below: 3)
      let isRoot = counters == [0, 0] || random.number(below: 10) == 0
      let owner = counters[0] == 0 ? 1 : counters[1] == 0 ? 0 : random.number(below: 2)
      let parent = dot(owner, UInt64(random.number(below: max(1, Int(counters[owner])))) + 1)
      let side: Side = isRoot || random.number(below: 3) > 0 ? .right : .left
      insert(replica, counters[replica] + 1, length, isRoot ? nil : parent, side, into: &tree)
      counters[replica] += UInt64(length)
      if random.number(below: 3) == 0 {
        tree.setVisible(false, parent, length: 1 + random.number(below: 4))
      }
    }
    return tree
  }
}
