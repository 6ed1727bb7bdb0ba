// SPDX-License-Identifier: Apache-2.0

/// The way from the root to a place in a traversal, as the encoder goes along it.
struct RunPath {
  private struct Step {
    /// The place of the run in the sequence.
    var run: Int
    /// How many of its slots lie on the way; 0 for a run whose slots are still to come.
    var length: UInt64
  }

  private var steps: [Step] = []
  private var passed: [Bool] = []

  /// How a run hangs, all runs before it having been asked for in order.
  mutating func hook(of place: Int, in runs: [SlotRun]) -> RunHook {
    if passed.isEmpty { passed = [Bool](repeating: false, count: runs.count) }
    if passed[place] {
      while let step = steps.popLast(), step.length > 0 {}
      steps.append(Step(run: place, length: runs[place].length))
      return .back
    }
    let (chain, isLeft) = chain(of: place, in: runs)
    var hook = RunHook.left(passed: chain.count)
    if isLeft {
      while let step = steps.last, step.length > 0 { steps.removeLast() }
    } else {
      let climbed = climb(to: runs[chain.last ?? place].parent, in: runs)
      hook =
        climbed == 0
        ? .down(passed: chain.count) : .up(climbed: climbed, passed: chain.count)
    }
    for run in chain.reversed() { steps.append(Step(run: run, length: 0)) }
    steps.append(Step(run: place, length: runs[place].length))
    return hook
  }

  /// The runs between a run and the first above it that is no left child of one still to come,
  /// or whose parent was passed before; the lowest first, the run itself left out.
  private mutating func chain(of place: Int, in runs: [SlotRun]) -> ([Int], isLeft: Bool) {
    var chain: [Int] = []
    var run = place
    while runs[run].side == .left {
      let parent = runs[run].leftParent
      if passed[parent] { return (chain, true) }
      passed[parent] = true
      chain.append(parent)
      run = parent
    }
    return (chain, false)
  }

  /// Goes up from the last slot to one above it, and returns how many steps that took.
  private mutating func climb(to slot: LocalDot, in runs: [SlotRun]) -> UInt64 {
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
