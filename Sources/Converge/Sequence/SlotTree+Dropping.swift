// SPDX-License-Identifier: Apache-2.0

extension SlotTree {
  /// Removes dead slots on which nothing hangs, and those on which then nothing hangs any more.
  ///
  /// `isDroppable` is asked for the slot at an offset of a dead run.
  ///
  /// - Returns: How many slots were removed.
  /// - Complexity: O(*n* log *n*) in the number of runs, and O(1) for each slot removed.
  mutating func dropChildless(_ isDroppable: (_ run: Run, _ offset: Int) -> Bool) -> Int {
    var dropped = 0
    // Children come after their parents, so backwards what hangs on a slot is gone before it.
    for number in runsParentsFirst().reversed() {
      let run = runs[Int(number)]
      guard !run.isVisible, run.firstRight == RunOrder.none else { continue }
      var kept = run.count
      while kept > 0, isDroppable(run, kept - 1), kept > 1 || run.firstLeft == RunOrder.none {
        kept -= 1
      }
      dropped += run.count - kept
      if kept == 0 {
        detach(number)
      } else {
        runs[Int(number)].length = UInt32(truncatingIfNeeded: kept)
      }
    }
    if dropped > 0 { joinNeighbours() }
    return dropped
  }

  /// How many slots are dead.
  var deadCount: Int {
    var dead = 0
    forEachRun { if !$0.isVisible { dead += $0.count } }
    return dead
  }

  /// Takes a run on which nothing hangs out of the tree.
  private mutating func detach(_ number: UInt32) {
    let run = runs[Int(number)]
    if run.parent.isNone {
      firstOfRoot = without(number, in: firstOfRoot)
    } else if let (parent, _) = find(run.parent) {
      switch run.side {
      case .left: runs[parent].firstLeft = without(number, in: runs[parent].firstLeft)
      case .right: runs[parent].firstRight = without(number, in: runs[parent].firstRight)
      }
    }
    index.remove(number, in: runs)
    order.remove(number)
    freeRuns.append(number)
  }

  /// The first of siblings once one of them is unlinked.
  private mutating func without(_ number: UInt32, in head: UInt32) -> UInt32 {
    let next = runs[Int(number)].nextSibling
    guard head != number else { return next }
    var sibling = head
    while runs[Int(sibling)].nextSibling != number { sibling = runs[Int(sibling)].nextSibling }
    runs[Int(sibling)].nextSibling = next
    return head
  }

  /// Makes one run of each two neighbours whose slots form one.
  mutating func joinNeighbours() {
    var number = order.first
    while number != RunOrder.none {
      let next = order.next(number)
      let length = runs[Int(number)].length
      joinIfPossible(number, next)
      if runs[Int(number)].length == length { number = next }
    }
  }

  /// Gives the slots of all runs new contents, run by run in order.
  mutating func renumberContents(_ content: (Run) -> UInt32) {
    var number = order.first
    while number != RunOrder.none {
      runs[Int(number)].content = content(runs[Int(number)])
      number = order.next(number)
    }
    joinNeighbours()
  }
}
