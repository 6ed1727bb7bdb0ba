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
    tree.update { tree in
      defer { tree.order.settle() }
      return dropChildless(from: &tree, isDroppable)
    }
  }

  private static func dropChildless(
    from tree: inout RunTree, _ isDroppable: (_ run: Run, _ offset: Int) -> Bool
  ) -> Int {
    var dropped = 0
    // Children come after their parents, so backwards what hangs on a slot is gone before it.
    for number in tree.runsParentsFirst().reversed() {
      let run = tree.runs[number]
      guard !run.isVisible, run.firstRight == RunOrder.none else { continue }
      var kept = run.count
      while kept > 0, isDroppable(run, kept - 1), kept > 1 || run.firstLeft == RunOrder.none {
        kept -= 1
      }
      dropped += run.count - kept
      if kept == 0 {
        tree.detach(number)
      } else {
        tree.runs[number].length = UInt32(truncatingIfNeeded: kept)
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
    tree.update { tree in
      var number = tree.order.first
      while number != RunOrder.none {
        tree.runs[number].content = content(tree.runs[number])
        number = tree.order.next(number)
      }
      joinNeighbours(in: &tree)
      tree.order.settle()
    }
  }

  /// Makes one run of each two neighbours whose slots form one.
  private static func joinNeighbours(in tree: inout RunTree) {
    var number = tree.order.first
    while number != RunOrder.none {
      let next = tree.order.next(number)
      if !tree.joinIfPossible(number, next) { number = next }
    }
  }
}

extension RunTree {
  /// Takes a run on which nothing hangs out of the tree.
  fileprivate mutating func detach(_ number: UInt32) {
    let run = runs[number]
    if run.parent.isNone {
      firstOfRoot = head(firstOfRoot, without: number)
    } else if let (parent, _) = find(run.parent) {
      switch run.side {
      case .left: runs[parent].firstLeft = head(runs[parent].firstLeft, without: number)
      case .right: runs[parent].firstRight = head(runs[parent].firstRight, without: number)
      }
    }
    index.remove(number, in: runs)
    order.remove(number)
    free(number)
  }

  /// The first of siblings once one of them is unlinked.
  private mutating func head(_ head: UInt32, without number: UInt32) -> UInt32 {
    let next = runs[number].nextSibling
    guard head != number else { return next }
    var sibling = head
    while runs[sibling].nextSibling != number { sibling = runs[sibling].nextSibling }
    runs[sibling].nextSibling = next
    return head
  }
}
