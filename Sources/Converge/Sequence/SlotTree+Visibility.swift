// SPDX-License-Identifier: Apache-2.0

extension SlotTree {
  /// Shows or hides slots with consecutive counters; those that the tree does not have, or that
  /// are so already, are passed over.
  mutating func setVisible(_ isVisible: Bool, _ dot: LocalDot, length: Int = 1) {
    updateEachPart(of: DotRange(first: dot, count: length)) { tree, run, offset, count, _ in
      if tree.runs[run].isVisible != isVisible {
        tree.set(isVisible: isVisible, content: nil, run, from: offset, count: count)
      }
    }
  }

  /// Shows slots that follow one another, with contents that do.
  mutating func show(_ dot: LocalDot, length: Int = 1, content: UInt32) {
    updateEachPart(of: DotRange(first: dot, count: length)) { tree, run, offset, count, done in
      let first = content &+ UInt32(truncatingIfNeeded: done)
      if tree.runs[run].isVisible, tree.runs[run].content(at: offset) == first { return }
      tree.set(isVisible: true, content: first, run, from: offset, count: count)
    }
  }

  /// Gives a slot a content without showing or hiding it.
  mutating func setContent(_ content: UInt32, of dot: LocalDot) {
    guard let (run, offset) = find(dot), runs[run].content(at: offset) != content else { return }
    set(isVisible: runs[run].isVisible, content: content, run, from: offset, count: 1)
  }

  /// Calls a closure with each part of a run that lies in a range of dots.
  ///
  /// Hostile ranges may name what never was: gaps are passed over in one step each.
  func forEachPart(of range: DotRange, _ body: (_ run: Run, _ offset: Int, _ count: Int) -> Void) {
    var done = 0
    while let part = part(of: range, from: &done) {
      body(runs[part.run], part.offset, part.count)
      done += part.count
    }
  }

  /// The same where the closure changes the tree; `done` is how many dots of the range lie before.
  private mutating func updateEachPart(
    of range: DotRange,
    _ body: (inout SlotTree, _ run: Int, _ offset: Int, _ count: Int, _ done: Int) -> Void
  ) {
    var done = 0
    while let part = part(of: range, from: &done) {
      body(&self, part.run, part.offset, part.count, done)
      done += part.count
    }
  }

  /// The first part of a run in a range of dots, from so many dots on; `done` passes over gaps.
  private func part(
    of range: DotRange, from done: inout Int
  ) -> (run: Int, offset: Int, count: Int)? {
    while done < range.count {
      let dot = range.first.advanced(by: done)
      if let (run, offset) = find(dot) {
        return (run, offset, Swift.min(range.count - done, runs[run].count - offset))
      }
      guard let next = index.run(after: dot, in: runs),
        runs[Int(next)].dot.replica == dot.replica
      else { return nil }
      done += runs[Int(next)].dot.distance(from: dot)
    }
    return nil
  }

  /// Gives part of a run its visibility, and its content when one is given.
  private mutating func set(
    isVisible: Bool, content: UInt32?, _ number: Int, from offset: Int, count: Int
  ) {
    let middle = offset == 0 ? number : split(number, at: offset)
    if count < runs[middle].count { _ = split(middle, at: count) }
    runs[middle].isVisible = isVisible
    if let content { runs[middle].content = content }
    let run = UInt32(truncatingIfNeeded: middle)
    order.setWeight(runs[middle].visibleCount, of: run)
    joinIfPossible(run, order.next(run))
    joinIfPossible(order.previous(run), run)
  }
}
