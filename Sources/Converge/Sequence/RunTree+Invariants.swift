// SPDX-License-Identifier: Apache-2.0

extension RunTree {
  /// Throws when a hidden rule of the structure is broken.
  ///
  /// - Complexity: O(*n* log *n*) in the number of runs.
  func verifyInvariants() throws(InvariantViolation) {
    try order.verifyInvariants()
    var count = 0
    var number = order.first
    var waiting: [(run: UInt32, isOpen: Bool)] = []
    waiting.reserveCapacity(16)
    waiting.append((firstOfRoot, false))
    // The traversal by links, with a stack of its own: left children, the run, right children,
    // then the next sibling.
    while let (run, isOpen) = waiting.popLast() {
      guard run != RunOrder.none else { continue }
      if isOpen {
        try InvariantViolation.check(
          number == run, "The order differs from the traversal of the tree.")
        try checkRun(run)
        number = order.next(run)
        count += 1
      } else {
        waiting.append((runs[run].nextSibling, false))
        waiting.append((runs[run].firstRight, false))
        waiting.append((run, true))
        waiting.append((runs[run].firstLeft, false))
      }
    }
    try InvariantViolation.check(number == RunOrder.none, "The order has a run that hangs nowhere.")
    var free = firstFree
    while free != RunOrder.none {
      try InvariantViolation.check(runs[free].length == 0, "A free run has slots.")
      count += 1
      free = runs[free].nextSibling
    }
    try InvariantViolation.check(count == runs.count, "A run is lost.")
  }

  private func checkRun(_ number: UInt32) throws(InvariantViolation) {
    let run = runs[number]
    try InvariantViolation.check(run.length > 0, "A run is empty.")
    try InvariantViolation.check(
      order.weight(of: number) == run.visibleCount, "A run's weight is wrong.")
    try InvariantViolation.check(
      find(run.dot)?.run == number, "A run is not found by its first dot.")
    if run.length > 1 {
      try InvariantViolation.check(
        find(run.last)?.run == number, "A run is not found by its last dot.")
    }
    if run.parent.isNone {
      try InvariantViolation.check(run.side == .right, "The root has a left child.")
      return
    }
    guard let (parent, offset) = find(run.parent) else {
      throw InvariantViolation(sentence: "A run's parent is not there.")
    }
    let edge = run.side == .left ? 0 : runs[parent].count - 1
    try InvariantViolation.check(offset == edge, "A run hangs on a slot inside another.")
  }
}
