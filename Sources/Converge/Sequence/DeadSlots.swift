// SPDX-License-Identifier: Apache-2.0

/// Takes dead slots out of a tree, once nobody can name them any more.
enum DeadSlots {
  /// Removes dead slots on which nothing hangs, and those on which then nothing hangs any more.
  ///
  /// `isDroppable` is asked for the slot at an offset of a dead run.
  ///
  /// - Returns: How many slots were removed.
  /// - Complexity: O(*n* log *n*) in the number of runs, and O(1) for each slot removed.
  static func dropChildless(
    from tree: inout SlotTree, _ isDroppable: (_ run: Run, _ offset: Int) -> Bool
  ) -> Int {
    var dropped = 0
    // Children come after their parents, so backwards what hangs on a slot is gone before it.
    for number in tree.runsParentsFirst().reversed() {
      let run = tree.runs[Int(number)]
      guard !run.isVisible, run.firstRight == RunOrder.none else { continue }
      var kept = run.count
      while kept > 0, isDroppable(run, kept - 1), kept > 1 || run.firstLeft == RunOrder.none {
        kept -= 1
      }
      dropped += run.count - kept
      if kept == 0 {
        detach(number, from: &tree)
      } else {
        tree.runs[Int(number)].length = UInt32(truncatingIfNeeded: kept)
      }
    }
    if dropped > 0 { joinNeighbours(in: &tree) }
    return dropped
  }

  /// How many slots of a tree are dead.
  static func count(in tree: SlotTree) -> Int {
    var dead = 0
    tree.forEachRun { if !$0.isVisible { dead += $0.count } }
    return dead
  }

  /// Gives the slots of all runs new contents, run by run in order.
  static func renumberContents(in tree: inout SlotTree, _ content: (Run) -> UInt32) {
    var number = tree.order.first
    while number != RunOrder.none {
      tree.runs[Int(number)].content = content(tree.runs[Int(number)])
      number = tree.order.next(number)
    }
    joinNeighbours(in: &tree)
  }

  /// Takes a run on which nothing hangs out of a tree.
  private static func detach(_ number: UInt32, from tree: inout SlotTree) {
    let run = tree.runs[Int(number)]
    if run.parent.isNone {
      tree.firstOfRoot = head(tree.firstOfRoot, without: number, in: &tree)
    } else if let (parent, _) = tree.find(run.parent) {
      switch run.side {
      case .left:
        tree.runs[parent].firstLeft = head(
          tree.runs[parent].firstLeft, without: number, in: &tree)
      case .right:
        tree.runs[parent].firstRight = head(
          tree.runs[parent].firstRight, without: number, in: &tree)
      }
    }
    tree.index.remove(number, in: tree.runs)
    tree.order.remove(number)
    tree.freeRuns.append(number)
  }

  /// The first of siblings once one of them is unlinked.
  private static func head(
    _ head: UInt32, without number: UInt32, in tree: inout SlotTree
  ) -> UInt32 {
    let next = tree.runs[Int(number)].nextSibling
    guard head != number else { return next }
    var sibling = head
    while tree.runs[Int(sibling)].nextSibling != number {
      sibling = tree.runs[Int(sibling)].nextSibling
    }
    tree.runs[Int(sibling)].nextSibling = next
    return head
  }

  /// Makes one run of each two neighbours whose slots form one.
  private static func joinNeighbours(in tree: inout SlotTree) {
    var number = tree.order.first
    while number != RunOrder.none {
      let next = tree.order.next(number)
      let length = tree.runs[Int(number)].length
      tree.joinIfPossible(number, next)
      if tree.runs[Int(number)].length == length { number = next }
    }
  }
}
