// SPDX-License-Identifier: Apache-2.0

/// A tree of slots under construction from its runs in order.
///
/// It goes along the traversal as `RunPath` does for the encoder, so that the tree has the order
/// of the runs by construction, whatever the bytes say; what is checked besides is that siblings
/// ascend and that no slot comes twice. No run is looked up by its dot.
///
/// Contents are numbered in order, visible slot by visible slot.
struct SlotTreeBuilder {
  /// A run that is hung but without its slots.
  private struct Hung {
    var side = Side.left
    /// For a right child the slot and the run that it hangs on, and the sibling before it.
    var parent = LocalDot.none
    var parentRun = RunOrder.none
    var sibling = RunOrder.none
    /// The first and the last of its left children so far.
    var firstLeft = RunOrder.none
    var lastLeft = RunOrder.none
    /// How many runs lie above it on the way from the root, apart from those passed over.
    var depth = 0
  }

  private let replicas: ReplicaTable
  private var runs: [Run] = []
  private var firstOfRoot = RunOrder.none
  /// The run after each in order, and the last.
  private var next: [UInt32] = []
  private var last = RunOrder.none
  /// The runs on the way from the root to the last slot that have theirs.
  private var way: [UInt32] = []
  /// The runs on that way that were passed over and are still to come.
  private var passed: [Hung] = []
  /// The run that comes next.
  private var current = Hung()
  private(set) var visibleCount = 0

  init(replicas: ReplicaTable, runCount: Int) {
    self.replicas = replicas
    runs.reserveCapacity(runCount)
    next.reserveCapacity(runCount)
    way.reserveCapacity(runCount)
  }

  /// How many runs were passed over and are still to come.
  var passedCount: Int { passed.count }

  /// Hangs the next run, whose slots follow with `append`.
  ///
  /// - Returns: The slot it hangs on when it is a right child, `LocalDot.none` when it is a child
  ///   of the root or a left child; nil when there is nothing to hang it on.
  mutating func hang(_ hook: RunHook) -> LocalDot? {
    switch hook {
    case .back:
      guard let nearest = passed.popLast() else { return nil }
      way.removeLast(way.count - nearest.depth)
      current = nearest
    case .down(let count):
      var hung = Hung(side: .right)
      if let top = way.last {
        hung.parent = runs[Int(top)].last
        hung.parentRun = top
      }
      pass(count, from: hung)
    case .left(let count):
      guard let nearest = passed.last else { return nil }
      way.removeLast(way.count - nearest.depth)
      pass(count, from: Hung())
    case .up(let climbed, let count):
      guard let hung = climb(climbed) else { return nil }
      pass(count, from: hung)
    }
    return current.parent
  }

  /// Gives the run that was hung last its slots.
  ///
  /// - Returns: Whether it comes after the sibling before it.
  mutating func append(_ dot: LocalDot, length: UInt32, isVisible: Bool) -> Bool {
    let number = UInt32(truncatingIfNeeded: runs.count)
    let content = isVisible ? UInt32(truncatingIfNeeded: visibleCount) : Run.noContent
    runs.append(
      Run(
        dot: dot, parent: current.parent, length: length, content: content,
        firstLeft: current.firstLeft, side: current.side, isVisible: isVisible))
    if isVisible { visibleCount += Int(length) }
    next.append(RunOrder.none)
    if last != RunOrder.none { next[Int(last)] = number }
    last = number
    var child = current.firstLeft
    while child != RunOrder.none {
      runs[Int(child)].parent = dot
      child = runs[Int(child)].nextSibling
    }
    way.append(number)
    return link(number, dot)
  }

  /// The tree, or nil when a run is still to come or a slot came twice.
  ///
  /// - Complexity: O(*n*) in the number of runs.
  func finish() -> SlotTree? {
    guard passed.isEmpty else { return nil }
    var ordered: [UInt32] = []
    ordered.reserveCapacity(runs.count)
    var number = runs.isEmpty ? RunOrder.none : 0
    while number != RunOrder.none {
      ordered.append(number)
      number = next[Int(number)]
    }
    return SlotTree(runs: runs, firstOfRoot: firstOfRoot, ordered: ordered)
  }
}

extension SlotTreeBuilder {
  /// Passes over runs, the first of them hung as given, each next a left child of the one before,
  /// as is the run that comes then.
  private mutating func pass(_ count: Int, from first: Hung) {
    current = first
    current.depth = way.count
    for _ in 0..<count {
      passed.append(current)
      current = Hung(depth: way.count)
    }
  }

  /// Goes up from the last slot, so many right children, and hangs a further right child there.
  private mutating func climb(_ count: UInt64) -> Hung? {
    var remaining = count
    let lowest = passed.last?.depth ?? 0
    while way.count > lowest, let top = way.last {
      let run = runs[Int(top)]
      if remaining < UInt64(run.length) {
        let offset = Int(run.length) - Int(remaining)
        let rest = split(top, at: offset)
        let parent = run.dot.advanced(by: offset - 1)
        return Hung(side: .right, parent: parent, parentRun: top, sibling: rest)
      }
      remaining -= UInt64(run.length)
      way.removeLast()
      guard remaining == 0 else { continue }
      if way.count > lowest, let parent = way.last {
        let slot = runs[Int(parent)].last
        return Hung(side: .right, parent: slot, parentRun: parent, sibling: top)
      }
      return lowest == 0 && passed.isEmpty ? Hung(side: .right, sibling: top) : nil
    }
    return nil
  }

  /// Cuts a run on the way, of which the last slots are no longer on it.
  private mutating func split(_ number: UInt32, at offset: Int) -> UInt32 {
    let rest = UInt32(truncatingIfNeeded: runs.count)
    var right = runs[Int(number)]
    right.dot = right.dot.advanced(by: offset)
    right.parent = right.dot.advanced(by: -1)
    right.side = .right
    right.content = right.content(at: offset)
    right.length -= UInt32(truncatingIfNeeded: offset)
    right.firstLeft = RunOrder.none
    right.nextSibling = RunOrder.none
    runs.append(right)
    runs[Int(number)].length = UInt32(truncatingIfNeeded: offset)
    runs[Int(number)].firstRight = rest
    next.append(next[Int(number)])
    next[Int(number)] = rest
    if last == number { last = rest }
    return rest
  }

  /// Puts a run behind its siblings, or first below its parent.
  private mutating func link(_ number: UInt32, _ dot: LocalDot) -> Bool {
    let nearest = passed.count - 1
    let sibling = current.side == .right ? current.sibling : passed[nearest].lastLeft
    if current.side == .left { passed[nearest].lastLeft = number }
    if sibling != RunOrder.none {
      guard replicas.precedes(runs[Int(sibling)].dot, dot) else { return false }
      runs[Int(sibling)].nextSibling = number
    } else if current.side == .left {
      passed[nearest].firstLeft = number
    } else if current.parentRun == RunOrder.none {
      firstOfRoot = number
    } else {
      runs[Int(current.parentRun)].firstRight = number
    }
    return true
  }
}
