// SPDX-License-Identifier: Apache-2.0

extension RunTree {
  /// Adds slots that follow one another, the first hung where its author said, each next a right
  /// child of the one before.
  ///
  /// The tree must not have them yet. `content` is the number of the first one's, or
  /// `Run.noContent` for all.
  ///
  /// - Returns: Whether the parent is there; without it nothing is added.
  mutating func insert(
    _ dot: LocalDot, length: Int, at placement: Placement, content: UInt32, isVisible: Bool,
    replicas: ReplicaTable
  ) -> Bool {
    let run = Run(
      dot: dot, parent: placement.parent, length: UInt32(truncatingIfNeeded: length),
      content: content, side: placement.side, isVisible: isVisible)
    if placement.parent.isNone {
      guard placement.side == .right else { return false }
      attach(run, after: RunOrder.none, replicas)
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
        recent = parent
        return true
      }
      attach(run, after: parent, replicas)
    }
    return true
  }

  /// Lengthens a run whose last slot has no child yet, when the new slots go on where it ends.
  mutating func extend(_ number: UInt32, with new: Run) -> Bool {
    guard runs[number].firstRight == RunOrder.none, runs[number].isVisible == new.isVisible,
      new.content == runs[number].content(at: runs[number].count),
      runs[number].isContinued(by: new)
    else { return false }
    runs[number].length += new.length
    if new.isVisible { order.setWeight(runs[number].count, of: number) }
    return true
  }

  /// Hangs a run to the right of the last slot of a run, or of the root.
  mutating func attach(_ run: Run, after parent: UInt32, _ replicas: ReplicaTable) {
    let head = parent == RunOrder.none ? firstOfRoot : runs[parent].firstRight
    let (lesser, greater) = neighbours(of: run.dot, in: head, replicas)
    let number = store(run)
    recent = number
    runs[number].nextSibling = greater
    if lesser != RunOrder.none {
      runs[lesser].nextSibling = number
    } else if parent != RunOrder.none {
      runs[parent].firstRight = number
    } else {
      firstOfRoot = number
    }
    if greater != RunOrder.none {
      order.insert(number, weight: run.visibleCount, before: leftmost(of: greater))
    } else if lesser != RunOrder.none {
      order.insert(number, weight: run.visibleCount, after: rightmost(of: lesser))
    } else {
      order.insert(number, weight: run.visibleCount, after: parent)
    }
  }

  /// Hangs a run to the left of the first slot of a run.
  mutating func attach(_ run: Run, before parent: UInt32, _ replicas: ReplicaTable) {
    let (lesser, greater) = neighbours(of: run.dot, in: runs[parent].firstLeft, replicas)
    let number = store(run)
    recent = number
    runs[number].nextSibling = greater
    if lesser != RunOrder.none {
      runs[lesser].nextSibling = number
    } else {
      runs[parent].firstLeft = number
    }
    let anchor = greater != RunOrder.none ? leftmost(of: greater) : parent
    order.insert(number, weight: run.visibleCount, before: anchor)
  }

  /// The siblings between which a dot belongs.
  @inline(__always) private func neighbours(
    of dot: LocalDot, in head: UInt32, _ replicas: ReplicaTable
  ) -> (lesser: UInt32, greater: UInt32) {
    var lesser = RunOrder.none
    var greater = head
    while greater != RunOrder.none, replicas.precedes(runs[greater].dot, dot) {
      lesser = greater
      greater = runs[greater].nextSibling
    }
    return (lesser, greater)
  }

  /// The first run in order of the subtree that a run's first slot heads.
  @inline(__always) private func leftmost(of number: UInt32) -> UInt32 {
    var number = number
    while runs[number].firstLeft != RunOrder.none { number = runs[number].firstLeft }
    return number
  }

  /// The last run in order of the subtree that a run's first slot heads.
  @inline(__always) private func rightmost(of number: UInt32) -> UInt32 {
    var number = number
    while runs[number].firstRight != RunOrder.none {
      number = runs[number].firstRight
      while runs[number].nextSibling != RunOrder.none { number = runs[number].nextSibling }
    }
    return number
  }
}
