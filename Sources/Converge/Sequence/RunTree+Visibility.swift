// SPDX-License-Identifier: Apache-2.0

extension RunTree {
  /// Shows or hides slots with consecutive counters; those that the tree does not have, or that
  /// are so already, are passed over.
  ///
  /// Slots that are hidden without keeping their contents may never be shown again; they more
  /// often form one run.
  mutating func setVisible(_ isVisible: Bool, _ range: DotRange, keepsContent: Bool = true) {
    var done = 0
    while let (run, offset, count) = part(of: range, from: &done) {
      if runs[run].isVisible != isVisible {
        if isVisible || keepsContent {
          set(isVisible: isVisible, content: nil, run, from: offset, count: count)
        } else {
          hide(run, from: offset, count: count)
        }
      }
      done += count
    }
  }

  /// Shows slots that follow one another, with contents that do.
  mutating func show(_ range: DotRange, content: UInt32) {
    var done = 0
    while let (run, offset, count) = part(of: range, from: &done) {
      let first = content &+ UInt32(truncatingIfNeeded: done)
      if !runs[run].isVisible || runs[run].content(at: offset) != first {
        set(isVisible: true, content: first, run, from: offset, count: count)
      }
      done += count
    }
  }

  /// Gives a slot a content without showing or hiding it.
  mutating func setContent(_ content: UInt32, of dot: LocalDot) {
    guard let (run, offset) = find(dot), runs[run].content(at: offset) != content else { return }
    set(isVisible: runs[run].isVisible, content: content, run, from: offset, count: 1)
  }

  /// The first part of a run in a range of dots, from so many dots on; `done` passes over gaps.
  ///
  /// Hostile ranges may name what never was: a gap is passed over in one step.
  @inline(__always) func part(
    of range: DotRange, from done: inout Int
  ) -> (run: UInt32, offset: Int, count: Int)? {
    while done < range.count {
      let dot = range.first.advanced(by: done)
      if let (run, offset) = find(dot) {
        return (run, offset, Swift.min(range.count - done, runs[run].count - offset))
      }
      guard let next = index.run(after: dot, in: runs),
        runs[next].dot.replica == dot.replica
      else { return nil }
      done += runs[next].dot.distance(from: dot)
    }
    return nil
  }

  /// Gives part of a run its visibility, and its content when one is given.
  mutating func set(
    isVisible: Bool, content: UInt32?, _ number: UInt32, from offset: Int, count: Int
  ) {
    let run = offset == 0 ? number : split(number, at: offset)
    if count < runs[run].count { _ = split(run, at: count) }
    runs[run].isVisible = isVisible
    if let content { runs[run].content = content }
    order.setWeight(runs[run].visibleCount, of: run)
    joinWithNeighbours(run)
  }

  private mutating func joinWithNeighbours(_ run: UInt32) {
    joinIfPossible(run, order.next(run))
    joinIfPossible(order.previous(run), run)
  }

  /// Hides part of a visible run for good, so that its contents may be forgotten.
  ///
  /// At an end of the run the boundary to a dead neighbour moves, and no run is made: text is
  /// mostly removed one slot beside the other.
  mutating func hide(_ number: UInt32, from offset: Int, count: Int) {
    if offset == 0 {
      if count == runs[number].count { return hideWhole(number) }
      if giveToPrevious(count, of: number) { return }
    } else if offset + count == runs[number].count, giveToNext(count, of: number) {
      return
    }
    let run = offset == 0 ? number : split(number, at: offset)
    if count < runs[run].count { _ = split(run, at: count) }
    hideWhole(run)
  }

  private mutating func hideWhole(_ run: UInt32) {
    runs[run].isVisible = false
    runs[run].content = Run.noContent
    order.setWeight(0, of: run)
    joinWithNeighbours(run)
  }

  /// Moves the boundary between a dead run and the visible one that goes on from it.
  private mutating func giveToPrevious(_ count: Int, of number: UInt32) -> Bool {
    let run = runs[number]
    // The dot before this run's is found faster through the order than through the index.
    guard run.side == .right, run.firstLeft == RunOrder.none else { return false }
    let previous = order.previous(number)
    guard previous != RunOrder.none, !runs[previous].isVisible,
      runs[previous].content == Run.noContent, runs[previous].firstRight == number,
      runs[previous].isContinued(by: run)
    else { return false }
    runs[previous].length += UInt32(truncatingIfNeeded: count)
    let content = run.content(at: count)
    runs[number].dot = run.dot.advanced(by: count)
    runs[number].parent = runs[number].dot.advanced(by: -1)
    runs[number].length -= UInt32(truncatingIfNeeded: count)
    runs[number].content = content
    order.setWeight(runs[number].count, of: number)
    return true
  }

  /// Moves the boundary between a visible run and the dead one that goes on from it.
  private mutating func giveToNext(_ count: Int, of number: UInt32) -> Bool {
    let next = runs[number].firstRight
    guard next != RunOrder.none, !runs[next].isVisible, runs[next].content == Run.noContent,
      runs[number].isContinued(by: runs[next])
    else { return false }
    runs[number].length -= UInt32(truncatingIfNeeded: count)
    runs[next].dot = runs[next].dot.advanced(by: -count)
    runs[next].parent = runs[next].dot.advanced(by: -1)
    runs[next].length += UInt32(truncatingIfNeeded: count)
    order.setWeight(runs[number].count, of: number)
    return true
  }
}
