// SPDX-License-Identifier: Apache-2.0

/// A tree of slots under construction from its runs in order.
///
/// It goes along the traversal as `RunPath` does for the encoder, so that the tree has the order
/// of the runs by construction, whatever the bytes say; what is checked besides is that siblings
/// ascend and that no slot comes twice. No run is looked up by its dot.
///
/// Contents are numbered in order, visible slot by visible slot.
struct SlotTreeBuilder {
  /// A run on the way from the root to the place in the traversal.
  private struct Step {
    /// The run, or `RunOrder.none` while it is still to come.
    var run = RunOrder.none
    var side = Side.left
    /// For a right child, where it hangs, and the sibling before it.
    var parent = LocalDot.none
    var parentRun = RunOrder.none
    var sibling = RunOrder.none
    /// The left children so far of a run still to come.
    var firstLeft = RunOrder.none
    var lastLeft = RunOrder.none

    var isPassed: Bool { run == RunOrder.none }
  }

  private let replicas: ReplicaTable
  private var tree = SlotTree()
  private var steps: [Step] = []
  /// The run after each in order.
  private var next: [UInt32] = []
  private var last = RunOrder.none
  /// The run that comes next, hung but without its slots.
  private var current = Step()
  private(set) var visibleCount: UInt64 = 0
  /// How many runs were passed over and are still to come.
  private(set) var passedCount = 0

  init(replicas: ReplicaTable) {
    self.replicas = replicas
  }

  /// Hangs the next run, whose slots follow with `append`.
  ///
  /// - Returns: The slot it hangs on when it is a right child, `LocalDot.none` when it is a child
  ///   of the root or a left child; nil when there is nothing to hang it on.
  mutating func hang(_ hook: RunHook) -> LocalDot? {
    switch hook {
    case .back:
      dropToPassed()
      guard let step = steps.popLast() else { return nil }
      passedCount -= 1
      current = step
    case .down(let passed):
      var step = Step(side: .right)
      if let top = steps.last {
        step.parent = tree.runs[Int(top.run)].last
        step.parentRun = top.run
      }
      pass(passed, from: step)
    case .left(let passed):
      dropToPassed()
      guard !steps.isEmpty else { return nil }
      pass(passed, from: Step())
    case .up(let climbed, let passed):
      guard let step = climb(climbed) else { return nil }
      pass(passed, from: step)
    }
    return current.parent
  }

  /// Gives the run that was hung last its slots.
  ///
  /// - Returns: Whether it comes after the sibling before it.
  mutating func append(_ dot: LocalDot, length: UInt64, isVisible: Bool) -> Bool {
    var run = Run(
      dot: dot, parent: current.parent, length: UInt32(clamping: min(length, Self.longest)),
      content: isVisible ? UInt32(clamping: visibleCount) : Run.noContent,
      firstLeft: current.firstLeft, side: current.side, isVisible: isVisible)
    var remaining = length
    while true {
      guard attach(run) else { return false }
      remaining -= UInt64(run.length)
      guard remaining > 0 else { return true }
      // More slots than a run in memory holds: the rest hangs below it as another.
      guard let parent = hang(.down(passed: 0)) else { return false }
      run = Run(
        dot: parent.advanced(by: 1), parent: parent,
        length: UInt32(clamping: min(remaining, Self.longest)),
        content: isVisible ? UInt32(clamping: visibleCount) : Run.noContent,
        side: .right, isVisible: isVisible)
    }
  }

  /// The tree, or nil when a run is still to come or a slot came twice.
  ///
  /// - Complexity: O(*n* log *n*) in the number of runs.
  mutating func finish() -> SlotTree? {
    guard passedCount == 0 else { return nil }
    var anchor = RunOrder.none
    var number: UInt32 = tree.runs.isEmpty ? RunOrder.none : 0
    while number != RunOrder.none {
      tree.order.insert(number, weight: tree.runs[Int(number)].visibleCount, after: anchor)
      anchor = number
      number = next[Int(number)]
    }
    let runs = tree.runs
    var end: UInt64 = 0
    for number in runs.indices.sorted(by: { runs[$0].dot.bits < runs[$1].dot.bits }) {
      let run = runs[number]
      guard run.dot.bits >= end else { return nil }
      end = run.dot.bits + UInt64(run.length)
      while tree.index.count <= run.dot.replica { tree.index.append(RunIndex()) }
      tree.index[run.dot.replica].insert(UInt32(truncatingIfNeeded: number), in: runs)
    }
    return tree
  }

