// SPDX-License-Identifier: Apache-2.0

/// The way from the root to a place in a traversal, as the encoder goes along it.
struct RunPath {
  private struct Step {
    /// The place of the run in the sequence.
    var run: Int
    /// How many of its slots lie on the way; 0 for a run whose slots are still to come.
    var length: UInt64
  }

  /// The runs of the sequence, in order.
  private(set) var runs: [SlotRun] = []
  private var steps: [Step] = []
  private var places: [Int] = []

  /// Begins the way through a tree, in the room of the last one.
  mutating func begin(_ tree: SlotTree) {
    steps.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    tree.appendSlotRuns(to: &runs, &places)
  }

  /// How a run hangs, all runs before it having been asked for in order.
  mutating func hook(of place: Int) -> RunHook {
    if runs[place].isPassed {
      while let step = steps.popLast(), step.length > 0 {}
      steps.append(Step(run: place, length: runs[place].length))
      return .back
    }
    let (passed, top, isLeft) = passOver(from: place)
    var hook = RunHook.left(passed: passed)
    if isLeft {
      while let step = steps.last, step.length > 0 { steps.removeLast() }
    } else {
      let climbed = climb(to: runs[top].parent)
      hook = climbed == 0 ? .down(passed: passed) : .up(climbed: climbed, passed: passed)
    }
    if passed > 0 { appendPassed(passed, below: place) }
    steps.append(Step(run: place, length: runs[place].length))
    return hook
  }

  /// Passes over the runs between a run and the first above it that is no left child of one still
  /// to come, or whose parent was passed before.
  ///
  /// - Returns: How many they are, the topmost of them or the run itself, and whether that is a
  ///   left child.
  private mutating func passOver(from place: Int) -> (passed: Int, top: Int, isLeft: Bool) {
    var passed = 0
    var run = place
    while runs[run].side == .left {
      let parent = runs[run].leftParent
      if runs[parent].isPassed { return (passed, run, true) }
      runs[parent].isPassed = true
      passed += 1
      run = parent
    }
    return (passed, run, false)
  }

  /// Puts the runs passed over on the way, of which the highest comes first.
  private mutating func appendPassed(_ count: Int, below place: Int) {
    let start = steps.count
    steps += repeatElement(Step(run: place, length: 0), count: count)
    var run = place
    for step in (start..<start + count).reversed() {
      run = runs[run].leftParent
      steps[step].run = run
    }
  }

  /// Goes up from the last slot to one above it, and returns how many steps that took.
  private mutating func climb(to slot: LocalDot) -> UInt64 {
    var climbed: UInt64 = 0
    while let step = steps.last, step.length > 0 {
      let run = runs[step.run]
      if run.contains(slot), slot.bits - run.dot.bits < step.length {
        let length = slot.bits - run.dot.bits + 1
        steps[steps.count - 1].length = length
        return climbed + step.length - length
      }
      climbed += step.length
      steps.removeLast()
    }
    return climbed
  }
}
