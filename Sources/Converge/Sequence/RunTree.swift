// SPDX-License-Identifier: Apache-2.0

/// The runs of a tree of slots, how they hang together, and where they are found.
///
/// What a `SlotTree` is inside; see there for what it means. No operation recurses.
///
/// What only looks is inlined everywhere: a call would be handed a copy of all that is below, 284
/// bytes, which takes longer than most of what is looked for.
struct RunTree: ~Copyable, Sendable {
  /// Runs by number; those without slots are free, a list by `nextSibling`.
  var runs = Slab<Run>()
  var order = RunOrder()
  /// Runs by dot.
  var index = RunIndex()
  /// The run of the root's least right child.
  var firstOfRoot = RunOrder.none
  var firstFree = RunOrder.none
  /// A run that was just found or made: the next dot asked for is often in it.
  var recent = RunOrder.none

  init() {}

  func copy() -> RunTree {
    var copy = RunTree()
    copy.runs = runs.copy()
    copy.order = order.copy()
    copy.index = index.copy()
    copy.firstOfRoot = firstOfRoot
    copy.firstFree = firstFree
    copy.recent = recent
    return copy
  }

  // MARK: Finding

  /// The run and offset of a slot, or nil when the tree does not have it.
  @inline(__always) func find(_ dot: LocalDot) -> (run: UInt32, offset: Int)? {
    if recent != RunOrder.none, runs[recent].contains(dot) {
      return (recent, dot.distance(from: runs[recent].dot))
    }
    guard let number = index.run(atOrBefore: dot, in: runs), runs[number].contains(dot) else {
      return nil
    }
    return (number, dot.distance(from: runs[number].dot))
  }

  /// The visible slot at a position and its content.
  ///
  /// - Precondition: `position` is from 0 up to, not including, the number of visible slots.
  @inline(__always) func slot(at position: Int) -> (dot: LocalDot, content: UInt32) {
    let (run, offset) = order.run(at: position)
    return (runs[run].dot.advanced(by: offset), runs[run].content(at: offset))
  }

  /// The position of a slot among the visible ones, or nil when it is dead or unknown.
  @inline(__always) func position(of dot: LocalDot) -> Int? {
    guard let (run, offset) = find(dot), runs[run].isVisible else { return nil }
    return order.weightBefore(run) + offset
  }

  /// Where a new slot must hang to stand at a position of the visible content.
  ///
  /// - Precondition: `position` is from 0 up to and including the number of visible slots.
  @inline(__always) func placement(at position: Int) -> Placement {
    guard position > 0 else { return placementAtStart }
    let (number, offset) = order.run(at: position - 1)
    return placement(after: number, offset)
  }

  /// The placement before all slots.
  @inline(__always) var placementAtStart: Placement {
    let first = order.first
    guard first != RunOrder.none else { return Placement(parent: .none, side: .right) }
    return Placement(parent: runs[first].dot, side: .left)
  }

  /// The placement right after a slot: a right child of it when it has no right child, else a
  /// left child of the slot that follows it.
  @inline(__always) func placement(after number: UInt32, _ offset: Int) -> Placement {
    let run = runs[number]
    if offset + 1 < run.count {
      return Placement(parent: run.dot.advanced(by: offset + 1), side: .left)
    }
    if run.firstRight == RunOrder.none { return Placement(parent: run.last, side: .right) }
    return Placement(parent: runs[order.next(number)].dot, side: .left)
  }

  // MARK: Splitting and joining runs

  /// Cuts a run in two before an offset.
  ///
  /// - Returns: The number of the new right part.
  mutating func split(_ number: UInt32, at offset: Int) -> UInt32 {
    var right = runs[number]
    right.dot = right.dot.advanced(by: offset)
    right.parent = right.dot.advanced(by: -1)
    right.side = .right
    right.content = runs[number].content(at: offset)
    right.length -= UInt32(truncatingIfNeeded: offset)
    right.firstLeft = RunOrder.none
    right.nextSibling = RunOrder.none
    let rightNumber = store(right)
    runs[number].length = UInt32(truncatingIfNeeded: offset)
    runs[number].firstRight = rightNumber
    order.setWeight(runs[number].visibleCount, of: number)
    order.insert(rightNumber, weight: right.visibleCount, after: number)
    return rightNumber
  }

  /// Makes one run of two neighbours when their slots form one.
  ///
  /// - Returns: Whether it did; the right one's number is free then.
  @discardableResult
  mutating func joinIfPossible(_ leftNumber: UInt32, _ rightNumber: UInt32) -> Bool {
    guard leftNumber != RunOrder.none, rightNumber != RunOrder.none else { return false }
    let left = runs[leftNumber]
    let right = runs[rightNumber]
    guard left.isContinued(by: right), right.isVisible == left.isVisible,
      left.firstRight == rightNumber, right.content == left.content(at: left.count)
    else { return false }
    index.remove(rightNumber, in: runs)
    order.remove(rightNumber)
    runs[leftNumber].length += right.length
    runs[leftNumber].firstRight = right.firstRight
    order.setWeight(runs[leftNumber].visibleCount, of: leftNumber)
    free(rightNumber)
    return true
  }

  /// Stores a new run and indexes it by its dot; it is not in the order yet.
  mutating func store(_ run: Run) -> UInt32 {
    let number: UInt32
    if firstFree != RunOrder.none {
      number = firstFree
      firstFree = runs[number].nextSibling
      runs[number] = run
    } else {
      number = UInt32(truncatingIfNeeded: runs.count)
      runs.append(run)
    }
    index.insert(number, in: runs)
    return number
  }

  /// Gives up a run that hangs nowhere any more.
  mutating func free(_ number: UInt32) {
    // A length of zero: no dot is ever found in it.
    runs[number].length = 0
    runs[number].firstLeft = RunOrder.none
    runs[number].firstRight = RunOrder.none
    runs[number].nextSibling = firstFree
    firstFree = number
  }
}