  /// The most slots of a run in memory.
  private static let longest = UInt64(UInt32.max) - 1
}

extension SlotTreeBuilder {
  /// Takes back what lies below the nearest run that was passed over.
  private mutating func dropToPassed() {
    while let step = steps.last, !step.isPassed { steps.removeLast() }
  }

  /// Passes over runs, the first of them hung where the step says, each next a left child of the
  /// one before, as is the run that comes then.
  private mutating func pass(_ count: Int, from first: Step) {
    current = first
    for _ in 0..<count {
      steps.append(current)
      current = Step()
    }
    passedCount += count
  }

  /// Goes up from the last slot, so many right children, and hangs a further right child there.
  private mutating func climb(_ count: UInt64) -> Step? {
    var remaining = count
    while let top = steps.last, !top.isPassed {
      let run = tree.runs[Int(top.run)]
      if remaining < UInt64(run.length) {
        let offset = Int(run.length) - Int(remaining)
        let rest = split(top.run, at: offset)
        return Step(
          side: .right, parent: run.dot.advanced(by: offset - 1), parentRun: top.run,
          sibling: rest)
      }
      remaining -= UInt64(run.length)
      steps.removeLast()
      guard remaining == 0 else { continue }
      guard let parent = steps.last else { return Step(side: .right, sibling: top.run) }
      guard !parent.isPassed else { return nil }
      return Step(
        side: .right, parent: tree.runs[Int(parent.run)].last, parentRun: parent.run,
        sibling: top.run)
    }
    return nil
  }

  /// Cuts a run that is on the way, whose last slots are not any more.
  private mutating func split(_ number: UInt32, at offset: Int) -> UInt32 {
    let rest = UInt32(truncatingIfNeeded: tree.runs.count)
    var right = tree.runs[Int(number)]
    right.dot = right.dot.advanced(by: offset)
    right.parent = right.dot.advanced(by: -1)
    right.side = .right
    right.content = right.content(at: offset)
    right.length -= UInt32(truncatingIfNeeded: offset)
    right.firstLeft = RunOrder.none
    right.nextSibling = RunOrder.none
    tree.runs.append(right)
    tree.runs[Int(number)].length = UInt32(truncatingIfNeeded: offset)
    tree.runs[Int(number)].firstRight = rest
    next.append(next[Int(number)])
    next[Int(number)] = rest
    if last == number { last = rest }
    return rest
  }

  /// Puts the slots of the run that was hung last, or the first of them, into the tree.
  private mutating func attach(_ run: Run) -> Bool {
    let number = UInt32(truncatingIfNeeded: tree.runs.count)
    tree.runs.append(run)
    next.append(RunOrder.none)
    if last != RunOrder.none { next[Int(last)] = number }
    last = number
    if run.isVisible { visibleCount += UInt64(run.length) }
    var child = run.firstLeft
    while child != RunOrder.none {
      tree.runs[Int(child)].parent = run.dot
      child = tree.runs[Int(child)].nextSibling
    }
    let sibling = run.side == .left ? steps.last?.lastLeft ?? RunOrder.none : current.sibling
    if sibling != RunOrder.none {
      guard replicas.precedes(tree.runs[Int(sibling)].dot, run.dot) else { return false }
      tree.runs[Int(sibling)].nextSibling = number
    }
    if run.side == .left {
      let top = steps.count - 1
      if sibling == RunOrder.none { steps[top].firstLeft = number }
      steps[top].lastLeft = number
    } else if sibling == RunOrder.none {
      if current.parentRun == RunOrder.none {
        tree.firstOfRoot = number
      } else {
        tree.runs[Int(current.parentRun)].firstRight = number
      }
    }
    var step = current
    step.run = number
    steps.append(step)
    return true
  }
}
