// SPDX-License-Identifier: Apache-2.0

extension SlotTree {
  /// Adds slots that follow one another, the first hung where its author said, each next a right
  /// child of the one before.
  ///
  /// The tree must not have them yet. `content` is the number of the first one's, or
  /// `Run.noContent` for all.
  ///
  /// - Returns: Whether the parent is there; without it nothing is added.
  @discardableResult
  mutating func insert(
    _ dot: LocalDot, length: Int, at placement: Placement, content: UInt32, isVisible: Bool,
    replicas: ReplicaTable
  ) -> Bool {
    let run = Run(
      dot: dot, parent: placement.parent, length: UInt32(truncatingIfNeeded: length),
      content: content, side: placement.side, isVisible: isVisible)
    if placement.parent.isNone {
      guard placement.side == .right else { return false }
      attach(run, after: nil, replicas)
      return true
    }
    guard let (parent, offset) = find(placement.parent) else { return false }
    switch placement.side {
    case .left:
      let head = offset == 0 ? parent : split(parent, at: offset)
      attach(run, before: head, replicas)
    case .right:
      if offset + 1 < runs[parent].count {
        _ = split(parent, at: offset + 1)
      } else if extend(parent, with: run) {
        return true
      }
      attach(run, after: parent, replicas)
    }
    return true
  }

  /// Lengthens a run whose last slot has no child yet, when the new slots go on where it ends.
  private mutating func extend(_ number: Int, with new: Run) -> Bool {
    let run = runs[number]
    guard run.firstRight == RunOrder.none, run.isVisible == new.isVisible,
      new.dot.bits == run.dot.bits &+ UInt64(run.length),
      new.content == run.content(at: run.count),
      UInt64(run.length) + UInt64(new.length) < UInt64(UInt32.max)
    else { return false }
    runs[number].length += new.length
    if new.isVisible {
      order.setWeight(runs[number].count, of: UInt32(truncatingIfNeeded: number))
    }
    return true
  }

  /// Hangs a run to the right of the last slot of a run, or of the root.
  private mutating func attach(_ run: Run, after parent: Int?, _ replicas: ReplicaTable) {
    let head = parent.map { runs[$0].firstRight } ?? firstOfRoot
    let (lesser, greater) = neighbours(of: run.dot, in: head, replicas)
    let number = UInt32(truncatingIfNeeded: store(run))
    runs[Int(number)].nextSibling = greater
    if lesser != RunOrder.none {
      runs[Int(lesser)].nextSibling = number
    } else if let parent {
      runs[parent].firstRight = number
    } else {
      firstOfRoot = number
    }
    if greater != RunOrder.none {
      order.insert(number, weight: run.visibleCount, before: leftmost(of: greater))
    } else if lesser != RunOrder.none {
      order.insert(number, weight: run.visibleCount, after: rightmost(of: lesser))
    } else {
      let anchor = parent.map { UInt32(truncatingIfNeeded: $0) } ?? RunOrder.none
      order.insert(number, weight: run.visibleCount, after: anchor)
    }
  }

  /// Hangs a run to the left of the first slot of a run.
  private mutating func attach(_ run: Run, before parent: Int, _ replicas: ReplicaTable) {
    let (lesser, greater) = neighbours(of: run.dot, in: runs[parent].firstLeft, replicas)
    let number = UInt32(truncatingIfNeeded: store(run))
    runs[Int(number)].nextSibling = greater
    if lesser != RunOrder.none {
      runs[Int(lesser)].nextSibling = number
    } else {
      runs[parent].firstLeft = number
    }
    let anchor =
      greater != RunOrder.none ? leftmost(of: greater) : UInt32(truncatingIfNeeded: parent)
    order.insert(number, weight: run.visibleCount, before: anchor)
  }

  /// The siblings between which a dot belongs.
  private func neighbours(
    of dot: LocalDot, in head: UInt32, _ replicas: ReplicaTable
  ) -> (lesser: UInt32, greater: UInt32) {
    var lesser = RunOrder.none
    var greater = head
    while greater != RunOrder.none, replicas.precedes(runs[Int(greater)].dot, dot) {
      lesser = greater
      greater = runs[Int(greater)].nextSibling
    }
    return (lesser, greater)
  }

  /// The first run in order of the subtree that a run's first slot heads.
  private func leftmost(of number: UInt32) -> UInt32 {
    var number = number
    while runs[Int(number)].firstLeft != RunOrder.none { number = runs[Int(number)].firstLeft }
    return number
  }

  /// The last run in order of the subtree that a run's first slot heads.
  private func rightmost(of number: UInt32) -> UInt32 {
    var number = number
    while runs[Int(number)].firstRight != RunOrder.none {
      number = runs[Int(number)].firstRight
      while runs[Int(number)].nextSibling != RunOrder.none {
        number = runs[Int(number)].nextSibling
      }
    }
    return number
  }
}
