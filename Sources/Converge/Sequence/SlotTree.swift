// SPDX-License-Identifier: Apache-2.0

/// The places of a sequence, in an order on which all replicas agree, whatever they hold.
///
/// Fugue (Matthew Weidner and Martin Kleppmann, "The Art of the Fugue: Minimizing Interleaving in
/// Collaborative Text Editing", 2023, https://arxiv.org/abs/2305.00583, algorithm 1): a slot is a
/// dot, a parent slot or the root, and a side. The sequence is the traversal: left children, the
/// slot, right children, where children of one side ascend by dot. It departs from the paper in
/// ordering such siblings by the whole dot, in keeping slots in runs, and in knowing nothing of
/// the content but a number for each slot.
///
/// A slot is visible or dead. Dead slots stay, since later slots may hang on them.
///
/// No operation recurses. With *n* runs, finding a slot by position or by dot, placing, showing
/// and hiding are O(log *n*); placing among siblings that were made at the same time by others
/// adds the number of those siblings, and of the runs along the edge of one's subtree.
struct SlotTree: Sendable {
  /// Runs by number; free numbers are listed in `freeRuns`.
  var runs: [Run] = []
  var order = RunOrder()
  /// Runs by dot.
  var index = RunIndex()
  /// The run of the root's least right child.
  var firstOfRoot = RunOrder.none
  var freeRuns: [UInt32] = []

  /// The number of visible slots.
  var count: Int { order.totalWeight }

  /// Whether the tree has no slot at all, visible or dead.
  var hasNoSlots: Bool { order.isEmpty }

  // MARK: Finding

  /// The run and offset of a slot, or nil when the tree does not have it.
  func find(_ dot: LocalDot) -> (run: Int, offset: Int)? {
    guard let number = index.run(atOrBefore: dot, in: runs) else { return nil }
    let offset = dot.distance(from: runs[Int(number)].dot)
    return offset < runs[Int(number)].count ? (Int(number), offset) : nil
  }

  /// The visible slot at a position and its content.
  ///
  /// - Precondition: `position` is from 0 up to, not including, `count`.
  func slot(at position: Int) -> (dot: LocalDot, content: UInt32) {
    let (run, offset) = order.run(at: position)
    return (runs[Int(run)].dot.advanced(by: offset), runs[Int(run)].content(at: offset))
  }

  /// The position of a slot among the visible ones, or nil when it is dead or unknown.
  func position(of dot: LocalDot) -> Int? {
    guard let (run, offset) = find(dot), runs[run].isVisible else { return nil }
    return order.weightBefore(UInt32(truncatingIfNeeded: run)) + offset
  }

  /// Where a new slot must hang to stand at a position of the visible content.
  ///
  /// With L the visible slot before the position, or the root: a right child of L when L has no
  /// right child, else a left child of the slot that follows L in the traversal. Dead slots
  /// count: passing over them would put a character behind what another replica typed there.
  ///
  /// - Precondition: `position` is from 0 up to and including `count`.
  func placement(at position: Int) -> Placement {
    guard position > 0 else {
      let first = order.first
      guard first != RunOrder.none else { return Placement(parent: .none, side: .right) }
      return Placement(parent: runs[Int(first)].dot, side: .left)
    }
    let (number, offset) = order.run(at: position - 1)
    let run = runs[Int(number)]
    if offset + 1 < run.count {
      return Placement(parent: run.dot.advanced(by: offset + 1), side: .left)
    }
    if run.firstRight == RunOrder.none { return Placement(parent: run.last, side: .right) }
    let next = order.next(number)
    return Placement(parent: runs[Int(next)].dot, side: .left)
  }

  // MARK: Splitting and joining runs

  /// Cuts a run in two before an offset.
  ///
  /// - Returns: The number of the new right part.
  mutating func split(_ number: Int, at offset: Int) -> Int {
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
    runs[number].firstRight = UInt32(truncatingIfNeeded: rightNumber)
    let left = UInt32(truncatingIfNeeded: number)
    order.setWeight(runs[number].visibleCount, of: left)
    order.insert(
      UInt32(truncatingIfNeeded: rightNumber), weight: right.visibleCount, after: left)
    return rightNumber
  }

  /// Makes one run of two neighbours when their slots form one.
  mutating func joinIfPossible(_ leftNumber: UInt32, _ rightNumber: UInt32) {
    guard leftNumber != RunOrder.none, rightNumber != RunOrder.none else { return }
    let left = runs[Int(leftNumber)]
    let right = runs[Int(rightNumber)]
    guard right.side == .right, right.dot.bits == left.dot.bits &+ UInt64(left.length),
      right.parent == left.last, right.isVisible == left.isVisible,
      right.firstLeft == RunOrder.none, left.firstRight == rightNumber,
      right.nextSibling == RunOrder.none, right.content == left.content(at: left.count),
      UInt64(left.length) + UInt64(right.length) < UInt64(UInt32.max)
    else { return }
    index.remove(rightNumber, in: runs)
    order.remove(rightNumber)
    runs[Int(leftNumber)].length += right.length
    runs[Int(leftNumber)].firstRight = right.firstRight
    order.setWeight(runs[Int(leftNumber)].visibleCount, of: leftNumber)
    freeRuns.append(rightNumber)
  }

  /// Stores a new run and indexes it by its dot; it is not in the order yet.
  mutating func store(_ run: Run) -> Int {
    let number: UInt32
    if let free = freeRuns.popLast() {
      runs[Int(free)] = run
      number = free
    } else {
      number = UInt32(truncatingIfNeeded: runs.count)
      runs.append(run)
    }
    index.insert(number, in: runs)
    return Int(number)
  }
}
