// SPDX-License-Identifier: Apache-2.0

/// A run as bytes have it: as long as can be, whatever the runs in memory are.
///
/// A stretch of slots next to each other in the sequence, all visible or all dead, with
/// consecutive dots, each a right child of the one before. Other than in memory, a slot inside
/// may have more right children, further on in the sequence.
struct SlotRun {
  /// The most slots of a run in bytes, as of one in memory.
  static let longest = Run.longest

  var dot: LocalDot
  var parent: LocalDot
  var side: Side
  var isVisible: Bool
  var length: UInt64
  /// For a left child, the place of its parent's run in the sequence of runs.
  var leftParent = 0

  var last: LocalDot { dot.advanced(by: Int(truncatingIfNeeded: length) - 1) }

  /// Whether the first dot is the one after its parent's.
  var isContinued: Bool { side == .right && !parent.isNone && dot == parent.advanced(by: 1) }

  func contains(_ slot: LocalDot) -> Bool {
    slot.replica == dot.replica && slot.bits >= dot.bits && slot.bits - dot.bits < length
  }
}

extension SlotTree {
  /// The runs as bytes have them, in order.
  ///
  /// - Complexity: O(*n*) in the number of runs.
  var slotRuns: [SlotRun] {
    var result: [SlotRun] = []
    result.reserveCapacity(tree.runs.count)
    var places = [Int](repeating: 0, count: tree.runs.count)
    tree.forEachRun { number, run in
      places[Int(number)] = result.count
      if let before = result.last, run.side == .right, run.parent == before.last,
        run.dot == before.last.advanced(by: 1), run.isVisible == before.isVisible
      {
        result[result.count - 1].length += UInt64(run.length)
        places[Int(number)] -= 1
      } else {
        result.append(
          SlotRun(
            dot: run.dot, parent: run.parent, side: run.side, isVisible: run.isVisible,
            length: UInt64(run.length)))
      }
    }
    tree.forEachRun { number, run in
      var child = run.firstLeft
      while child != RunOrder.none {
        result[places[Int(child)]].leftParent = places[Int(number)]
        child = tree.runs[child].nextSibling
      }
    }
    return result
  }
}
