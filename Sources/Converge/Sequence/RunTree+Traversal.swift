// SPDX-License-Identifier: Apache-2.0

extension RunTree {
  /// Calls a closure with each run, in order.
  ///
  /// - Complexity: O(*n*) in the number of runs.
  @inline(__always)
  func forEachRun(_ body: (_ number: UInt32, _ run: Run) -> Void) {
    var leaf = order.first
    guard leaf != RunOrder.none else { return }
    leaf = order.leaves[leaf]
    while leaf != RunOrder.none {
      for place in order.start(of: leaf)..<order.end(of: leaf) {
        let number = order.entries[place]
        body(number, runs[number])
      }
      leaf = order.nodes[leaf].next
    }
  }

  /// Calls a closure with the visible slots at a range of positions, stretch by stretch.
  func forEachVisibleRun(
    at positions: Range<Int>, _ body: (_ dot: LocalDot, _ content: UInt32, _ count: Int) -> Void
  ) {
    guard !positions.isEmpty else { return }
    var (number, offset) = order.run(at: positions.lowerBound)
    var remaining = positions.count
    while remaining > 0 {
      let run = runs[number]
      if run.isVisible {
        let step = Swift.min(remaining, run.count - offset)
        body(run.dot.advanced(by: offset), run.content(at: offset), step)
        remaining -= step
      }
      offset = 0
      number = order.next(number)
    }
  }

  /// The runs, each after the run that it hangs on.
  ///
  /// - Complexity: O(*n*) in the number of runs, with a stack of its own.
  func runsParentsFirst() -> [UInt32] {
    var result: [UInt32] = []
    result.reserveCapacity(runs.count)
    var waiting = [firstOfRoot]
    while let head = waiting.popLast() {
      var number = head
      while number != RunOrder.none {
        result.append(number)
        waiting.append(runs[number].firstLeft)
        waiting.append(runs[number].firstRight)
        number = runs[number].nextSibling
      }
    }
    return result
  }
}
