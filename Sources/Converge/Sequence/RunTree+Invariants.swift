// SPDX-License-Identifier: Apache-2.0

extension RunTree {
  /// Throws when a hidden rule of the structure is broken.
  ///
  /// - Complexity: O(*n* log *n*) in the number of runs.
  func verifyInvariants() throws(InvariantViolation) {
    try order.verifyInvariants()
    var count = 0
    var number = order.first
    // The traversal by links: left children, the run, right children, then the next sibling. What
    // comes later waits on a stack, but not where it comes next.
    var waiting = WaitingRuns()
    if firstOfRoot != RunOrder.none { waiting.push(firstOfRoot, isOpen: false) }
    var next = waiting.pop()
    while let (run, isOpen) = next {
      if !isOpen, runs[run].firstLeft != RunOrder.none {
        waiting.push(run, isOpen: true)
        next = (runs[run].firstLeft, false)
        continue
      }
      try InvariantViolation.check(
        number == run, "The order differs from the traversal of the tree.")
      try checkRun(run)
      number = order.next(run)
      count += 1
      let (right, sibling) = (runs[run].firstRight, runs[run].nextSibling)
      if sibling != RunOrder.none { waiting.push(sibling, isOpen: false) }
      next = right == RunOrder.none ? waiting.pop() : (right, false)
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
    let (dot, above, side) = (runs[number].dot, runs[number].parent, runs[number].side)
    let count = runs[number].count
    try InvariantViolation.check(count > 0, "A run is empty.")
    try InvariantViolation.check(
      order.weight(of: number) == runs[number].visibleCount, "A run's weight is wrong.")
    try InvariantViolation.check(
      find(dot)?.run == number, "A run is not found by its first dot.")
    if count > 1 {
      try InvariantViolation.check(
        find(dot.advanced(by: count - 1))?.run == number, "A run is not found by its last dot.")
    }
    if above.isNone {
      try InvariantViolation.check(side == .right, "The root has a left child.")
      return
    }
    guard let (parent, offset) = find(above) else {
      throw InvariantViolation(sentence: "A run's parent is not there.")
    }
    let edge = side == .left ? 0 : runs[parent].count - 1
    try InvariantViolation.check(offset == edge, "A run hangs on a slot inside another.")
  }
}
