// SPDX-License-Identifier: Apache-2.0

extension RunTree {
  /// Adds visible slots at a position, and says where the first one hangs.
  ///
  /// Placing and adding in one go: the new slots are the only children of their side, so that no
  /// siblings are asked for. What the cursor's leaf counts must be settled afterwards.
  ///
  /// - Complexity: O(1) near the last edit, else O(log *n*) in the number of runs.
  /// - Precondition: `position` is from 0 up to and including the number of visible slots.
  mutating func insert(
    _ dot: LocalDot, length: Int, atPosition position: Int, content: UInt32
  ) -> Placement {
    let standing = order.runAtCursor(endingAt: position)
    if standing != RunOrder.none, goOn(standing, dot, length: length, content: content) {
      return Placement(parent: dot.advanced(by: -1), side: .right)
    }
    var new = Run(
      dot: dot, parent: .none, length: UInt32(truncatingIfNeeded: length), content: content,
      side: .right, isVisible: true)
    let next: UInt32
    if position == 0 {
      next = order.first
      if next == RunOrder.none {
        firstOfRoot = store(new)
        recent = firstOfRoot
        order.insert(firstOfRoot, weight: length, after: RunOrder.none)
        return Placement(parent: .none, side: .right)
      }
    } else {
      let (left, offset) = order.seek(position - 1)
      if offset + 1 < runs[left].count {
        next = split(left, at: offset + 1)
      } else if runs[left].firstRight == RunOrder.none {
        new.parent = runs[left].last
        if !extend(left, with: new) {
          let number = store(new)
          recent = number
          runs[left].firstRight = number
          order.insert(number, weight: length, after: left)
        }
        return Placement(parent: new.parent, side: .right)
      } else {
        next = order.next(left)
      }
    }
    // The slot that follows has no left child: it would follow in its stead.
    new.parent = runs[next].dot
    new.side = .left
    let number = store(new)
    recent = number
    runs[next].firstLeft = number
    order.insert(number, weight: length, before: next)
    return Placement(parent: new.parent, side: .left)
  }

  /// Lengthens the visible run that the cursor stands on, where the new slots go on from its end.
  @inline(__always)
  private mutating func goOn(
    _ number: UInt32, _ dot: LocalDot, length: Int, content: UInt32
  ) -> Bool {
    let old = runs[number].length
    guard runs[number].firstRight == RunOrder.none,
      runs[number].dot.bits &+ UInt64(old) == dot.bits,
      runs[number].content &+ old == content, length <= Run.longest - UInt64(old),
      order.changeAtCursor(number, by: length)
    else { return false }
    runs[number].length = old &+ UInt32(truncatingIfNeeded: length)
    return true
  }

  /// Adds visible slots that go on from the end of the run that was found or made last.
  ///
  /// - Returns: Whether they do; else nothing was done.
  @inline(__always)
  mutating func goOnFromRecent(
    _ dot: LocalDot, length: Int, at placement: Placement, content: UInt32
  ) -> Bool {
    guard recent != RunOrder.none, placement.side == .right else { return false }
    let old = runs[recent].length
    guard old > 0, runs[recent].isVisible, runs[recent].firstRight == RunOrder.none,
      runs[recent].dot.bits &+ UInt64(old) == dot.bits,
      dot.bits &- 1 == placement.parent.bits,
      runs[recent].content &+ old == content, length <= Run.longest - UInt64(old)
    else { return false }
    runs[recent].length = old &+ UInt32(truncatingIfNeeded: length)
    order.setWeight(runs[recent].count, of: recent)
    order.settle()
    return true
  }

  /// Hides for good the slots from a position on, as far as they lie in one run.
  ///
  /// What the cursor's leaf counts must be settled afterwards.
  ///
  /// - Returns: The slots hidden, at least one and at most `limit`.
  /// - Precondition: `position` is from 0 up to, not including, the number of visible slots.
  mutating func remove(atPosition position: Int, limit: Int) -> DotRange {
    let (number, offset) = order.seek(position)
    let count = Swift.min(limit, runs[number].count - offset)
    let slots = DotRange(first: runs[number].dot.advanced(by: offset), count: count)
    hide(number, from: offset, count: count)
    return slots
  }

  /// Hides the slot at a position and adds a visible one with its content, so that it comes to
  /// stand at another position, counted without the first.
  ///
  /// What the cursor's leaf counts must be settled afterwards.
  ///
  /// - Returns: The content, and where the new slot hangs.
  /// - Precondition: Both positions are from 0 up to, not including, the number of visible slots.
  mutating func move(
    from source: Int, to target: Int, _ dot: LocalDot
  ) -> (content: UInt32, placement: Placement) {
    let (number, offset) = order.seek(source)
    let content = runs[number].content(at: offset)
    set(isVisible: false, content: nil, number, from: offset, count: 1)
    let placement = insert(dot, length: 1, atPosition: target, content: content)
    return (content, placement)
  }
}
