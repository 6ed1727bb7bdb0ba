// SPDX-License-Identifier: Apache-2.0

extension SlotTree {
  /// Where a new slot must hang to stand at a position of the visible content, where some dead
  /// slots may be dropped elsewhere and are passed over.
  ///
  /// With L the visible slot before the position, or the root, and N the next slot after L that is
  /// not passed over: a left child of N when N lies below L to its right, else a right child of L.
  /// When nothing is passed over this is `placement(at:)`.
  ///
  /// `firstKept` is asked for each dead run on the way: the offset of its first slot that is not
  /// passed over, or nil.
  ///
  /// - Complexity: O(log *n*) for each run passed over, and for each run between N and the root
  ///   when some are.
  /// - Precondition: `position` is from 0 up to and including `count`.
  func placement(at position: Int, firstKept: (Run) -> Int?) -> Placement {
    guard position > 0 else {
      let next = tree.nextKept(from: tree.order.first, firstKept)
      return Placement(parent: next ?? .none, side: next == nil ? .right : .left)
    }
    let (number, offset) = tree.order.run(at: position - 1)
    let run = tree.runs[number]
    if offset + 1 < run.count {
      return Placement(parent: run.dot.advanced(by: offset + 1), side: .left)
    }
    let atLast = Placement(parent: run.last, side: .right)
    guard run.firstRight != RunOrder.none,
      let next = tree.nextKept(from: tree.order.next(number), firstKept),
      tree.isBelow(next, run.last, in: number)
    else { return atLast }
    return Placement(parent: next, side: .left)
  }
}

extension RunTree {
  /// The first slot from a run on that is not passed over.
  fileprivate func nextKept(from first: UInt32, _ firstKept: (Run) -> Int?) -> LocalDot? {
    var number = first
    while number != RunOrder.none {
      let run = runs[number]
      if run.isVisible { return run.dot }
      if let offset = firstKept(run) { return run.dot.advanced(by: offset) }
      number = order.next(number)
    }
    return nil
  }

  /// Whether a slot lies below the last slot of a run, after which it comes.
  fileprivate func isBelow(_ slot: LocalDot, _ last: LocalDot, in number: UInt32) -> Bool {
    var found = find(slot)
    while let (run, _) = found {
      let parent = runs[run].parent
      if parent == last { return true }
      guard !parent.isNone else { return false }
      found = find(parent)
      // It hangs on an earlier slot of the run than the last.
      if found?.run == number { return false }
    }
    return false
  }
}
